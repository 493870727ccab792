package dev.yoil.webtoon;

import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import dev.yoil.webtoon.validation.Text;
import jakarta.validation.ConstraintViolation;
import jakarta.validation.Validation;
import jakarta.validation.Validator;
import jakarta.validation.ValidatorFactory;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Validation of texts. Escapes distinguish similar characters.
 */
class TextTests {

	private static ValidatorFactory factory;

	private static Validator validator;

	@BeforeAll
	static void begin() {
		factory = Validation.buildDefaultValidatorFactory();
		validator = factory.getValidator();
	}

	@AfterAll
	static void end() {
		factory.close();
	}

	@ParameterizedTest
	@ValueSource(strings = { "a", "요일", "a b", "12345", "<b>'\"", "\u05d0\u05d1",
			// A family of four, held together by characters that are not seen.
			"\ud83d\udc68\u200d\ud83d\udc69", "\ud83d\ude00\ud83d\ude00\ud83d\ude00\ud83d\ude00\ud83d\ude00" })
	void acceptsTexts(String text) {
		assertThat(complaints(new Line(text))).isEmpty();
		assertThat(complaints(new Lines(text))).isEmpty();
	}

	static Stream<@Nullable String> tooShortOrTooLong() {
		return Stream.of(null, "", "     ", "\u3000", "\n", "123456", "\ud83d\ude00".repeat(6));
	}

	@ParameterizedTest
	@MethodSource("tooShortOrTooLong")
	void rejectsInvalidLengths(@Nullable String text) {
		assertThat(complaints(new Line(text))).containsExactly("must have 1 to 5 characters, not only spaces");
	}

	@ParameterizedTest
	@ValueSource(strings = { "a\u0000b", "a\u0007", "a\rb", "a\tb", "a\u007fb", "a\u0085b", "a\u2028b", "\ud83d",
			"\ude00a", "a\ude00\ud83d", "a\u202eb", "a\u2066b" })
	void rejectsControlCharactersAndUnpairedSurrogates(String text) {
		assertThat(complaints(new Line(text)))
			.containsExactly("must not contain control characters or half of a character");
		assertThat(complaints(new Lines(text)))
			.containsExactly("must not contain control characters or half of a character");
	}

	@ParameterizedTest
	@ValueSource(strings = { " a", "a ", "a\u3000", "\u2003a" })
	void rejectsSurroundingSpaces(String text) {
		assertThat(complaints(new Line(text))).containsExactly("must not begin or end with spaces");
	}

	@ParameterizedTest
	@ValueSource(strings = "a\nb")
	void allowsLineBreaksOnlyIfDeclared(String text) {
		assertThat(complaints(new Line(text))).hasSize(1);
		assertThat(complaints(new Lines(text))).isEmpty();
	}

	private static <T> Set<String> complaints(T written) {
		return validator.validate(written).stream().map(ConstraintViolation::getMessage).collect(Collectors.toSet());
	}

	record Line(@Text(max = 5) @Nullable String text) {
	}

	record Lines(@Text(max = 5, lines = true) @Nullable String text) {
	}

}
