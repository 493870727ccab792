package dev.yoil.webtoon;

import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/**
 * Regular expressions that every generator of requests knows: single characters, sets and
 * ranges of them, groups, choices, anchors and quantifiers, as JSON Schema 2020-12
 * advises (core, section 6.4), besides them {@code \s}, {@code \S} and characters by
 * their four hexadecimal digits.
 */
final class PlainPattern {

	private static final String ESCAPE = "\\\\(?:[sS]|u[0-9A-F]{4}|[\\\\\\[\\].^$|()*+?{}-])";

	private static final String SET = "\\[\\^?(?:[^\\\\\\[\\]&]|" + ESCAPE + ")+\\]";

	private static final String QUANTIFIER = "(?:[*+?]|\\{[0-9]+(?:,[0-9]*)?\\})?";

	private static final Pattern PLAIN = Pattern
		.compile("(?:\\((?!\\?)|[|^$]|(?:\\)|[^\\\\\\[\\](){}*+?|^$]|" + ESCAPE + "|" + SET + ")" + QUANTIFIER + ")*");

	private PlainPattern() {
	}

	static boolean is(String pattern) {
		try {
			Pattern.compile(pattern);
			return PLAIN.matcher(pattern).matches();
		}
		catch (PatternSyntaxException ex) {
			return false;
		}
	}

}
