package dev.yoil.architecture;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The files in {@code deploy}. {@code deploy/check} runs what they install.
 */
class DeployFilesTests {

	private static final String PORT = "8081";

	/**
	 * Otherwise clients that hold all threads or connections of the site also stop its
	 * probes, and a supervisor restarts it.
	 */
	@ParameterizedTest
	@CsvSource({ "Dockerfile, ENV", "yoil.service, Environment=" })
	void probesHaveAPortOfTheirOwn(String file, String keyword) throws IOException {
		assertThat(Files.readAllLines(Path.of("deploy", file))
			.stream()
			.map((line) -> line.replaceFirst(keyword, "").strip()))
			.contains("MANAGEMENT_SERVER_PORT=" + PORT, "MANAGEMENT_SERVER_ADDRESS=127.0.0.1");
	}

	@Test
	void prometheusScrapesThePortOfTheImage() throws IOException {
		assertThat(Files.readString(Path.of("deploy/compose.cluster.yaml")))
			.contains("targets: [yoil-1:%1$s, yoil-2:%1$s, yoil-3:%1$s]".formatted(PORT))
			.contains("MANAGEMENT_SERVER_ADDRESS: 0.0.0.0")
			.doesNotContain("MANAGEMENT_SERVER_PORT");
	}

}
