package dev.yoil.webtoon.sample;

import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.List;

import dev.yoil.webtoon.catalog.PublishDay;
import dev.yoil.webtoon.catalog.Thumbnails;

/**
 * Sample webtoons, numbered from one. The same number always gives the same webtoon.
 * Genres and publish days alternate, so that any run of numbers covers them evenly.
 */
final class SampleWebtoons {

	private static final LocalDate FIRST_DATE = LocalDate.of(2015, 1, 1);

	private static final LocalDate LAST_DATE = LocalDate.of(2026, 10, 31);

	private static final int DAYS = (int) ChronoUnit.DAYS.between(FIRST_DATE, LAST_DATE) + 1;

	private static final List<PublishDay> PUBLISH_DAYS = List.of(PublishDay.values());

	private final SampleWords words;

	private final List<SampleTitles> titles;

	SampleWebtoons(SampleWords words) {
		this.words = words;
		this.titles = words.genres().stream().map((genre) -> new SampleTitles(words, genre)).toList();
	}

	Sample numbered(long id) {
		Dice dice = new Dice(id);
		int turn = (int) (id % this.titles.size());
		SampleWords.GenreWords genre = this.words.genres().get(turn);
		PublishDay publishDay = PUBLISH_DAYS.get((int) (id % PUBLISH_DAYS.size()));
		SampleTitles.Title title = this.titles.get(turn).numbered(id / this.titles.size());
		return new Sample(id, title.text(), author(dice), genre.code(), publishDay, Thumbnails.of(id),
				synopsis(dice, genre, title.hero()), FIRST_DATE.plusDays(dice.below(DAYS)));
	}

	private String author(Dice dice) {
		return switch (dice.below(3)) {
			case 0 -> this.words.penName(dice);
			default -> dice.pick(this.words.surnames()) + dice.pick(this.words.givenNames());
		};
	}

	private String synopsis(Dice dice, SampleWords.GenreWords genre, String hero) {
		String closing = switch (dice.below(8)) {
			case 0 -> "한 화도 놓칠 수 없는 %s 웹툰".formatted(genre.label());
			default -> dice.pick(genre.closings());
		};
		return "%s %s에게 %s. %s.".formatted(dice.pick(genre.settings()), hero, dice.pick(genre.events()), closing);
	}

	record Sample(long id, String title, String author, String genre, PublishDay publishDay, String thumbnail,
			String synopsis, LocalDate registeredDate) {
	}

}
