package dev.yoil.webtoon.page;

import java.util.Map;
import java.util.function.Function;

import dev.yoil.webtoon.PageParameters;

/**
 * The number of a page as readers see it, from 1.
 */
record PageNumber(int value) {

	/** Last page that can be requested. */
	static final int LAST = 999_999;

	PageParameters part() {
		return new PageParameters(this.value - 1, PageParameters.DEFAULT_SIZE);
	}

	/**
	 * Adds the addresses of the previous and next page to the content.
	 */
	void link(Map<String, Object> content, long total, Function<PageNumber, String> address) {
		if ((long) this.value * PageParameters.DEFAULT_SIZE < total) {
			content.put("next", address.apply(new PageNumber(this.value + 1)));
		}
		if (this.value > 1) {
			content.put("previous", address.apply(new PageNumber(this.value - 1)));
		}
	}

}
