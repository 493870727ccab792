package dev.yoil.ehcache.internal.sql;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

/**
 * Splits SQL into words, quoted names, parentheses, commas, dots and semicolons, in lower
 * case. Literals, comments, numbers and operators are left out.
 */
final class SqlTokens {

	/**
	 * In "select 1from t", a keyword follows the number. It is unclear where a literal
	 * such as {@code e'\''}, {@code $$a$$} or a nested comment ends, which name
	 * {@code u&"\0074"} is, and what {@code //} begins.
	 */
	private static final Pattern TOKEN = Pattern.compile("""
			[^\\p{javaLetterOrDigit}_$'"`/(),.;-]++
			| ( [(),.;] | (?![0-9]|[eE]'[^\\\\]*+\\\\)[\\p{javaLetterOrDigit}_][\\p{javaLetterOrDigit}_$]*+
				| (?<!&)"[^"]*+"(?:"[^"]*+")*+ )
			| '[^']*+' | --[^\\r\\n]*+ | - | /\\*(?:(?!/\\*|\\*/).)*+\\*/ | /(?![*/]) | [$]?[0-9]++
			| ( . )""", Pattern.COMMENTS | Pattern.DOTALL);

	/** What databases other than H2 and PostgreSQL may read differently. */
	private static final Pattern DIALECT = Pattern.compile("[\\\\#\\[]|--|/\\*|\\p{javaLetterOrDigit}'");

	private static final String WORD = "(?![0-9])[\\p{javaLetterOrDigit}_]+";

	private static final Pattern WORD_OR_DOT = Pattern.compile(WORD + "|\\.(?=[\\p{javaLetterOrDigit}_\"])");

	private SqlTokens() {
	}

	/**
	 * Returns the tokens of a text.
	 * @param standard whether literals, comments and quotes are those of H2 and
	 * PostgreSQL
	 * @return {@code null} if databases may disagree where a literal or a comment ends
	 */
	static @Nullable List<String> of(String sql, boolean standard) {
		List<String> tokens = new ArrayList<>();
		Matcher next = TOKEN.matcher(sql);
		while (next.find()) {
			if (next.start(2) >= 0) {
				return null;
			}
			if (next.start(1) >= 0) {
				tokens.add(fold(next.group(1)));
			}
		}
		return (standard || !DIALECT.matcher(sql).find()) ? tokens : null;
	}

	/** Returns the name that a token is. A quoted name is never a keyword. */
	static String name(String token) {
		return token.startsWith("\"") ? token.substring(1, token.length() - 1).replace("\"\"", "\"") : token;
	}

	/**
	 * Returns all words of a folded text, also those in literals and comments. A dot
	 * between two words is a token.
	 */
	static List<String> words(String text) {
		return WORD_OR_DOT.matcher(text).results().map(MatchResult::group).toList();
	}

	/**
	 * {@return whether a name is one of the words of a text that has it}
	 */
	static boolean isWord(String name) {
		return name.matches(WORD);
	}

	/**
	 * Returns a name as it is compared. Databases fold to upper or to lower case, and not
	 * each letter has one counterpart.
	 */
	static String fold(String name) {
		return name.toUpperCase(Locale.ROOT).toLowerCase(Locale.ROOT);
	}

}
