package dev.yoil.webtoon.sample;

import java.util.List;
import java.util.stream.Stream;

/**
 * The distinct titles of one genre, numbered from zero. Short titles ("말 없는 검객") and long
 * ones ("말 없는 검객의 두 번째 맹세") alternate while there are short ones. When all are used, they
 * repeat with the number of a season.
 */
final class SampleTitles {

	/**
	 * The millionth prime. It is larger than any number of titles, so stepping by it
	 * reaches each title once, and neighbors differ.
	 */
	private static final long STRIDE = 15_485_863;

	private final List<String> modifiers;

	private final List<String> heroes;

	private final List<String> qualifiers;

	private final List<String> things;

	private final long shortCount;

	private final long longCount;

	SampleTitles(SampleWords words, SampleWords.GenreWords genre) {
		this.modifiers = Stream.concat(words.modifiers().stream(), genre.modifiers().stream()).toList();
		this.heroes = genre.heroes();
		this.qualifiers = words.qualifiers();
		this.things = genre.things();
		this.shortCount = (long) this.modifiers.size() * this.heroes.size();
		this.longCount = this.shortCount * this.qualifiers.size() * this.things.size();
	}

	Title numbered(long number) {
		long count = this.shortCount + this.longCount;
		Title title = inFirstSeason(number % count);
		long season = number / count + 1;
		return (season == 1) ? title : new Title(title.text() + " 시즌 " + season, title.hero());
	}

	private Title inFirstSeason(long number) {
		if (number >= 2 * this.shortCount) {
			return longTitle(number - this.shortCount);
		}
		return (number % 2 == 0) ? shortTitle(number / 2) : longTitle(number / 2);
	}

	private Title shortTitle(long number) {
		return title(number * STRIDE % this.shortCount);
	}

	private Title longTitle(long number) {
		long position = number * STRIDE % this.longCount;
		Title start = title(position % this.shortCount);
		long rest = position / this.shortCount;
		String qualifier = at(this.qualifiers, rest);
		String thing = at(this.things, rest / this.qualifiers.size());
		return new Title(start.text() + "의 " + (qualifier + " " + thing).strip(), start.hero());
	}

	private Title title(long position) {
		String hero = at(this.heroes, position / this.modifiers.size());
		return new Title(at(this.modifiers, position) + " " + hero, hero);
	}

	private static String at(List<String> words, long position) {
		return words.get((int) (position % words.size()));
	}

	record Title(String text, String hero) {
	}

}
