package dev.yoil.browser;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/**
 * The search for a browser on this machine.
 */
class BrowserSearchTests {

	@Test
	void prefersTheEnvironment(@TempDir Path folder) throws Exception {
		Path browser = program(folder, "my-browser");
		Path driver = program(folder, "my-driver");
		assertThat(Chromium
			.find(Map.of("YOIL_CHROMIUM", browser.toString(), "YOIL_CHROMEDRIVER", driver.toString(), "PATH", "")))
			.contains(new Chromium(browser, driver));
	}

	@Test
	void searchesThePath(@TempDir Path folder) throws Exception {
		Path browser = program(folder, "chromium");
		Path driver = program(folder, "chromedriver");
		assertThat(Chromium.find(Map.of("PATH", folder.toString()))).contains(new Chromium(browser, driver));
	}

	@Test
	void rejectsMissingPrograms(@TempDir Path folder) {
		assertThatThrownBy(() -> Chromium.find(Map.of("YOIL_CHROMIUM", folder.resolve("none").toString())))
			.isInstanceOf(IllegalStateException.class)
			.hasMessageContaining("YOIL_CHROMIUM is ")
			.hasMessageContaining("which is no program");
	}

	private static Path program(Path folder, String name) throws Exception {
		Path program = Files.createFile(folder.resolve(name));
		assertThat(program.toFile().setExecutable(true)).isTrue();
		return program;
	}

}
