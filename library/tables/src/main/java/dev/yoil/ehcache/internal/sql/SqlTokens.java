package dev.yoil.ehcache.internal.sql;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

import org.jspecify.annotations.Nullable;

/**
 * Splits SQL into words, quoted names, parentheses, commas, dots and semicolons, in lower
 * case. Literals, comments, numbers and operators are left out.
 */
final class SqlTokens {

	/** Begins the token of a quoted name, which is never a keyword. */
	static final char QUOTE = '"';

	private final String sql;

	private final boolean standard;

	private final List<String> tokens = new ArrayList<>();

	private int at;

	private boolean ambiguous;

	private SqlTokens(String sql, boolean standard) {
		this.sql = sql;
		this.standard = standard;
	}

	/**
	 * Returns the tokens of a text.
	 * @param standard whether literals, comments and quotes are those of H2 and
	 * PostgreSQL
	 * @return {@code null} if databases may disagree where a literal or a comment ends
	 */
	static @Nullable List<String> of(String sql, boolean standard) {
		SqlTokens all = new SqlTokens(sql, standard);
		while (!all.ambiguous && all.at < sql.length()) {
			all.next(sql.charAt(all.at));
		}
		return all.ambiguous ? null : all.tokens;
	}

	/**
	 * Returns all words of a text, also those in literals and comments. A dot between two
	 * words is a token.
	 */
	static List<String> words(String text) {
		SqlTokens all = new SqlTokens(text, true);
		while (all.at < text.length()) {
			char c = text.charAt(all.at);
			if (isWord(c)) {
				all.word(c);
				continue;
			}
			if (c == '.' && (isWord(all.peek(1)) || all.peek(1) == QUOTE)) {
				all.tokens.add(".");
			}
			all.at++;
		}
		return all.tokens;
	}

	/**
	 * {@return whether a word may consist of such characters, and begin with the first}
	 */
	static boolean isWord(String name) {
		return !name.isEmpty() && !Character.isDigit(name.charAt(0)) && name.chars().allMatch((c) -> isWord((char) c));
	}

	private static boolean isWord(char c) {
		return Character.isLetterOrDigit(c) || c == '_' || c == '$';
	}

	/**
	 * Returns a name as it is compared. Databases fold to upper or to lower case, and not
	 * each letter has one counterpart.
	 */
	static String fold(String name) {
		return name.toUpperCase(Locale.ROOT).toLowerCase(Locale.ROOT);
	}

	private void next(char c) {
		switch (c) {
			case '(', ')', ',', '.', ';' -> {
				this.tokens.add(String.valueOf(c));
				this.at++;
			}
			case '\'' -> literal();
			case QUOTE -> quoted();
			case '-', '/' -> comment(c);
			case '`' -> this.ambiguous = true;
			case '\\', '#', '[' -> {
				this.ambiguous = !this.standard;
				this.at++;
			}
			default -> {
				if (isWord(c)) {
					word(c);
				}
				else {
					this.at++;
				}
			}
		}
	}

	private void word(char first) {
		int start = this.at;
		if (first >= '0' && first <= '9') {
			// In "select 1from t", a keyword follows the number.
			this.at++;
			return;
		}
		// A quote such as $$ or $tag$, but not a parameter.
		this.ambiguous |= first == '$' && !Character.isDigit(peek(1));
		while (isWord(peek(0))) {
			this.at++;
		}
		this.tokens.add(fold(this.sql.substring(start, this.at)));
	}

	private void literal() {
		int start = this.at;
		boolean prefixed = start > 0 && isWord(this.sql.charAt(start - 1));
		// E'...' in PostgreSQL.
		boolean escapes = !this.standard || (prefixed && (this.sql.charAt(start - 1) | ' ') == 'e');
		int end = end(start, '\'');
		// Other databases have further prefixes.
		this.ambiguous |= end < 0 || (prefixed && !this.standard)
				|| (escapes && this.sql.substring(start, end).indexOf('\\') >= 0);
	}

	private void quoted() {
		int start = this.at + 1;
		int end = end(this.at, QUOTE);
		// U&"..." may hide any name.
		this.ambiguous |= end < 0 || (start > 1 && this.sql.charAt(start - 2) == '&');
		if (!this.ambiguous) {
			this.tokens.add(QUOTE + fold(this.sql.substring(start, end).replace("\"\"", "\"")));
		}
	}

	/** Moves behind the end of a literal or quoted name, and returns where it ends. */
	private int end(int start, char quote) {
		int end = this.sql.indexOf(quote, start + 1);
		while (end >= 0 && end + 1 < this.sql.length() && this.sql.charAt(end + 1) == quote) {
			end = this.sql.indexOf(quote, end + 2);
		}
		this.at = (end < 0) ? this.sql.length() : end + 1;
		return end;
	}

	private void comment(char c) {
		char second = peek(1);
		if (c == '-' && second == '-') {
			this.ambiguous |= !this.standard;
			while (this.at < this.sql.length() && peek(0) != '\n' && peek(0) != '\r') {
				this.at++;
			}
		}
		else if (c == '/' && second == '*') {
			int end = this.sql.indexOf("*/", this.at + 2);
			int nested = this.sql.indexOf("/*", this.at + 2);
			this.ambiguous |= end < 0 || !this.standard || (nested >= 0 && nested < end);
			this.at = end + 2;
		}
		else {
			// A comment in H2, an operator elsewhere.
			this.ambiguous |= c == '/' && second == '/';
			this.at++;
		}
	}

	private char peek(int ahead) {
		return (this.at + ahead < this.sql.length()) ? this.sql.charAt(this.at + ahead) : ' ';
	}

}
