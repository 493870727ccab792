package dev.yoil.webtoon;

import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import dev.yoil.ehcache.internal.web.CacheProblem;
import dev.yoil.webtoon.problem.ProblemType;
import org.junit.jupiter.api.Test;

import org.springframework.http.HttpStatus;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * {@code docs/site/problems.md}, compared with the problem types.
 */
class ProblemTypeTests {

	/** With which the service, MVC or Tomcat answer on their own. */
	private static final List<Integer> GENERIC = List.of(400, 404, 405, 406, 408, 412, 413, 414, 415, 417, 431, 500,
			501, 503, 505);

	private static final Pattern ROW = Pattern.compile("^\\| `(urn:yoil:[a-z:-]+)` \\| (\\d{3}) \\| .{10,} \\|$",
			Pattern.MULTILINE);

	@Test
	void areAllDocumented() throws Exception {
		Map<String, Integer> explained = new TreeMap<>();
		Matcher rows = ROW.matcher(Files.readString(Path.of("docs/site/problems.md")));
		while (rows.find()) {
			assertThat(explained.put(rows.group(1), Integer.valueOf(rows.group(2)))).as(rows.group(1)).isNull();
		}
		assertThat(explained).isEqualTo(all());
	}

	@Test
	void keepTheirTypes() {
		assertThat(ProblemType.REFUSED_PARAMETER.uri()).hasToString("urn:yoil:problem:refused-parameter");
		assertThat(CacheProblem.LOAD_TIMEOUT.uri()).hasToString("urn:yoil:ehcache:problem:load-timeout");
		// Spring has renamed constants before.
		assertThat(GENERIC.stream().map(HttpStatus::valueOf).map(ProblemType::of).map(URI::toString)).containsExactly(
				"urn:yoil:problem:bad-request", "urn:yoil:problem:not-found", "urn:yoil:problem:method-not-allowed",
				"urn:yoil:problem:not-acceptable", "urn:yoil:problem:request-timeout",
				"urn:yoil:problem:precondition-failed", "urn:yoil:problem:content-too-large",
				"urn:yoil:problem:uri-too-long", "urn:yoil:problem:unsupported-media-type",
				"urn:yoil:problem:expectation-failed", "urn:yoil:problem:request-header-fields-too-large",
				"urn:yoil:problem:internal-server-error", "urn:yoil:problem:not-implemented",
				"urn:yoil:problem:service-unavailable", "urn:yoil:problem:http-version-not-supported");
	}

	/**
	 * The types of all problems that a client can meet.
	 */
	static Set<String> allTypes() {
		return new TreeSet<>(all().keySet());
	}

	private static Map<String, Integer> all() {
		Map<String, Integer> all = new TreeMap<>();
		Arrays.stream(ProblemType.values()).forEach((type) -> all.put(type.uri().toString(), type.status().value()));
		Arrays.stream(CacheProblem.values()).forEach((type) -> all.put(type.uri().toString(), type.status().value()));
		GENERIC.forEach((status) -> all.put(ProblemType.of(HttpStatus.valueOf(status)).toString(), status));
		return all;
	}

}
