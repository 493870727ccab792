package dev.yoil.representation;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class ContentCodingTests {

	/** What a client accepts, what it gets without Brotli, and what with it. */
	@ParameterizedTest
	@CsvSource(delimiter = '|', nullValues = "none", value = { "none | IDENTITY | IDENTITY", "'' | IDENTITY | IDENTITY",
			"gzip | GZIP | GZIP", "x-gzip | GZIP | GZIP", "GZIP | GZIP | GZIP", "'gzip, deflate' | GZIP | GZIP",
			"gzip, deflate, br | GZIP | BROTLI", "gzip, deflate, br, zstd | GZIP | BROTLI", "br, gzip | GZIP | BROTLI",
			"BR | IDENTITY | BROTLI", "br | IDENTITY | BROTLI", "zstd | IDENTITY | IDENTITY",
			"brotli | IDENTITY | IDENTITY", "gzip;q=0 | IDENTITY | IDENTITY", "* | GZIP | BROTLI",
			"*;q=0.1 | GZIP | BROTLI", "br;q=0, * | GZIP | GZIP", "identity;q=0 | none | none", "*;q=0 | none | none",
			"gzip;q=0, identity;q=0 | none | none", "br, identity;q=0 | none | BROTLI", "br, *;q=0 | none | BROTLI",
			"br;q=0, *;q=0 | none | none", "identity;q=0, gzip | GZIP | GZIP", "identity;q=0, * | GZIP | BROTLI",
			"gzip;q=0, * | IDENTITY | BROTLI", "identity;q=1, gzip;q=0.5 | IDENTITY | IDENTITY",
			"identity;q=1, br;q=0.9 | IDENTITY | IDENTITY", "gzip, br;q=0.9 | GZIP | GZIP",
			"gzip;q=0.9, br | GZIP | BROTLI", "gzip;q=0.5, br;q=0.5, identity;q=0.5 | GZIP | BROTLI",
			"br;q=0.5, gzip;q=0.1, identity;q=0.2 | IDENTITY | BROTLI", "identity;q=0.5 , gzip ; q=0.8 | GZIP | GZIP",
			"identity;q=0.5 , br ; q=0.8 | IDENTITY | BROTLI", "gzip;q=0.5, *;q=0.9 | IDENTITY | BROTLI",
			"gzip;q=nonsense | IDENTITY | IDENTITY", "br;q=nonsense | IDENTITY | IDENTITY",
			"gzip;q=0x1p-1 | IDENTITY | IDENTITY", "identity; | IDENTITY | IDENTITY",
			"identity;q=1.0;x=1 | IDENTITY | IDENTITY", "deflate, *;q=x | IDENTITY | IDENTITY",
			"gzip;q=1.5 | IDENTITY | IDENTITY", "',;q=1,,gzip;level=9' | IDENTITY | IDENTITY" })
	void followsThePreferenceOfTheClient(@Nullable String acceptEncoding, @Nullable ContentCoding usual,
			@Nullable ContentCoding withBrotli) {
		assertThat(ContentCoding.preferred(acceptEncoding, false)).isEqualTo(usual);
		assertThat(ContentCoding.preferred(acceptEncoding, true)).isEqualTo(withBrotli);
	}

}
