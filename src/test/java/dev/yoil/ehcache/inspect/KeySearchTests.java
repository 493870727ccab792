package dev.yoil.ehcache.inspect;

import java.util.Locale;
import java.util.Random;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class KeySearchTests {

	@ParameterizedTest
	@CsvSource({ "MONDAY,day", "monday,DAY", "Ärger,äRG", "월요일,요", "😀🐉,🐉", "𐐀,𐐨", "ΣΊΣΥΦΟΣ,σίσυφος",
			"İstanbul,istan", "Kelvin,kelv", "<script>alert('x')</script>,SCRIPT>A", "ababac,abac", "aaab,aab" })
	void findsWhateverTheCase(String key, String sought) {
		assertThat(new KeySearch(sought).matches(key)).isTrue();
	}

	@ParameterizedTest
	@CsvSource({ "MONDAY,monday1", "a,ab", "ababa,abac", "'',a", "😀,😁" })
	void findsNothingElse(String key, String sought) {
		assertThat(new KeySearch(sought).matches(key)).isFalse();
	}

	@Test
	void findsNothingInEveryKey() {
		assertThat(new KeySearch("").matches("")).isTrue();
		assertThat(new KeySearch("").matches(7)).isTrue();
	}

	@Test
	void findsHalfACharacterByWhatIsShownOfIt() {
		assertThat(new KeySearch(KeyText.of("a\uD83D!")).matches("a\uD83D!")).isTrue();
		assertThat(new KeySearch("a\uFFFD!").matches("a\uDE00!")).isTrue();
		assertThat(new KeySearch("\uFFFD").matches("😀")).isFalse();
	}

	@Test
	void agreesWithASearchForWhatWasPutInLowerCase() {
		Random random = new Random(7);
		for (int round = 0; round < 20_000; round++) {
			String key = drawn(random, 12);
			String sought = drawn(random, 4);
			assertThat(new KeySearch(sought).matches(key)).as("%s in %s", sought, key)
				.isEqualTo(key.toLowerCase(Locale.ROOT).contains(sought.toLowerCase(Locale.ROOT)));
		}
	}

	private static String drawn(Random random, int most) {
		return random.ints(random.nextInt(most + 1), 0, 4)
			.mapToObj((index) -> new String[] { "a", "B", "b", "É" }[index])
			.reduce("", String::concat);
	}

}
