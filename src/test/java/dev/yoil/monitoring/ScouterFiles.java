package dev.yoil.monitoring;

import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;

/**
 * The folder {@code scouter} of the repository.
 */
final class ScouterFiles {

	static final Path FOLDER = Path.of("scouter").toAbsolutePath();

	/** Written by the build, with the class path of the collector in it. */
	private static final Path CLASS_PATH = Path.of("target/scouter/collector.classpath");

	private ScouterFiles() {
	}

	static String text(String name) throws IOException {
		return Files.readString(FOLDER.resolve(name));
	}

	/**
	 * The jars of the collector.
	 */
	static List<Path> collector() throws IOException {
		assertBuilt();
		return List.of(Files.readString(CLASS_PATH).split(System.getProperty("path.separator")))
			.stream()
			.map(Path::of)
			.toList();
	}

	private static void assertBuilt() {
		if (!Files.exists(CLASS_PATH)) {
			throw new AssertionError(CLASS_PATH + " is missing. Run mvn -Pfull process-test-classes, which writes it.");
		}
	}

	/**
	 * The keys that the agent reads.
	 */
	static Set<String> agentKeys() throws IOException {
		try (InputStream keys = ScouterFiles.class.getResourceAsStream("agent-keys-2.21.2.txt")) {
			Set<String> known = new TreeSet<>();
			new String(keys.readAllBytes(), StandardCharsets.UTF_8).lines()
				.filter((line) -> !line.startsWith("#"))
				.forEach(known::add);
			return known;
		}
	}

	/**
	 * The settings of a configuration, as Scouter reads it.
	 */
	static Properties settings(String text) throws IOException {
		Properties settings = new Properties();
		try (Reader reader = new StringReader(text)) {
			settings.load(reader);
		}
		return settings;
	}

}
