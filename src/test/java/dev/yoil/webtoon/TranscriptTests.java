package dev.yoil.webtoon;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.jdbc.core.JdbcTemplate;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Runs each {@code curl} of the {@code console} blocks in documents, in order, and
 * compares what it prints with what the document says. Numbers, times and tokens may
 * differ, and {@code ...} stands for any text.
 */
@EnabledIf("hasCurl")
class TranscriptTests {

	private static final Pattern BLOCK = Pattern.compile("(?ms)^```console\n(.*?)^```");

	private static final Pattern STEP = Pattern.compile("(?ms)^\\$ (curl [^\n]*)\n(.*?)(?=^\\$ |\\z)");

	private static final Pattern TOKEN = Pattern.compile("\"token\":\"([^\"]+)\"");

	/** What a document prints of a token. */
	private static final Pattern CUT_TOKEN = Pattern.compile("[\\w-]+\\.\\.\\.");

	private static final Pattern WEBTOON = Pattern.compile("/webtoon/\\d+");

	@TempDir
	private Path folder;

	static boolean hasCurl() {
		try {
			return run(Path.of("."), "curl --version").startsWith("curl");
		}
		catch (IOException ex) {
			return false;
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "README.md", "README.ko.md", "docs/library/inspection.md" })
	void showTheActualResponses(String document) throws IOException {
		try (RunningService service = RunningService.shared()) {
			String id = service.bean(JdbcTemplate.class)
				.queryForObject("select cast(min(id) as varchar) from webtoon where publish_day = 'MONDAY'",
						String.class);
			String token = "";
			for (MatchResult step : steps(Files.readString(Path.of(document)))) {
				String command = step.group(1).replace("localhost:8080", "localhost:" + service.port());
				command = WEBTOON.matcher(command).replaceAll("/webtoon/" + id);
				String printed = run(this.folder, CUT_TOKEN.matcher(command).replaceAll(token));
				assertThat(likeAny(printed)).as(step.group(1)).matches(pattern(step.group(2)));
				Matcher given = TOKEN.matcher(printed);
				token = given.find() ? given.group(1) : token;
			}
		}
	}

	private static List<MatchResult> steps(String document) {
		return BLOCK.matcher(document)
			.results()
			.flatMap((block) -> STEP.matcher(block.group(1)).results().toList().stream())
			.toList();
	}

	private static String run(Path folder, String command) throws IOException {
		ProcessBuilder builder = new ProcessBuilder("bash", "-c", command).directory(folder.toFile());
		builder.environment().put("YOIL_ADMIN_PASSWORD", Administrator.PASSWORD);
		Process process = builder.redirectErrorStream(true).start();
		process.getOutputStream().close();
		return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
	}

	/**
	 * Replaces what differs from run to run: numbers, times and what they are made of.
	 */
	private static String likeAny(String text) {
		return text.replace("\r", "").strip().replaceAll("\\d+([.:T-]*\\d+)*Z?", "1");
	}

	/**
	 * A document may continue a long line on the next one, indented.
	 */
	private static Pattern pattern(String expected) {
		return Pattern.compile(Stream.of(likeAny(expected.replaceAll("\n +", "")).split("\\w*\\.\\.\\.", -1))
			.map(Pattern::quote)
			.collect(Collectors.joining(".*")), Pattern.DOTALL);
	}

}
