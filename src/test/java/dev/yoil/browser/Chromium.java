package dev.yoil.browser;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

/**
 * A Chromium on this machine, and the driver that belongs to it. Nothing is ever
 * downloaded: what is not here is not used.
 *
 * @param browser the program
 * @param driver its driver
 */
record Chromium(Path browser, Path driver) {

	/** What to do where there is none. */
	static final String REMEDY = "On Debian: apt-get install chromium chromium-driver fonts-noto-cjk;"
			+ " elsewhere, say where they are in YOIL_CHROMIUM and YOIL_CHROMEDRIVER.";

	/**
	 * Finds it: where the environment says, else on the path, else where Debian and its
	 * relatives have it.
	 * @param environment as {@link System#getenv()}
	 */
	static Optional<Chromium> find(Map<String, String> environment) {
		return program(environment, "YOIL_CHROMIUM", "chromium", "chromium-browser", "google-chrome")
			.flatMap((browser) -> program(environment, "YOIL_CHROMEDRIVER", "chromedriver")
				.map((driver) -> new Chromium(browser, driver)));
	}

	private static Optional<Path> program(Map<String, String> environment, String variable, String... names) {
		String told = environment.get(variable);
		if (told != null) {
			if (!Files.isExecutable(Path.of(told))) {
				throw new IllegalStateException(
						"%s is '%s', which is no program. Set it to one, or not at all.".formatted(variable, told));
			}
			return Optional.of(Path.of(told));
		}
		return Stream.concat(folders(environment.get("PATH")), Stream.of("/usr/bin", "/usr/lib/chromium", "/snap/bin"))
			.flatMap((folder) -> Stream.of(names).map((name) -> Path.of(folder, name)))
			.filter(Files::isExecutable)
			.findFirst();
	}

	private static Stream<String> folders(@Nullable String path) {
		return Stream.of(Optional.ofNullable(path).orElse("").split(File.pathSeparator))
			.filter((folder) -> !folder.isBlank());
	}

}
