package dev.yoil.webtoon.catalog;

import java.util.regex.Pattern;

import dev.yoil.webtoon.problem.RefusedParameterException;

/**
 * What is looked for in titles and authors.
 *
 * @param pattern what they must be like in SQL, with {@code !} as the escape character
 */
public record SearchText(String pattern) {

	/** Whatever is there. */
	static final SearchText ANYTHING = new SearchText("%");

	private static final int LONGEST = 100;

	/** What means something in a pattern of SQL. */
	private static final Pattern SPECIAL = Pattern.compile("[%_!]");

	/**
	 * Reads the parameter {@code query}.
	 * @param query what the client sent
	 * @return what must be somewhere in titles or authors
	 * @throws RefusedParameterException if it is blank, too long or no text
	 */
	public static SearchText of(String query) {
		return of("query", query);
	}

	/**
	 * Reads a parameter of another name.
	 * @param parameter its name
	 * @param query what the client sent
	 * @return what must be somewhere in titles or authors
	 * @throws RefusedParameterException if it is blank, too long or no text
	 */
	public static SearchText of(String parameter, String query) {
		String text = query.strip();
		if (text.isEmpty() || text.codePointCount(0, text.length()) > LONGEST || text.indexOf('\0') >= 0) {
			throw new RefusedParameterException(parameter, query, "texts of 1 to " + LONGEST + " characters");
		}
		return new SearchText("%" + SPECIAL.matcher(text).replaceAll("!$0") + "%");
	}

}
