package dev.yoil.architecture;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Checks that every relative link in the documents leads to a file and a heading.
 */
class DocumentLinksTests {

	private static final Pattern LINK = Pattern.compile("\\]\\(([^)\\s#:]*)(?:#([^)\\s]*))?\\)");

	private static final Pattern CODE_BLOCK = Pattern.compile("(?ms)^```.*?^```");

	private static final Pattern HEADING = Pattern.compile("(?m)^#+ (.*)$");

	private static final Set<String> SKIPPED = Set.of("target", "node_modules", ".git");

	@Test
	void linksLeadToFilesAndHeadings() throws IOException {
		assertThat(brokenLinks(Path.of(""))).isEmpty();
	}

	@Test
	void findsBrokenLinks(@TempDir Path folder) throws IOException {
		Files.writeString(folder.resolve("a.md"),
				"# One `two`\n[a](a.md#one-two) [b](b.md) [c](#three) [d](https://d/)");
		assertThat(brokenLinks(folder)).containsExactly("a.md: b.md", "a.md: #three");
	}

	private static List<String> brokenLinks(Path root) throws IOException {
		List<String> broken = new ArrayList<>();
		for (Path document : documents(root)) {
			links(document).results()
				.filter((link) -> isBroken(document, link))
				.forEach((link) -> broken.add(root.relativize(document) + ": " + target(link)));
		}
		return broken;
	}

	private static List<Path> documents(Path root) throws IOException {
		try (Stream<Path> files = Files.find(root, 9, (file, attributes) -> file.toString().endsWith(".md"))) {
			return files
				.filter((file) -> Stream.of(root.relativize(file).toString().split("/")).noneMatch(SKIPPED::contains))
				.toList();
		}
	}

	private static Matcher links(Path document) {
		return LINK.matcher(withoutCode(document));
	}

	private static boolean isBroken(Path document, MatchResult link) {
		Path target = link.group(1).isEmpty() ? document : document.resolveSibling(link.group(1));
		return !Files.exists(target) || (link.group(2) != null && !anchors(target).contains(link.group(2)));
	}

	private static String target(MatchResult link) {
		return link.group(1) + ((link.group(2) != null) ? "#" + link.group(2) : "");
	}

	private static Set<String> anchors(Path document) {
		return HEADING.matcher(withoutCode(document))
			.results()
			.map((heading) -> heading.group(1).toLowerCase(Locale.ROOT).replaceAll("[^\\p{L}\\p{N} _-]", ""))
			.map((heading) -> heading.replace(' ', '-'))
			.collect(Collectors.toSet());
	}

	private static String withoutCode(Path document) {
		try {
			return CODE_BLOCK.matcher(Files.readString(document)).replaceAll("");
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
