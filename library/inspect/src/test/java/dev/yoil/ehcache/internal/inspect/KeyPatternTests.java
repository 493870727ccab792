package dev.yoil.ehcache.internal.inspect;

import java.util.Random;
import java.util.regex.Pattern;

import dev.yoil.ehcache.internal.KeyText;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Patterns of keys, and keys in logs.
 */
@Timeout(60)
class KeyPatternTests {

	@ParameterizedTest
	@CsvSource(quoteCharacter = '`', textBlock = """
			MONDAY,    MONDAY,        true
			monday,    MONDAY,        false
			MONDAY*,   MONDAY_TITLE,  true
			?,         \uD83D\uDE00, true
			??,        \uD83D\uDE00, false
			a?c,       a\uD83D\uDE00c, true
			\\*,        *,             true
			\\*,        x,             false
			\\?\\\\,    ?\\,            true
			\\x,        x,             true
			a\\,        a\\,            true
			a.c,       abc,           false
			[ab],      a,             false
			*<script>*, "<script>alert('1')</script>", true
			""")
	void matchesWholeTexts(String pattern, String key, boolean matches) {
		assertThat(KeyPattern.of(pattern).matches(key)).isEqualTo(matches);
	}

	@Test
	void agreesWithRegularExpressions() {
		Random random = new Random(7);
		for (int i = 0; i < 20_000; i++) {
			String pattern = text(random, "ab*?*\n", 1 + random.nextInt(8));
			String key = text(random, "ab\n", random.nextInt(8));
			String expression = pattern.replace("?", ".").replace("*", ".*");
			assertThat(KeyPattern.of(pattern).matches(key)).as("%s, %s", pattern, key)
				.isEqualTo(Pattern.compile(expression, Pattern.DOTALL).matcher(key).matches());
		}
	}

	private static String text(Random random, String characters, int length) {
		StringBuilder text = new StringBuilder();
		random.ints(length, 0, characters.length()).forEach((at) -> text.append(characters.charAt(at)));
		return text.toString();
	}

	@Test
	void matchesMaliciousPatternsInTime() {
		String key = "a".repeat(10_000);
		assertThat(KeyPattern.of("*a".repeat(400) + "*b").matches(key)).isFalse();
		assertThat(KeyPattern.of("*" + "a".repeat(990) + "b").matches(key)).isFalse();
		assertThat(KeyPattern.of("*a*".repeat(333)).matches(key)).isTrue();
	}

	@Test
	void rejectsAnEmptyPattern() {
		assertThatIllegalArgumentException().isThrownBy(() -> KeyPattern.of("")).withMessageContaining("Write *");
	}

	@Test
	void cannotForgeALogLine() {
		assertThat(KeyText.quoted("a'\n2026 INFO \u001b[31m\u202e\u2028\\ \uD83D\uDE00 \uD83D"))
			.isEqualTo("'a\\'\\u{a}2026 INFO \\u{1b}[31m\\u{202e}\\u{2028}\\\\ \uD83D\uDE00 \\u{d83d}'");
		assertThat(KeyText.quoted("x".repeat(10_000))).isEqualTo("'" + "x".repeat(100) + "'... (10000 characters)");
	}

}
