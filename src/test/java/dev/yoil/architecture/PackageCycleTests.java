package dev.yoil.architecture;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Package cycles in the sources. Byte code does not show uses of constants.
 */
class PackageCycleTests {

	private static final List<Path> SOURCES = List.of(Path.of("library"), Path.of("src/main/java"));

	private static final Pattern STRING_OR_COMMENT = Pattern
		.compile("\"(?:\\\\.|[^\"\\\\\n])*\"|/\\*(?s:.*?)\\*/|//.*");

	private static final Pattern PACKAGE = Pattern.compile("(?m)^package ([\\w.]+);");

	/** The package of an import, or of a fully qualified name. */
	private static final Pattern USE = Pattern.compile("\\b(dev\\.yoil(?:\\.[a-z]\\w*)*)\\.[A-Z*]");

	@Test
	void packagesFormNoCycle() throws IOException {
		List<String> sources = new ArrayList<>();
		for (Path folder : SOURCES) {
			try (Stream<Path> files = Files.walk(folder)) {
				files.filter((file) -> file.toString().endsWith(".java") && file.toString().contains("main/java"))
					.map(PackageCycleTests::read)
					.forEach(sources::add);
			}
		}
		assertThat(cyclic(sources.stream())).isEmpty();
	}

	@Test
	void findsPlantedCycles() {
		String a = "package dev.yoil.a;\nimport static dev.yoil.b.B.CONSTANT;\n";
		assertThat(cyclic(Stream.of(a, "package dev.yoil.b;\nimport dev.yoil.c.C;\n",
				"package dev.yoil.c;\nclass C { String a = dev.yoil.a.A.NAME; }")))
			.containsExactly("dev.yoil.a", "dev.yoil.b", "dev.yoil.c");
		assertThat(cyclic(Stream.of(a, "package dev.yoil.b;\n/** {@link dev.yoil.a.A} */ // dev.yoil.a.A\n"
				+ "class B { String name = \"dev.yoil.a.A\"; }")))
			.isEmpty();
	}

	/**
	 * Returns the packages that remain after packages without a used package are removed
	 * repeatedly.
	 */
	private static Set<String> cyclic(Stream<String> sources) {
		Map<String, Set<String>> uses = new HashMap<>();
		sources.map((source) -> STRING_OR_COMMENT.matcher(source).replaceAll("")).forEach((source) -> {
			String own = PACKAGE.matcher(source).results().findFirst().orElseThrow().group(1);
			uses.computeIfAbsent(own, (first) -> new TreeSet<>()).addAll(used(source, own));
		});
		Set<String> left = new TreeSet<>(uses.keySet());
		while (left.removeIf((each) -> Collections.disjoint(uses.get(each), Set.copyOf(left)))) {
			// until no package is removed
		}
		return left;
	}

	private static Set<String> used(String source, String own) {
		return USE.matcher(source)
			.results()
			.map((found) -> found.group(1))
			.filter((other) -> !other.equals(own))
			.collect(Collectors.toSet());
	}

	private static String read(Path file) {
		try {
			return Files.readString(file);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
