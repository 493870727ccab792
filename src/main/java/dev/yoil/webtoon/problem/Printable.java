package dev.yoil.webtoon.problem;

import java.util.stream.Collectors;

/**
 * Texts from outside, as they may stand in a message.
 */
final class Printable {

	private static final int LONGEST_VALUE = 40;

	private Printable() {
	}

	/**
	 * Shortens a value from outside and takes out what could garble a log or a terminal.
	 */
	static String start(String value) {
		String start = value.codePoints()
			.limit(LONGEST_VALUE)
			.mapToObj((character) -> isPrintable(character) ? Character.toString(character) : "?")
			.collect(Collectors.joining());
		return (value.codePointCount(0, value.length()) > LONGEST_VALUE) ? start + "..." : start;
	}

	private static boolean isPrintable(int character) {
		return switch (Character.getType(character)) {
			case Character.CONTROL, Character.FORMAT, Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR,
					Character.SURROGATE, Character.PRIVATE_USE, Character.UNASSIGNED ->
				false;
			default -> true;
		};
	}

}
