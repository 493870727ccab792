package dev.yoil.representation;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

class BrotliTests {

	/**
	 * A killed process deletes nothing.
	 */
	@Test
	@EnabledOnOs(OS.LINUX)
	void leavesNoNativeFileAfterAKill(@TempDir Path folder) throws Exception {
		Process process = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
				"-Djava.io.tmpdir=" + folder, "-cp", System.getProperty("java.class.path"), Killed.class.getName())
			.inheritIO()
			.start();
		assertThat(process.waitFor()).isEqualTo(Killed.COMPRESSED);
		try (Stream<Path> left = Files.list(folder)) {
			assertThat(left).noneMatch((each) -> each.toString().contains("brotli"));
		}
	}

	static final class Killed {

		static final int COMPRESSED = 137;

		private Killed() {
		}

		public static void main(String[] arguments) throws Exception {
			Representation representation = new Representation("text".repeat(1000).getBytes(StandardCharsets.UTF_8),
					SentAs.JSON, Instant.EPOCH);
			Brotli.compress(representation);
			Runtime.getRuntime().halt(representation.isReady(ContentCoding.BROTLI) ? COMPRESSED : 1);
		}

	}

}
