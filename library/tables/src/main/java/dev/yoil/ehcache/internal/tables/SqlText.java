package dev.yoil.ehcache.internal.tables;

import java.util.regex.Pattern;

/** The text of a statement as it is shown: short, and without literals. */
final class SqlText {

	private static final int LONGEST = 300;

	/** Statements of many rows may be long. */
	private static final int MOST_READ = 10 * LONGEST;

	/** Possessive: an alternation would overflow the stack in a long literal. */
	private static final Pattern LITERAL = Pattern.compile("(?:'[^']*+(?:'|$))++|\\b\\d++(?:\\.\\d++)?\\b");

	private static final Pattern SPACE = Pattern.compile("\\s+");

	private SqlText() {
	}

	static String shown(String statement) {
		String read = statement.substring(0, Math.min(statement.length(), MOST_READ));
		String text = SPACE.matcher(LITERAL.matcher(read).replaceAll("?")).replaceAll(" ").strip();
		return (text.length() <= LONGEST) ? text : text.substring(0, LONGEST) + "...";
	}

}
