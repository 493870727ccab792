package dev.yoil.webtoon.sample;

import java.time.Instant;
import java.util.UUID;

import org.jspecify.annotations.Nullable;

/**
 * A made-up visitor who likes or reviews one webtoon.
 *
 * @param visitor who it is
 * @param webtoon the number of the webtoon
 * @param at when it was
 * @param review what the visitor wrote; {@code null} for a like
 */
record SampleReader(UUID visitor, long webtoon, Instant at, @Nullable SampleReview review) {

	/**
	 * What a visitor wrote.
	 *
	 * @param nickname the name under which it is shown
	 * @param rating from 1 to 5
	 * @param text a sentence or two
	 */
	record SampleReview(String nickname, int rating, String text) {
	}

}
