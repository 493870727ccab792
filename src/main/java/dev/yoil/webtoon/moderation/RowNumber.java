package dev.yoil.webtoon.moderation;

import java.util.regex.Pattern;

import dev.yoil.webtoon.ProblemType;

/**
 * Reads the numbers of banned words and blocked addresses in addresses of the service.
 */
final class RowNumber {

	/** As many digits as every such number has room for. */
	private static final Pattern NUMBER = Pattern.compile("[0-9]{1,18}");

	private RowNumber() {
	}

	/**
	 * Reads a number.
	 * @param text what stands in the address
	 * @param unknown the problem if it is none
	 */
	static long of(String text, ProblemType unknown) {
		if (!NUMBER.matcher(text).matches()) {
			throw unknown.exception("There is nothing of this number.");
		}
		return Long.parseLong(text);
	}

}
