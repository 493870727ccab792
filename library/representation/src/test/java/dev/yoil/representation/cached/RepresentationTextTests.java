package dev.yoil.representation.cached;

import java.io.IOException;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.function.Supplier;

import dev.yoil.ehcache.internal.KeyText;
import dev.yoil.ehcache.spi.ValueText;
import dev.yoil.representation.Brotli;
import dev.yoil.representation.ContentCoding;
import dev.yoil.representation.Representation;
import dev.yoil.representation.Representations;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;

class RepresentationTextTests {

	private static final Clock CLOCK = Clock.fixed(Instant.EPOCH, ZoneOffset.UTC);

	private final RepresentationText renderer = new RepresentationText();

	@Test
	void compressesNothing() {
		Representation representation = representations(true).of("value");
		assertThat(this.renderer.render(representation, ValueText.SHOWN).details()).containsEntry("bytes", 7)
			.containsEntry("gzipBytes", null)
			.containsEntry("madeAt", Instant.EPOCH);
		assertThat(representation.length(ContentCoding.GZIP)).isNull();
	}

	@Test
	void showsBothSizesOfCachedRepresentations() {
		assertThat(this.renderer.render(representations(true).kept("x".repeat(10_000)), ValueText.SHOWN)
			.details()
			.get("gzipBytes")).asInstanceOf(InstanceOfAssertFactories.INTEGER).isBetween(20, 100);
		assertThat(representations(false).kept("value").length(ContentCoding.GZIP)).as("with caching switched off")
			.isNull();
	}

	@Test
	void showsBrotliOnceReady() throws IOException {
		Representation representation = representations(true).kept("x".repeat(10_000));
		assertThat(this.renderer.render(representation, ValueText.SHOWN).details()).doesNotContainKey("brotliBytes");
		Brotli.compress(representation);
		assertThat(this.renderer.render(representation, ValueText.SHOWN).details())
			.containsEntry("brotliBytes", representation.length(ContentCoding.BROTLI))
			.containsEntry("brotliEtag", representation.etag(ContentCoding.BROTLI));
	}

	@ParameterizedTest
	@ValueSource(strings = { "a", "é", "월", "😀" })
	void truncatesLikeOtherTexts(String character) {
		for (int length : new int[] { 0, 1, 498, 499, 500, 997, 998, 999, 1_000, 5_000 }) {
			String json = '"' + character.repeat(length) + '"';
			ValueText text = this.renderer.render(representations(true).of(character.repeat(length)), ValueText.SHOWN);
			assertThat(text.text()).isEqualTo(KeyText.cut(json, ValueText.SHOWN));
			assertThat(text.length()).isEqualTo(json.length());
		}
	}

	@Test
	void leavesOtherValuesToTheNextRenderer() {
		assertThat(this.renderer.render(null, ValueText.SHOWN)).isNull();
		assertThat(this.renderer.size("other")).isNull();
	}

	private static Representations representations(boolean caching) {
		return new Representations(JsonMapper.shared(), CLOCK, caching, Supplier::get);
	}

}
