package dev.yoil.webtoon.moderation;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class WordMatcherTests {

	@Test
	void hasSomethingToLookForInEachCharacterThatTheDocumentAllowsInAQuery() {
		Pattern letter = Pattern.compile(BannedWordController.LETTER);
		assertThat(IntStream.range(0, Character.MAX_VALUE)
			.mapToObj(Character::toString)
			.filter(letter.asMatchPredicate())
			.filter((character) -> PlainText.of(character).characters().isEmpty())).isEmpty();
	}

	@ParameterizedTest
	@ValueSource(strings = { "바보", "너 바보야", "이바보야", "바 보", "바  보!", "바.보", "너는 바-보야", "바\u200B보", "바\u00AD보", "바\n보",
			"바\u3164보", "ㅂㅏㅂㅗ", "ㅂ ㅏ ㅂ ㅗ", "ㅂ.ㅏ.ㅂ.ㅗ", "\uFFB2\uFFC2\uFFB2\uFFCC", "\u1107\u1161\u1107\u1169", "바1보",
			"바보ㅋㅋ", "ㅋㅋ바보", "바^^보", "a바보b", "바\u0301보", "'바'보", "ㅂㅏ보" })
	void findsAKoreanWordHoweverItIsWritten(String text) {
		assertThat(matcher("바보").matches(text)).isTrue();
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "바다 보물", "보바", "바볼", "아바 보물", "바 보물", "다바 보", "바, 보물", "나비.보물", "바다보", "발보" })
	void doesNotFindAKoreanWordThatIsNotThere(String text) {
		assertThat(matcher("바보").matches(text)).isFalse();
	}

	@ParameterizedTest
	@CsvSource({ "시발, 다시 발표, false", "시발, 다시발표, true", "시발, 시 발, true", "시발, 다시.발표, false", "시발, 아 시.발 뭐야, true",
			"사람, ㅅㅏㄹㅏㅁ, true", "닭, ㄷㅏㄹㄱ, true", "닭, ㄷㅏㄺ, true", "과자점, ㄱㅗㅏㅈㅏㅈㅓㅁ, true", "ㅅㅂ, 아 ㅅㅂ, true",
			"ㅅㅂ, 옷벗어, false", "ㅅㅂ, ㅅ ㅂ, true", "없다, ㅇㅓㅂㅅㄷㅏ, true", "의사, ㅇㅡㅣㅅㅏ, true", "년, 작년, false", "년, 이 년!, true",
			"년, 년이, false" })
	void looksAtTheLettersOfKorean(String word, String text, boolean found) {
		assertThat(matcher(word).matches(text)).isEqualTo(found);
	}

	@ParameterizedTest
	@CsvSource({ "년, 3년, false", "년, 2년 만에, false", "년, 3 년 전에, false", "년, ３년, false", "년, 약3년, false",
			"년, 약 10 년, false", "년, 2018년, false", "년, 18년, false", "년, TV3년, false", "年, 3年, false",
			"년, 3년 이 년!, true", "년, 3. 년, true", "년, 이 년1, true", "년, 5점 년, true", "18년, 이 18년, true",
			"18년, 2018년, false", "바보, 3바보, true", "바보, 2 바보, true", "ass, 3 ass, true" })
	void takesASyllableBehindANumberForWhatIsCounted(String word, String text, boolean found) {
		assertThat(matcher(word).matches(text)).isEqualTo(found);
	}

	@ParameterizedTest
	@ValueSource(strings = { "idiot", "IDIOT", "you Idiot!", "i d i o t", "i.d.i.o.t", "іdіоt", "ιdιοτ", "ID1OT",
			"1d10t", "!d!ot...id!ot", "ídïöt", "ｉｄｉｏｔ", "𝐢𝐝𝐢𝐨𝐭", "i\u200Dd\u200Diot", "ⓘⓓⓘⓞⓣ", "idiots",
			"superidiot", "id|ot", "ІDІОТ" })
	void findsALatinWordHoweverItIsWritten(String text) {
		assertThat(matcher("idiot").matches(text)).isTrue();
	}

	@ParameterizedTest
	@CsvSource({ "ass, class, false", "ass, ass, true", "ass, a$$, true", "ass, a s s, true", "ass, as sat, false",
			"ass, has s, false", "ass, was so, false", "ass, ass라니, true", "ass, 455, false", "hell, hell!, true",
			"hell, he11, true", "hell, hello, false", "hell, shell, false", "bum, burn, false", "fail, fall, false",
			"lol, 101, false", "Вор, вор, true", "вор, BOP, true", "drawing, d raw ing, true",
			"rawhide, draw hide, false", "18, 2018, false", "18, 18놈아, true", "damn, damn!!, true", "damn, d**n, false",
			"idiot, id iot, true", "idiot, valid iota, false", "죽어 버려, 꼭 죽어 버려라, true", "죽어 버려, 죽어버려라, true",
			"straße, STRASSE, true" })
	void tellsWordsApart(String word, String text, boolean found) {
		assertThat(matcher(word).matches(text)).isEqualTo(found);
	}

	@ParameterizedTest
	@CsvSource({ "시발, 다시발표, false", "시발, 시발역, false", "자지, 그림자지만, false", "시발, 아 시발!, true", "시발, 시 발, true",
			"시발, ㅅㅣㅂㅏㄹ, true", "시발, 시발ㅋㅋ, false", "시발, 시발lol, true", "시발, 시발아, false", "보지, 보지 못했다, true",
			"새끼, 강아지 새끼, true", "idiot, idiots, false", "idiot, id1ot!, true", "시발, 3시발, true" })
	void findsAWholeWordOnlyWhereItStandsAlone(String word, String text, boolean found) {
		assertThat(matcher(word, WordMatch.WHOLE).matches(text)).isEqualTo(found);
	}

	@ParameterizedTest
	@CsvSource({ "ass, class, true", "년, 작년, true", "년, 3년, true", "ㅅㅂ, 옷벗어, false" })
	void findsAShortWordAnywhereIfToldTo(String word, String text, boolean found) {
		assertThat(matcher(word, WordMatch.ANYWHERE).matches(text)).isEqualTo(found);
	}

	@Test
	void findsEveryOneOfThousandsOfWords() {
		Random random = new Random(6);
		List<String> words = new ArrayList<>();
		for (int number = 0; number < 10_000; number++) {
			words.add(number % 2 == 0 ? syllables(random, 3 + random.nextInt(4))
					: letters(random, 6 + random.nextInt(6)));
		}
		WordMatcher matcher = matcher(words.toArray(String[]::new));
		for (String word : words) {
			assertThat(matcher.matches("그 " + word + " 말")).as(word).isTrue();
			assertThat(matcher.matches(String.join(" ", word.split("")))).as(word).isTrue();
		}
		assertThat(matcher.matches("안녕하세요, 이 웹툰 정말 재미있어요. Great story and drawings, thank you!")).isFalse();
	}

	@Test
	void findsNothingWithoutWords() {
		assertThat(matcher().matches("바보")).isFalse();
		assertThat(matcher("...", " ").matches("...")).isFalse();
	}

	@Test
	void takesAnyText() {
		WordMatcher matcher = matcher("바보", "idiot");
		assertThat(matcher.matches("\uD800 \uDC00\u0000\uFFFF\uDBFF")).isFalse();
		assertThat(matcher.matches("\uD83D\uDE00바\uD83D\uDE00보")).isTrue();
		assertThat(matcher.matches("\uFDFA".repeat(1000))).isFalse();
		assertThat(matcher.matches("1".repeat(100_000) + "a")).isFalse();
	}

	private static WordMatcher matcher(String word, WordMatch match) {
		return new WordMatcher(List.of(new BannedWord(0, word, match, Instant.EPOCH)));
	}

	/**
	 * For words that are found where those of their length usually are.
	 */
	private static WordMatcher matcher(String... words) {
		return new WordMatcher(
				Stream.of(words).map((word) -> new BannedWord(0, word, WordMatch.usual(word), Instant.EPOCH)).toList());
	}

	private static String syllables(Random random, int count) {
		return random.ints(count, 0xAC00, 0xD7A4)
			.collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
			.toString();
	}

	private static String letters(Random random, int count) {
		return random.ints(count, 'a', 'z' + 1)
			.collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
			.toString();
	}

}
