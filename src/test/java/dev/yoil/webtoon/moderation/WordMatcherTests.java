package dev.yoil.webtoon.moderation;

import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class WordMatcherTests {

	@ParameterizedTest
	@ValueSource(strings = { "바보", "너 바보야", "이바보야", "바 보", "바  보!", "바.보", "너, 바^^보", "바\n보", "바\u200B보야", "바\u3164보야",
			"바\u0301보야", "\u1107\u1161\u1107\u1169", "ㅂㅏㅂㅗ", "\uFFB2\uFFC2\uFFB2\uFFCC", "\uD83D\uDE00바\uD83D\uDE00보" })
	void findsAKoreanWord(String text) {
		assertThat(matcher("바보").matches(text)).isTrue();
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "보바", "바볼", "바다 보물", "아바 보물", "바 보물", "다바 보", "나비.바.보물",
			"\uD800 \uDC00\u0000\uFFFF\uDBFF" })
	void ignoresSimilarKoreanTexts(String text) {
		assertThat(matcher("바보").matches(text)).isFalse();
	}

	@ParameterizedTest
	@ValueSource(strings = { "idiot", "IDIOT", "you Idiot!", "idiots", "i d i o t", "an i.d.i.o.t!", "ｉｄｉｏｔ",
			"𝐢𝐝𝐢𝐨𝐭", "i\u200Dd\u00ADiots", "ⓘⓓⓘⓞⓣ", "id iot" })
	void findsALatinWord(String text) {
		assertThat(matcher("idiot").matches(text)).isTrue();
	}

	@ParameterizedTest
	@CsvSource({ "시발, ANYWHERE, 다시 발표, false", "시발, ANYWHERE, 다시.발표, false", "시발, ANYWHERE, 다시발표, true",
			"시발, ANYWHERE, 아 시.발 뭐야, true", "시발, WHOLE, 다시발표, false", "시발, WHOLE, 시발역, false", "시발, WHOLE, 아 시발!, true",
			"시발, WHOLE, 시 발, true", "ㅅㅂ, ANYWHERE, 옷벗어, false", "ㅅㅂ, ANYWHERE, 아ㅅㅂ, true", "년, WHOLE, 작년, false",
			"년, WHOLE, 3년, false", "년, ANYWHERE, 작년, true", "ass, WHOLE, class, false", "ass, WHOLE, a s s, true",
			"ass, WHOLE, as sat, false", "ass, ANYWHERE, was so, false", "ass, ANYWHERE, class, true",
			"죽어 버려, ANYWHERE, 꼭 죽어 버려라, true", "죽어 버려, ANYWHERE, 꼭죽어버려라, true", "죽어 버려, ANYWHERE, 꼭 죽 어버려라, false" })
	void appliesTheMatchMode(String word, WordMatch match, String text, boolean found) {
		assertThat(new WordMatcher(List.of(word(word, match))).matches(text)).isEqualTo(found);
	}

	@ParameterizedTest
	@CsvSource({ "년, WHOLE", "ass, WHOLE", "a s s, WHOLE", "hell, WHOLE", "바보, ANYWHERE", "idiot, ANYWHERE" })
	void matchesShortWordsAsWholeByDefault(String word, WordMatch usual) {
		assertThat(WordMatch.defaultFor(word)).isEqualTo(usual);
	}

	@Test
	void findsEachOfThousandsOfWords() {
		String[] words = IntStream.range(0, 5000)
			.mapToObj((number) -> "w" + Integer.toString(number, 3) + "w")
			.toArray(String[]::new);
		WordMatcher matcher = matcher(words);
		assertThat(words).allMatch((word) -> matcher.matches("the " + word + " here"));
		assertThat(matcher.matches("안녕하세요, 이 웹툰 정말 재미있어요. Great story and drawings, thank you!")).isFalse();
	}

	@Test
	void findsNothingWithoutWords() {
		assertThat(matcher().matches("바보")).isFalse();
		assertThat(matcher("...", " ").matches("...")).isFalse();
	}

	private static WordMatcher matcher(String... words) {
		return new WordMatcher(Stream.of(words).map((word) -> word(word, WordMatch.ANYWHERE)).toList());
	}

	private static BannedWord word(String word, WordMatch match) {
		return new BannedWord(0, word, match, Instant.EPOCH);
	}

}
