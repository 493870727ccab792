package dev.yoil.architecture;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Refuses words that docs/glossary.md has replaced, and words that plain English does not
 * need.
 */
class RetiredWordsTests {

	private static final Pattern RETIRED = Pattern.compile(
			"(?<![-'])\\b(?:[Ww]hoever|[Ww]hatever|[Mm]eanwhile|[Nn]obody|[Ss]omebody|dearer|anew|in earnest|by and by"
					+ "|for want of|makes no sense|no notice of|answers a second|a second of a processor|ledger|asleep"
					+ "|illness)\\b");

	private static final Pattern FILES = Pattern.compile(".*\\.(java|md|js|xml|xsd|ya?ml|groovy|properties|html)");

	private static final List<Path> ROOTS = Stream
		.of("src", "docs", "lab/src", "lab/README.md", "bench/src", "library", "cluster", "config", "deploy",
				"monitoring", "samples", "ngrinder-scripts", "scouter", "README.md", "CONTRIBUTING.md", "CHANGELOG.md",
				"pom.xml", "lab/pom.xml", "ehcache.xml")
		.map(Path::of)
		.toList();

	@Test
	void areNotUsed() throws IOException {
		for (Path root : ROOTS) {
			assertThat(retired(root)).as(root.toString()).isEmpty();
		}
	}

	@Test
	void areFound(@TempDir Path folder) throws IOException {
		Files.writeString(folder.resolve("A.java"), "// Waits for whoever asks.\n// Done.");
		assertThat(retired(folder)).singleElement().asString().endsWith("A.java: whoever");
	}

	private static List<String> retired(Path root) throws IOException {
		try (Stream<Path> files = Files.walk(root)) {
			return files.filter((file) -> FILES.matcher(file.toString()).matches())
				.filter((file) -> !file.toString().contains("target/") && !file.endsWith("RetiredWordsTests.java"))
				.flatMap(RetiredWordsTests::matches)
				.toList();
		}
	}

	private static Stream<String> matches(Path file) {
		try {
			Matcher matcher = RETIRED.matcher(Files.readString(file));
			return matcher.results().map(MatchResult::group).map((word) -> file + ": " + word);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
