package dev.yoil.webtoon.catalog;

import java.util.regex.Pattern;

import dev.yoil.webtoon.problem.RefusedParameterException;

/**
 * The text of a search in titles and authors.
 *
 * @param pattern the SQL pattern, with {@code !} as the escape character
 */
public record SearchText(String pattern) {

	static final SearchText ANYTHING = new SearchText("%");

	private static final int LONGEST = 100;

	/** Special characters of a SQL pattern. */
	private static final Pattern SPECIAL = Pattern.compile("[%_!]");

	/**
	 * Parses a request parameter, which must have 1 to 100 characters.
	 */
	public static SearchText of(String parameter, String query) {
		String text = query.strip();
		if (text.isEmpty() || text.codePointCount(0, text.length()) > LONGEST || text.indexOf('\0') >= 0) {
			throw new RefusedParameterException(parameter, query, "texts of 1 to " + LONGEST + " characters");
		}
		return new SearchText("%" + SPECIAL.matcher(text).replaceAll("!$0") + "%");
	}

}
