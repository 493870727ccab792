package dev.yoil.webtoon.thumbnail;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.IntStream;

import javax.xml.parsers.DocumentBuilderFactory;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.w3c.dom.Element;

import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.server.ResponseStatusException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class ThumbnailTests {

	private final ThumbnailController thumbnails = new ThumbnailController();

	@Test
	void isAnSvgThatBrowsersKeepForAYear() {
		ResponseEntity<byte[]> answer = this.thumbnails.thumbnail("1");
		assertThat(answer.getHeaders().getContentType()).hasToString("image/svg+xml");
		assertThat(answer.getHeaders().getCacheControl().split(", ")).containsExactlyInAnyOrder("public",
				"max-age=31536000", "immutable");
	}

	@Test
	void dependsOnTheNumberAlone() {
		assertThat(draw("7"))
			.isEqualTo(new String(new ThumbnailController().thumbnail("7").getBody(), StandardCharsets.US_ASCII));
		Set<String> pictures = new HashSet<>();
		IntStream.rangeClosed(1, 1000).forEach((number) -> pictures.add(draw(Integer.toString(number))));
		assertThat(pictures).hasSize(1000);
	}

	@Test
	void isTheSameInEveryLanguageOfTheServer() {
		List<String> before = drawHundred();
		Locale language = Locale.getDefault();
		try {
			// Formats numbers in digits of its own.
			Locale.setDefault(Locale.forLanguageTag("ar-EG-u-nu-arab"));
			assertThat("%d".formatted(1)).isEqualTo("\u0661");
			assertThat(drawHundred()).isEqualTo(before);
		}
		finally {
			Locale.setDefault(language);
		}
	}

	@Test
	void staysTheSameFromReleaseToRelease() {
		// Browsers keep pictures for a year; a change mixes old with new ones.
		assertThat(String.join("", drawHundred()).hashCode()).isEqualTo(-878508811);
	}

	@ParameterizedTest
	@ValueSource(strings = { "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "18", "22", "9223372036854775807" })
	void isASmallDrawingWithoutTextScriptOrReferences(String number) throws Exception {
		String svg = draw(number);
		Element root = DocumentBuilderFactory.newInstance()
			.newDocumentBuilder()
			.parse(new ByteArrayInputStream(svg.getBytes(StandardCharsets.US_ASCII)))
			.getDocumentElement();
		assertThat(root.getAttribute("viewBox")).isEqualTo("0 0 300 400");
		assertThat(svg.replace("http://www.w3.org/2000/svg", "")).hasSizeBetween(700, 30_000)
			.doesNotContain("<text", "<script", "href", "http", "<!", "<?", "style", "import");
	}

	@ParameterizedTest
	@ValueSource(strings = { "0", "-1", "+1", "01", "1.5", "1e3", "0x1", "x", " ", "١", "9223372036854775808",
			"99999999999999999999" })
	void isNotFoundForAnythingButAPositiveLong(String number) {
		assertThatExceptionOfType(ResponseStatusException.class).isThrownBy(() -> this.thumbnails.thumbnail(number))
			.satisfies((failure) -> assertThat(failure.getStatusCode()).isEqualTo(HttpStatus.NOT_FOUND))
			.withMessageContaining("from 1 to 9223372036854775807");
	}

	private List<String> drawHundred() {
		return IntStream.rangeClosed(1, 100).mapToObj((number) -> draw(Integer.toString(number))).toList();
	}

	private String draw(String number) {
		return new String(this.thumbnails.thumbnail(number).getBody(), StandardCharsets.US_ASCII);
	}

}
