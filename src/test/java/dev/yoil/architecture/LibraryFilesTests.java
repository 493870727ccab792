package dev.yoil.architecture;

import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The files by which Spring Boot finds the library: those of its jars name all that the
 * site's do, but for what is the site's own, and nothing else.
 */
class LibraryFilesTests {

	private static final String IMPORTS = "spring/org.springframework.boot.autoconfigure.AutoConfiguration.imports";

	private static final Path SITE = Path.of("src/main/resources/META-INF");

	private static final Path STARTER = Path.of("library/starter/src/main/resources/META-INF");

	private static final Path REPRESENTATION = Path.of("library/representation/src/main/resources/META-INF");

	private static final Predicate<String> OF_THE_LIBRARY = Pattern.compile("^dev\\.yoil\\.(ehcache|representation)\\.")
		.asPredicate();

	@Test
	void nameTheSameAutoConfigurations() throws IOException {
		assertThat(Files.readAllLines(SITE.resolve(IMPORTS))).filteredOn(OF_THE_LIBRARY)
			.containsExactlyElementsOf(Stream.of(STARTER, REPRESENTATION).flatMap((jar) -> lines(jar)).toList());
	}

	@Test
	void nameTheSameFactories() throws IOException {
		assertThat(factories(SITE).filter((entry) -> OF_THE_LIBRARY.test(entry.substring(entry.indexOf('=') + 1))))
			.isNotEmpty()
			.containsExactlyInAnyOrderElementsOf(factories(STARTER).toList());
	}

	private static Stream<String> lines(Path jar) {
		try {
			return Files.readAllLines(jar.resolve(IMPORTS)).stream();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private static Stream<String> factories(Path directory) throws IOException {
		Properties factories = new Properties();
		try (Reader reader = Files.newBufferedReader(directory.resolve("spring.factories"))) {
			factories.load(reader);
		}
		return factories.stringPropertyNames()
			.stream()
			.flatMap((type) -> Stream.of(factories.getProperty(type).split(",")).map((name) -> type + "=" + name));
	}

}
