package dev.yoil.ehcache.internal.tables;

import java.util.regex.Pattern;

/** The text of a statement as it is shown: short, and without literals. */
final class SqlText {

	private static final int LONGEST = 300;

	private static final Pattern LITERAL = Pattern.compile("'(?:[^']|'')*'|\\b\\d+(?:\\.\\d+)?\\b");

	private static final Pattern SPACE = Pattern.compile("\\s+");

	private SqlText() {
	}

	static String shown(String statement) {
		String text = SPACE.matcher(LITERAL.matcher(statement).replaceAll("?")).replaceAll(" ").strip();
		return (text.length() <= LONGEST) ? text : text.substring(0, LONGEST) + "...";
	}

}
