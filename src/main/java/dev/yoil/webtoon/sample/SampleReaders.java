package dev.yoil.webtoon.sample;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;

/**
 * Sample readers, numbered from one. The same number always gives the same reader. Some
 * webtoons have many readers, most have few; three of four like a webtoon, the fourth
 * writes a review. Times are in the last two weeks, more often in the last days.
 */
final class SampleReaders {

	private static final int SECONDS = (int) Duration.ofDays(14).toSeconds();

	/** Differs from the seeds of webtoons, which would give the same sequences. */
	private static final long SEED = 1_000_000_007;

	/**
	 * Distance between popular webtoons, so that they are not first in every list: a
	 * prime, which reaches all numbers.
	 */
	private static final long STRIDE = 7919;

	/** Ratings in their frequency. */
	private static final List<Integer> RATINGS = List.of(1, 2, 3, 3, 4, 4, 4, 5, 5, 5, 5);

	private final SampleWords words;

	SampleReaders(SampleWords words) {
		this.words = words;
	}

	Reader numbered(long number, int webtoons, Instant now) {
		Dice dice = new Dice(SEED * number);
		UUID visitor = UUID.nameUUIDFromBytes(("sample reader " + number).getBytes(StandardCharsets.UTF_8));
		long webtoon = 1L + few(dice, few(dice, webtoons) + 1) * STRIDE % webtoons;
		Instant at = now.minusSeconds(1L + few(dice, SECONDS));
		boolean reviews = dice.below(4) == 0;
		int rating = dice.pick(RATINGS);
		return new Reader(visitor, webtoon, at, reviews, this.words.penName(dice), rating,
				dice.pick(this.words.reviews().get(rating - 1)));
	}

	/**
	 * Returns a number below the bound; lower ones are more likely.
	 */
	private static int few(Dice dice, int bound) {
		return dice.below(dice.below(bound) + 1);
	}

	record Reader(UUID visitor, long webtoon, Instant at, boolean reviews, String nickname, int rating, String text) {
	}

}
