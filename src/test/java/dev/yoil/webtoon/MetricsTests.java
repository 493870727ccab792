package dev.yoil.webtoon;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * The metrics of the service, as Prometheus reads them.
 */
class MetricsTests {

	/**
	 * Metrics that this service lacks. {@code monitoring/check} sees all but those of a
	 * heap in bytes.
	 */
	private static final Map<String, Pattern> ELSEWHERE = Map.of("with tiers", Pattern
		.compile("cache_level_(bytes|available|(hits|misses|evictions|failures)_total)|cache_tier_(hits|misses)_total"),
			"with several instances",
			Pattern.compile("cache_lease_left_seconds|cache_region_notified|cache_region_changes_total"),
			"with a shared tier", Pattern.compile("cache_tier_(available|failures_total|commands_seconds_(count|sum))"),
			"with the audit", Pattern.compile("cache_audit_samples_total"), "with a heap in bytes",
			Pattern.compile("cache_(size|capacity)_bytes"));

	/** The end of a metric in an expression, and the labels of aggregations. */
	private static final Pattern NO_METRIC = Pattern
		.compile("\\{[^}]*}|\\[[^]]*]|\\b(by|without|on|ignoring) *\\([^)]*\\)|\\w+ *\\(");

	private static final Pattern METRIC = Pattern.compile("[a-z]+(?:_[a-z]+)+");

	@RegisterExtension
	private static final RunningService service = RunningService.startPooled();

	private static List<String> lines;

	@BeforeAll
	static void requestOneMissAndOneHit() throws Exception {
		service.get("/api/v1/webtoon?publishDay=MONDAY");
		service.get("/api/v1/webtoon?publishDay=MONDAY");
		// The client receives the response before the server counts it.
		await().untilAsserted(() -> {
			lines = service.get("/actuator/prometheus").body().lines().toList();
			assertThat(value("http_server_requests_seconds_count{", "uri=\"/api/v1/webtoon\"", "status=\"200\""))
				.isEqualTo(2);
		});
	}

	@Test
	void showsEachMetricOfTheAlertsAndTheDashboard() throws IOException {
		String alerts = Files.readString(Path.of("monitoring/alerts.yml"));
		String rules = Pattern.compile("expr: (?:\\|\\s+)?(.*?)\\s+for:", Pattern.DOTALL)
			.matcher(alerts)
			.results()
			.map((rule) -> rule.group(1))
			.collect(Collectors.joining("\n"));
		String queries = String.join("\n",
				new JsonMapper().readTree(Path.of("monitoring/dashboard.json")).findValuesAsString("expr"));
		Set<String> metrics = METRIC.matcher(NO_METRIC.matcher(rules + "\n" + queries).replaceAll(" "))
			.results()
			.map(MatchResult::group)
			.collect(Collectors.toSet());
		assertThat(metrics).contains("cache_bypassed", "cache_gets_total", "hikaricp_connections_max");
		metrics.removeIf((name) -> ELSEWHERE.values().stream().anyMatch((names) -> names.matcher(name).matches()));
		assertThat(metrics).allSatisfy((name) -> assertThat(values(name + "{")).as(name).isNotEmpty());
	}

	@Test
	void documentsEachMetricOfTheCaches() throws IOException {
		String document = Files.readString(Path.of("docs/library/monitoring.md"));
		assertThat(lines.stream()
			.filter((line) -> line.startsWith("# TYPE cache_"))
			.map((line) -> line.split(" ")[2].replaceFirst("_max$", ""))
			.filter((name) -> !document.contains(name))).isEmpty();
	}

	@Test
	void countsRequestsByDuration() {
		List<String> buckets = lines.stream()
			.filter((line) -> line.startsWith("http_server_requests_seconds_bucket{")
					&& line.contains("uri=\"/api/v1/webtoon\""))
			.map((line) -> line.substring(line.indexOf("le=\"") + 4, line.lastIndexOf('"')))
			.toList();
		assertThat(buckets).containsExactly("0.005", "0.02", "0.05", "0.1", "0.2", "0.6", "2.0", "+Inf");
		assertThat(value("http_server_requests_seconds_bucket{", "uri=\"/api/v1/webtoon\"", "le=\"+Inf\""))
			.isEqualTo(2);
		assertThat(lines).noneMatch((line) -> line.startsWith("http_server_requests_active_seconds_bucket"));
	}

	@Test
	void showsVersions() throws Exception {
		JsonNode info = service.json("/actuator/info");
		assertThat(info.at("/build/name").asString()).isEqualTo("Yoil");
		assertThat(info.at("/build/version").asString()).isNotEmpty();
		assertThat(info.at("/java/version").asString()).isEqualTo(System.getProperty("java.version"));
	}

	@Test
	void exposesNoOtherEndpoints() throws Exception {
		for (String endpoint : List.of("env", "beans", "heapdump", "threaddump", "loggers", "configprops", "caches",
				"mappings", "shutdown", "metrics", "flyway", "sbom")) {
			assertThat(service.get("/actuator/" + endpoint).statusCode()).as(endpoint).isEqualTo(404);
		}
	}

	private static double value(String name, String... tags) {
		assertThat(values(name, tags)).as("%s with %s", name, List.of(tags)).hasSize(1);
		return values(name, tags).get(0);
	}

	/**
	 * Tomcats that were stopped leave their names behind in the JVM, so there may be
	 * more.
	 */
	private static List<Double> values(String name, String... tags) {
		return lines.stream()
			.filter((line) -> line.startsWith(name) && List.of(tags).stream().allMatch(line::contains))
			.map((line) -> Double.valueOf(line.substring(line.lastIndexOf(' ') + 1)))
			.toList();
	}

}
