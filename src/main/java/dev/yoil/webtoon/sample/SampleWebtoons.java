package dev.yoil.webtoon.sample;

import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.List;

import dev.yoil.webtoon.catalog.PublishDay;
import dev.yoil.webtoon.catalog.Thumbnails;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.stereotype.Component;

/**
 * Made-up webtoons, numbered from one. The same number always gives the same webtoon.
 * Genres and publish days take turns, so that any run of numbers is spread evenly over
 * both.
 */
@Component
class SampleWebtoons {

	private static final LocalDate FIRST_DATE = LocalDate.of(2015, 1, 1);

	private static final LocalDate LAST_DATE = LocalDate.of(2026, 10, 31);

	private static final int DAYS = (int) ChronoUnit.DAYS.between(FIRST_DATE, LAST_DATE) + 1;

	private static final List<SampleGenre> GENRES = List.of(SampleGenre.values());

	private static final List<PublishDay> PUBLISH_DAYS = List.of(PublishDay.values());

	private final SampleWords words;

	private final List<SampleTitles> titles;

	SampleWebtoons(JsonMapper json) {
		this.words = SampleWords.read(json);
		this.titles = GENRES.stream().map((genre) -> new SampleTitles(this.words, this.words.of(genre))).toList();
	}

	/**
	 * The webtoon with a number.
	 * @param id the number, positive
	 * @return the webtoon
	 */
	SampleWebtoon numbered(long id) {
		Dice dice = new Dice(id);
		int turn = (int) (id % GENRES.size());
		SampleGenre genre = GENRES.get(turn);
		PublishDay publishDay = PUBLISH_DAYS.get((int) (id % PUBLISH_DAYS.size()));
		SampleTitle title = this.titles.get(turn).numbered(id / GENRES.size());
		return new SampleWebtoon(id, title.text(), author(dice), genre, publishDay, Thumbnails.of(id),
				synopsis(dice, genre, title.hero()), FIRST_DATE.plusDays(dice.below(DAYS)));
	}

	private String author(Dice dice) {
		return switch (dice.below(3)) {
			case 0 -> dice.pick(this.words.penNameStarts()) + dice.pick(this.words.penNameEnds());
			default -> dice.pick(this.words.surnames()) + dice.pick(this.words.givenNames());
		};
	}

	private String synopsis(Dice dice, SampleGenre genre, String hero) {
		SampleWords.GenreWords genreWords = this.words.of(genre);
		String closing = switch (dice.below(8)) {
			case 0 -> "한 화도 놓칠 수 없는 %s 웹툰".formatted(genre.label());
			default -> dice.pick(genreWords.closings());
		};
		return "%s %s에게 %s. %s.".formatted(dice.pick(genreWords.settings()), hero, dice.pick(genreWords.events()),
				closing);
	}

}
