package dev.yoil.webtoon.problem;

import java.util.regex.Pattern;

/**
 * Excerpts of external texts that are safe in messages.
 */
final class Printable {

	private static final int LONGEST = 40;

	/** Could garble a log or a terminal. */
	private static final Pattern UNPRINTABLE = Pattern.compile("[\\p{C}\\p{Zl}\\p{Zp}]");

	private Printable() {
	}

	static String start(String value) {
		int end = value.offsetByCodePoints(0, Math.min(LONGEST, value.codePointCount(0, value.length())));
		String start = UNPRINTABLE.matcher(value.substring(0, end)).replaceAll("?");
		return (end < value.length()) ? start + "..." : start;
	}

}
