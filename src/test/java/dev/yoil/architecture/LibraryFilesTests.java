package dev.yoil.architecture;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Versions and examples that the builds of the library and the service share.
 */
class LibraryFilesTests {

	private static final Pattern VERSION = Pattern.compile("<([a-z.-]+\\.version)>(.+)</\\1>");

	private static final Pattern PARENT = Pattern.compile("(?s)<parent>.*?</parent>");

	/**
	 * Each jar has the license and the notice of Yoil in META-INF.
	 */
	@ParameterizedTest
	@ValueSource(strings = { "src/pom.xml", "library/pom.xml" })
	void packageTheLicense(Path pom) throws IOException {
		assertThat(Path.of("LICENSE")).isRegularFile();
		assertThat(Path.of("NOTICE")).isRegularFile();
		assertThat(Files.readString(pom)).containsPattern("<include>LICENSE</include>\\s*<include>NOTICE</include>"
				+ "\\s*</includes>\\s*<targetPath>META-INF</targetPath>");
	}

	@ParameterizedTest
	@ValueSource(strings = { "library/pom.xml", "library/consumer/pom.xml" })
	void haveTheSameVersions(Path pom) throws IOException {
		Map<String, String> site = versions(Path.of("src/pom.xml"));
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

	private static String text(Path file) {
		try {
			return Files.readString(file);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
