package dev.yoil.webtoon.page;

import dev.yoil.webtoon.PageParameters;

/**
 * Which page of a list readers see, who count from 1.
 *
 * @param value a number from 1
 */
record PageNumber(int value) {

	/** The last page that can be asked for. */
	static final int LAST = 999_999;

	/**
	 * The part of the list, of the usual size.
	 */
	PageParameters part() {
		return new PageParameters(this.value - 1, PageParameters.USUAL_SIZE);
	}

	/**
	 * Whether there are more behind it.
	 * @param total how many there are in all
	 */
	boolean hasNext(long total) {
		return (long) this.value * PageParameters.USUAL_SIZE < total;
	}

	PageNumber next() {
		return new PageNumber(this.value + 1);
	}

	PageNumber previous() {
		return new PageNumber(this.value - 1);
	}

}
