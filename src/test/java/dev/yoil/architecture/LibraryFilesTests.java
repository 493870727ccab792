package dev.yoil.architecture;

import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Auto-configuration files and versions, which the builds of the library and the site
 * must share.
 */
class LibraryFilesTests {

	private static final String IMPORTS = "spring/org.springframework.boot.autoconfigure.AutoConfiguration.imports";

	private static final Path SITE = Path.of("src/main/resources/META-INF");

	private static final Path STARTER = Path.of("library/starter/src/main/resources/META-INF");

	private static final Path REPRESENTATION = Path.of("library/representation/src/main/resources/META-INF");

	private static final Predicate<String> OF_THE_LIBRARY = Pattern.compile("^dev\\.yoil\\.(ehcache|representation)\\.")
		.asPredicate();

	private static final Pattern VERSION = Pattern.compile("<([a-z.-]+\\.version)>(.+)</\\1>");

	private static final Pattern PARENT = Pattern.compile("(?s)<parent>.*?</parent>");

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

	/**
	 * Each jar has the license and the notice of Yoil in META-INF.
	 */
	@ParameterizedTest
	@ValueSource(strings = { "pom.xml", "library/pom.xml" })
	void packageTheLicense(Path pom) throws IOException {
		assertThat(Path.of("LICENSE")).isRegularFile();
		assertThat(Path.of("NOTICE")).isRegularFile();
		assertThat(Files.readString(pom)).containsPattern("<include>LICENSE</include>\\s*<include>NOTICE</include>"
				+ "\\s*</includes>\\s*<targetPath>META-INF</targetPath>");
	}

	@ParameterizedTest
	@ValueSource(strings = { "library/pom.xml", "library/starter/pom.xml", "library/consumer/pom.xml" })
	void haveTheSameVersions(Path pom) throws IOException {
		Map<String, String> site = versions(Path.of("pom.xml"));
		Map<String, String> library = versions(pom);
		library.keySet().retainAll(site.keySet());
		assertThat(library).isNotEmpty();
		assertThat(site).containsAllEntriesOf(library);
	}

	@ParameterizedTest
	@ValueSource(strings = { "library/pom.xml", "library/consumer/pom.xml" })
	void haveTheSameParent(Path pom) throws IOException {
		assertThat(parent(pom)).isEqualTo(parent(Path.of("pom.xml")));
	}

	@ParameterizedTest
	@CsvSource({ "resources/ehcache.xml, <cache alias=\"offers\">, </cache>",
			"java/com/example/shop/Offers.java, @Cacheable, return this.representations.kept(List.of",
			"java/com/example/shop/OfferController.java, @Keyed, }" })
	void showExamplesThatTheConsumerRuns(String file, String begin, String end) {
		Pattern example = Pattern.compile("(?s)" + Pattern.quote(begin) + ".*?" + Pattern.quote(end));
		String run = example.matcher(text(Path.of("library/consumer/src/test", file)))
			.results()
			.findFirst()
			.orElseThrow()
			.group();
		assertThat(Stream.of("guide.md", "guide.ko.md").map((guide) -> text(Path.of("docs/library", guide))))
			.allSatisfy((guide) -> assertThat(guide).containsIgnoringWhitespaces(run));
	}

	private static Map<String, String> versions(Path pom) throws IOException {
		return VERSION.matcher(Files.readString(pom))
			.results()
			.collect(Collectors.toMap((found) -> found.group(1), (found) -> found.group(2)));
	}

	private static String parent(Path pom) throws IOException {
		return PARENT.matcher(Files.readString(pom)).results().findFirst().orElseThrow().group();
	}

	private static Stream<String> lines(Path jar) {
		return text(jar.resolve(IMPORTS)).lines();
	}

	private static String text(Path file) {
		try {
			return Files.readString(file);
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
