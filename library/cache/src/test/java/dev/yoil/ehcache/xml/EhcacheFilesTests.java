package dev.yoil.ehcache.xml;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.core.io.ByteArrayResource;
import org.springframework.core.io.FileSystemResource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Example files. The text file beside each contains its caches or its error.
 */
class EhcacheFilesTests {

	private static final Path FILES = Path.of("library/cache/src/test/resources/dev/yoil/ehcache/xml/files");

	@ParameterizedTest
	@MethodSource
	void readsOrRejects(String file) throws Exception {
		Path expected = FILES.resolve(file.replace(".xml", ".txt"));
		assertThat(read(file)).isEqualToNormalizingNewlines(Files.readString(expected).stripTrailing());
	}

	static Stream<String> readsOrRejects() throws IOException {
		try (Stream<Path> files = Files.list(FILES)) {
			return files.map((file) -> file.getFileName().toString())
				.filter((name) -> name.endsWith(".xml"))
				.sorted()
				.toList()
				.stream();
		}
	}

	/**
	 * The excerpt in the README, and the message after a mistake in it.
	 */
	@ParameterizedTest
	@ValueSource(strings = { "README.md", "README.ko.md" })
	void shipsTheFileOfTheReadme(String readme) throws Exception {
		String document = Files.readString(Path.of(readme));
		String excerpt = between(document, "```xml\n<cache", "```").indent(2);
		String shipped = Files.readString(Path.of("ehcache.xml"));
		assertThat(shipped).contains(excerpt);
		String mistaken = shipped.replace(excerpt, excerpt.replace("ttl=\"200s\"", "ttl=\"5\""));
		assertThatExceptionOfType(EhcacheXmlException.class)
			.isThrownBy(() -> EhcacheXml.read("/home/you/yoil/ehcache.xml",
					new ByteArrayResource(mistaken.getBytes(StandardCharsets.UTF_8))))
			.satisfies((ex) -> assertThat(document)
				.contains("```text\n" + ex.problem() + "\nAction: " + ex.remedy() + "\n```"));
	}

	private static String between(String text, String from, String to) {
		int begin = text.indexOf(from) + "```xml\n".length();
		return text.substring(begin, text.indexOf(to, begin));
	}

	private static String read(String file) throws Exception {
		try {
			EhcacheXml read = EhcacheXml.read(file, new FileSystemResource(FILES.resolve(file)));
			// Accepted files are valid by Ehcache's schema.
			EhcacheReader.validate(EhcacheReader.parse(Files.readString(FILES.resolve(file))));
			return Stream
				.of(Stream.ofNullable(read.persistence())
					.map((persistence) -> "disk tiers in " + persistence.directory()),
						read.caches().stream().map(EhcacheFilesTests::text), Stream.ofNullable(read.warning()))
				.flatMap((lines) -> lines)
				.collect(Collectors.joining("\n"));
		}
		catch (EhcacheXmlException ex) {
			return Objects.requireNonNull(ex.getMessage());
		}
	}

	private static String text(DeclaredCache cache) {
		String listeners = cache.listeners()
			.stream()
			.map((listener) -> " " + listener.firing() + " " + listener.ordering() + " "
					+ listener.events().stream().sorted().toList() + " to " + listener.type().getSimpleName())
			.collect(Collectors.joining());
		String tiers = ((cache.offHeapBytes() != null) ? "off-heap " + cache.offHeapBytes() + " bytes, " : "")
				+ ((cache.disk() != null)
						? (cache.disk().persistent() ? "persistent " : "") + "disk " + cache.disk().bytes() + " bytes, "
						: "");
		return cache.name() + ": " + cache.types().key().getSimpleName() + " to "
				+ cache.types().value().getSimpleName() + ", "
				+ ((cache.capacity() != null) ? cache.capacity() + " entries, " : cache.capacityBytes() + " bytes, ")
				+ tiers + limits(cache) + cache.policy() + listeners;
	}

	private static String limits(DeclaredCache cache) {
		List<String> limits = new ArrayList<>();
		if (cache.limits().objects() != null) {
			limits.add(cache.limits().objects() + " objects");
		}
		if (cache.limits().bytes() != null) {
			limits.add(cache.limits().bytes() + " bytes");
		}
		return limits.isEmpty() ? "" : "values of " + String.join(" and ", limits) + " at most, ";
	}

}
