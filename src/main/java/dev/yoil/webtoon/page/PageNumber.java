package dev.yoil.webtoon.page;

import java.util.Map;
import java.util.function.Function;

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
	 * Adds to the content of a page where those around it are.
	 * @param address tells the address of another page
	 */
	void link(Map<String, Object> content, long total, Function<PageNumber, String> address) {
		if ((long) this.value * PageParameters.USUAL_SIZE < total) {
			content.put("next", address.apply(new PageNumber(this.value + 1)));
		}
		if (this.value > 1) {
			content.put("previous", address.apply(new PageNumber(this.value - 1)));
		}
	}

}
