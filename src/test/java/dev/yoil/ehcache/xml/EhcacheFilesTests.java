package dev.yoil.ehcache.xml;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import org.springframework.core.io.FileSystemResource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Files as people have them: beside each is what becomes of it, the caches that it
 * declares or the message that refuses it.
 */
class EhcacheFilesTests {

	private static final Path FILES = Path.of("src/test/resources/dev/yoil/ehcache/xml/files");

	@ParameterizedTest
	@MethodSource
	void loadsOrRefuses(String file) throws Exception {
		Path becomes = FILES.resolve(file.replace(".xml", ".txt"));
		assertThat(become(file)).isEqualToNormalizingNewlines(Files.readString(becomes).stripTrailing());
	}

	static Stream<String> loadsOrRefuses() throws IOException {
		try (Stream<Path> files = Files.list(FILES)) {
			return files.map((file) -> file.getFileName().toString())
				.filter((name) -> name.endsWith(".xml"))
				.sorted()
				.toList()
				.stream();
		}
	}

	private static String become(String file) throws Exception {
		try {
			EhcacheXml read = EhcacheXml.read(file, new FileSystemResource(FILES.resolve(file)));
			// What is accepted is right by Ehcache's schema, too.
			EhcacheReader.validate(EhcacheReader.parse(Files.readString(FILES.resolve(file))));
			return Stream.concat(read.caches().stream().map(EhcacheFilesTests::text), Stream.ofNullable(read.warning()))
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
		return cache.name() + ": " + cache.types().key().getSimpleName() + " to "
				+ cache.types().value().getSimpleName() + ", "
				+ ((cache.capacity() != null) ? cache.capacity() + " entries, " : cache.capacityBytes() + " bytes, ")
				+ cache.policy() + listeners;
	}

}
