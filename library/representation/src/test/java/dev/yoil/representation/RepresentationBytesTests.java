package dev.yoil.representation;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Instant;
import java.util.zip.GZIPOutputStream;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class RepresentationBytesTests {

	private static final int MOST = 16 << 20;

	private static byte[] bytes(int length) throws IOException {
		ByteArrayOutputStream compressed = new ByteArrayOutputStream();
		try (GZIPOutputStream gzip = new GZIPOutputStream(compressed)) {
			gzip.write(new byte[length]);
		}
		return RepresentationBytes.of(new Representation(new byte[0], compressed.toByteArray(),
				new SentAs("text/plain", "", "no-store"), Instant.EPOCH));
	}

	@Test
	void limitsTheDecompressedSize() throws IOException {
		byte[] largest = bytes(MOST);
		assertThat(largest).hasSizeLessThan(20_000);
		assertThat(RepresentationBytes.read(largest).bytes(ContentCoding.IDENTITY)).hasSize(MOST);
		byte[] tooLarge = bytes(MOST + 1);
		assertThatIllegalArgumentException().isThrownBy(() -> RepresentationBytes.read(tooLarge))
			.withMessageContaining("16 MB");
	}

}
