package dev.yoil.ehcache.internal.web;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.springframework.core.io.Resource;
import org.springframework.core.io.support.PathMatchingResourcePatternResolver;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Texts of the console in both languages.
 */
class ConsoleWordsTests {

	private static final String FILES = "classpath:/dev/yoil/ehcache/internal/web/console/";

	private static final Pattern LINE = Pattern.compile("^\t'([\\w.-]+)': '(.*)',$", Pattern.MULTILINE);

	private static final Pattern NAME = Pattern.compile("\\{(\\w+)}");

	private static final Pattern SAID = Pattern
		.compile("say\\('([\\w.-]+)'(?! \\+)|data-words(?:-label)?=\"([\\w.-]+)\"");

	private static final Pattern BEGINNING = Pattern.compile("say\\('([\\w.]+\\.)' \\+");

	private static final Pattern QUOTED = Pattern.compile("(?<!\\*)\\*([^*\\n]+)\\*(?!\\*)");

	private final Map<String, String> english = words("en");

	private final Map<String, String> korean = words("ko");

	@Test
	void existInBothLanguages() {
		assertThat(this.english).hasSizeGreaterThan(100);
		assertThat(this.korean.keySet()).containsExactlyElementsOf(this.english.keySet());
		assertThat(this.english.values()).noneMatch(String::isBlank);
		assertThat(this.korean.values()).noneMatch(String::isBlank);
	}

	@Test
	void haveTheSamePlaceholdersInBothLanguages() {
		assertThat(this.english.keySet()).allSatisfy(
				(key) -> assertThat(names(this.korean.get(key))).as(key).isEqualTo(names(this.english.get(key))));
	}

	/**
	 * Italic words in the documents for engineers are beginnings of sentences of the
	 * console; numbers and dots stand for its placeholders.
	 */
	@ParameterizedTest
	@CsvSource({ "docs/runbook.md, '# Runbook'", "docs/library/inspection.md, '## Console'" })
	void areQuotedByTheDocuments(Path document, String heading) throws IOException {
		Set<String> said = this.english.values()
			.stream()
			.flatMap(this::examples)
			.map(ConsoleWordsTests::comparable)
			.collect(Collectors.toSet());
		String all = Files.readString(document);
		String section = all.substring(all.indexOf(heading) + heading.length())
			.split("\n" + "#".repeat(heading.indexOf(' ')) + " ")[0];
		List<String> quoted = QUOTED.matcher(section)
			.results()
			.flatMap((match) -> Arrays.stream(match.group(1).split("(?<=[a-z])\\. ")))
			.toList();
		assertThat(quoted).hasSizeGreaterThan(9);
		assertThat(quoted).as("words that the console does not use")
			.filteredOn((quote) -> said.stream().noneMatch((words) -> words.startsWith(comparable(quote))))
			.isEmpty();
	}

	/** The counts of failures are sentences of their own. */
	private Stream<String> examples(String words) {
		String loads = Objects.requireNonNull(this.english.get("health.loads"));
		String both = loads + ", " + this.english.get("health.stale");
		return Stream.of(loads, both).map((counts) -> words.replace("{counts}", counts)).distinct();
	}

	/** Takes the form for many, and a sign for each placeholder, number or omission. */
	private static String comparable(String words) {
		return words.replaceAll("\\{\\w+\\?[^:{}]*:([^{}]*)}", "$1")
			.replace("{time} ago", "{time}")
			.replaceAll("\\{\\w+}|\\d+( s ago| s)?\\b|\\.\\.\\.", "#");
	}

	@Test
	void existForAllUses() throws IOException {
		String all = Arrays.stream(new PathMatchingResourcePatternResolver().getResources(FILES + "*"))
			.filter((file) -> !"words.js".equals(file.getFilename()))
			.map(ConsoleWordsTests::text)
			.collect(Collectors.joining("\n"));
		List<String> said = SAID.matcher(all)
			.results()
			.map((match) -> (match.group(1) != null) ? match.group(1) : match.group(2))
			.toList();
		assertThat(said).hasSizeGreaterThan(80);
		assertThat(this.english.keySet()).containsAll(said);
		List<String> beginnings = BEGINNING.matcher(all).results().map((match) -> match.group(1)).toList();
		assertThat(beginnings)
			.allSatisfy((beginning) -> assertThat(this.english.keySet()).anyMatch((key) -> key.startsWith(beginning)));
	}

	private static Set<String> names(String words) {
		return NAME.matcher(words)
			.results()
			.map((match) -> match.group(1))
			.collect(Collectors.toCollection(TreeSet::new));
	}

	private static Map<String, String> words(String language) {
		String all = text(new PathMatchingResourcePatternResolver().getResource(FILES + "words.js"));
		String own = all.substring(all.indexOf("const " + language + " = {"));
		Map<String, String> words = new LinkedHashMap<>();
		LINE.matcher(own.substring(0, own.indexOf("\n};")))
			.results()
			.forEach((match) -> assertThat(words.put(match.group(1), match.group(2))).as(match.group(1)).isNull());
		return words;
	}

	private static String text(Resource file) {
		try {
			return file.getContentAsString(StandardCharsets.UTF_8);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
