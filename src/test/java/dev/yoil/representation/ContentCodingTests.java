package dev.yoil.representation;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class ContentCodingTests {

	@ParameterizedTest
	@CsvSource(delimiter = '|', nullValues = "none",
			value = { "none | IDENTITY", "'' | IDENTITY", "gzip | GZIP", "x-gzip | GZIP", "GZIP | GZIP",
					"gzip, deflate, br, zstd | GZIP", "gzip;q=0 | IDENTITY", "br | IDENTITY", "* | GZIP",
					"*;q=0.1 | GZIP", "identity;q=0 | none", "*;q=0 | none", "gzip;q=0, identity;q=0 | none",
					"identity;q=0, gzip | GZIP", "identity;q=0, * | GZIP", "gzip;q=0, * | IDENTITY",
					"identity;q=1, gzip;q=0.5 | IDENTITY", "identity;q=0.5 , gzip ; q=0.8 | GZIP",
					"gzip;q=0.5, *;q=0.9 | IDENTITY", "gzip;q=nonsense | IDENTITY", "gzip;q=0x1p-1 | IDENTITY",
					"identity; | IDENTITY", "identity;q=1.0;x=1 | IDENTITY", "deflate, *;q=x | IDENTITY",
					"gzip;q=1.5 | IDENTITY", "',;q=1,,gzip;level=9' | IDENTITY" })
	void isTheOneThatTheClientPrefers(@Nullable String acceptEncoding, @Nullable ContentCoding preferred) {
		assertThat(ContentCoding.preferred(acceptEncoding)).isEqualTo(preferred);
	}

}
