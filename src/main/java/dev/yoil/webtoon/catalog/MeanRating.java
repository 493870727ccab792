package dev.yoil.webtoon.catalog;

import org.jspecify.annotations.Nullable;

/**
 * The mean of a webtoon's ratings, as it is shown.
 */
final class MeanRating {

	private MeanRating() {
	}

	/**
	 * Divides and rounds to two decimals.
	 * @param sum the sum of the ratings
	 * @param count how many there are
	 * @return the mean, {@code null} if there is none
	 */
	static @Nullable Double of(long sum, long count) {
		return (count > 0) ? Math.round(100.0 * sum / count) / 100.0 : null;
	}

}
