package dev.yoil.webtoon.sample;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;

/**
 * Made-up readers, numbered from one, so that orders and rankings have something to show.
 * Some webtoons have many, most have few; three of four like, the fourth writes a review.
 * The same number always gives the same reader, some time in the two weeks before now and
 * more likely in the last days.
 */
final class SampleReaders {

	private static final int SECONDS = (int) Duration.ofDays(14).toSeconds();

	/** Kept apart from the numbers of webtoons, whose dice would fall the same way. */
	private static final long SEED = 1_000_000_007;

	/**
	 * From each favourite to the next, so that they are not the first in every list: a
	 * prime, which meets all numbers.
	 */
	private static final long STRIDE = 7919;

	/** From 1 to 5, as often as they stand here. */
	private static final List<Integer> RATINGS = List.of(1, 2, 3, 3, 4, 4, 4, 5, 5, 5, 5);

	private final SampleWords words;

	SampleReaders(SampleWords words) {
		this.words = words;
	}

	/**
	 * The reader with a number.
	 * @param number the number, positive
	 * @param webtoons how many webtoons there are, from 1
	 * @param now the end of the two weeks
	 */
	SampleReader numbered(long number, int webtoons, Instant now) {
		Dice dice = new Dice(SEED * number);
		UUID visitor = UUID.nameUUIDFromBytes(("sample reader " + number).getBytes(StandardCharsets.UTF_8));
		long webtoon = 1L + few(dice, few(dice, webtoons) + 1) * STRIDE % webtoons;
		Instant at = now.minusSeconds(1L + few(dice, SECONDS));
		boolean reviews = dice.below(4) == 0;
		int rating = dice.pick(RATINGS);
		return new SampleReader(visitor, webtoon, at, reviews, this.words.penName(dice), rating,
				dice.pick(this.words.reviews().get(rating - 1)));
	}

	/**
	 * From 0 up to but not including the bound, the lower the likelier.
	 */
	private static int few(Dice dice, int bound) {
		return dice.below(dice.below(bound) + 1);
	}

}
