package dev.yoil.ngrinder;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import dev.yoil.ngrinder.Worker.Call;
import dev.yoil.webtoon.Administrator;
import dev.yoil.webtoon.RunningService;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * The nGrinder scripts, compiled with type checks and run by {@link Worker} instead of
 * nGrinder, whose jars are in no registry.
 */
@Tag("full")
class NGrinderScriptTests {

	/** A limit that a busy machine does not exceed. */
	private static final String PATIENT = "limit=20000|port=";

	private static final Path SCRIPTS = Path.of("ngrinder-scripts");

	private static RunningService service;

	private static Detour detour;

	@BeforeAll
	static void start() {
		service = RunningService.shared();
		detour = new Detour(service.port());
	}

	@AfterAll
	static void stop() {
		detour.close();
		service.close();
	}

	static List<String> scripts() throws IOException {
		try (Stream<Path> files = Files.list(SCRIPTS)) {
			return files.map((file) -> file.getFileName().toString())
				.filter((name) -> name.endsWith(".groovy"))
				.sorted()
				.toList();
		}
	}

	@Test
	void areFour() throws IOException {
		assertThat(scripts()).containsExactly("CacheInspection.groovy", "ColdStart.groovy", "FrontPageLoad.groovy",
				"WebtoonByPublishDay.groovy");
	}

	@ParameterizedTest
	@MethodSource("scripts")
	void hasNoProblem(String script) {
		assertThat(ScriptProblems.of(source(script), detour)).isEmpty();
	}

	@ParameterizedTest
	@ValueSource(strings = { "CacheInspection.groovy", "ColdStart.groovy", "WebtoonByPublishDay.groovy" })
	void findsAParameterThatIsNoString(String script) {
		assertFinds(script, "\\[publishDay: day", "[publishDay: \"\\$day\"",
				"(Cannot find matching method|No signature of method|GString)");
	}

	@ParameterizedTest
	@MethodSource("scripts")
	void findsPlantedFaults(String script) {
		assertFinds(script, "import org\\.ngrinder\\.http\\.HTTPResponse", "import org.ngrinder.http.HttpResponse",
				"unable to resolve class");
		assertFinds(script, "(?m)^\\s*\\w+\\.record\\(.*$", "", "without being recorded");
		assertFinds(script, "record\\(this, '\\w+'\\)", "record(this, 'test')", "records 'test', which is no @Test");
		assertFinds(script, "(/api/v1/webtoon|'/)'", "$1none'", "fails: .*Response status");
		assertFinds(script, "'http://' \\+ SETTINGS.get\\('host'\\)", "'http://localhost'", "It asks http://localhost");
		assertFinds(script, "(?m)^\\s*assertTrue\\(\"Took .*$", "", "takes a slow answer for a good one");
		assertFinds(script, "intdiv\\(1_000_000L\\)", "intdiv(1_000_000_000L)", "takes a slow answer for a good one");
		assertFinds(script, "(?m)^\\s*assertThat\\('Response .*$", "", "takes a wrong status for a good one");
	}

	@ParameterizedTest
	@MethodSource("scripts")
	void rejectsUnknownSettings(String script) {
		Class<?> compiled = ScriptProblems.compile(source(script));
		assertThatIllegalStateException().isThrownBy(() -> Worker.run(compiled, "prot=80", 1, 1))
			.withMessageContaining(
					"Unknown setting 'prot=80'. Known settings: [host:127.0.0.1, port:8080, limit:600, ");
	}

	/**
	 * The controller's field takes no more.
	 */
	@ParameterizedTest
	@MethodSource("scripts")
	void suggestsAParameterOfValidLength(String script) {
		Matcher suggested = Pattern.compile("Parameter, all settings optional: (\\S+)").matcher(source(script));
		assertThat(suggested.find()).isTrue();
		assertThat(suggested.group(1).replaceFirst(",$", "")).matches("[a-zA-Z0-9_.,|=]{1,50}");
	}

	/**
	 * Threads that start later than others have fewer to wait for, so how often the cache
	 * is emptied varies.
	 */
	@Test
	void loadsOncePerColdStart() throws Exception {
		String statistics = "/api/v1/cache/findWebtoonsByPublishDay?limit=1";
		long loads = service.json(statistics).at("/statistics/loads").asLong();
		long clears = Worker.answers(204);
		List<Call> calls = Worker.run(ScriptProblems.compile(source("ColdStart.groovy")),
				PATIENT + service.port() + "|password=" + Administrator.PASSWORD, 8, 5);
		assertThat(calls).hasSize(40).allMatch((call) -> call.failure() == null);
		assertThat(service.json(statistics).at("/statistics/loads").asLong() - loads).isBetween(1L,
				Worker.answers(204) - clears);
	}

	/**
	 * Such a run would only report errors, thousands a second.
	 */
	@ParameterizedTest
	@CsvSource({ "'', set password=... or clear=no", "|password=wrong.horse.battery, 401" })
	void stopsIfTheCacheCannotBeCleared(String password, String trouble) throws Exception {
		assertStops("ColdStart.groovy", service.port() + password, "The cache was not cleared: ", trouble);
		assertSucceeds("ColdStart.groovy", service.port() + "|clear=no");
	}

	@Test
	void runsWithoutCachesOnlyOnRequest() throws Exception {
		try (RunningService uncached = RunningService.uncached()) {
			int port = uncached.port();
			assertStops("CacheInspection.groovy", "" + port, "The caches cannot be inspected: 404 ", "or set look=0");
			assertSucceeds("CacheInspection.groovy", port + "|look=0");
			assertStops("ColdStart.groovy", port + "|password=" + Administrator.PASSWORD,
					"The cache was not cleared: 404 ", "");
			assertSucceeds("ColdStart.groovy", port + "|clear=no");
		}
	}

	@Test
	void visitsTheFrontPageLikeABrowser() throws Exception {
		Class<?> script = ScriptProblems.compile(source("FrontPageLoad.groovy"));
		long before = Worker.answers(304);
		List<Call> visits = Worker.run(script, PATIENT + service.port(), 1, 3);
		assertThat(visits).hasSize(3).allMatch((visit) -> visit.failure() == null);
		assertThat(paths(visits.get(0))).satisfiesExactly((path) -> assertThat(path).isEqualTo("/"),
				(path) -> assertThat(path).matches("/assets/favicon-\\w+\\.svg"),
				(path) -> assertThat(path).matches("/assets/site-\\w+\\.css"),
				(path) -> assertThat(path).matches("/assets/front-\\w+\\.js"),
				(path) -> assertThat(path).isEqualTo("/thumbnails/pictures.svg"));
		assertThat(visits.subList(1, 3)).allSatisfy((visit) -> assertThat(paths(visit)).containsExactly("/"));
		assertThat(Worker.answers(304) - before).isEqualTo(2);
		assertThat(Worker.run(script, PATIENT + service.port() + "|repeat=no", 1, 3))
			.allSatisfy((visit) -> assertThat(paths(visit)).hasSize(5));
		assertThat(Worker.answers(304) - before).isEqualTo(2);
	}

	private static List<String> paths(Call call) {
		return call.asked().stream().map((address) -> URI.create(address).getPath()).toList();
	}

	@Test
	void inspectsFromOneThread() throws Exception {
		Class<?> script = ScriptProblems.compile(source("CacheInspection.groovy"));
		List<Call> calls = Worker.run(script, PATIENT + service.port(), 4, 3);
		assertThat(calls.stream().filter((call) -> call.test().equals("look") && !call.asked().isEmpty())).hasSize(3);
		assertThat(calls.stream().filter((call) -> call.test().equals("byPublishDay") && !call.asked().isEmpty()))
			.hasSize(9);
		assertThat(Worker.run(script, PATIENT + service.port() + "|look=0", 4, 3)
			.stream()
			.filter((call) -> call.test().equals("look") && !call.asked().isEmpty())).isEmpty();
	}

	private static void assertStops(String script, String parameter, String message, String part) {
		Class<?> compiled = ScriptProblems.compile(source(script));
		assertThatIllegalStateException().isThrownBy(() -> Worker.run(compiled, PATIENT + parameter, 2, 2))
			.withMessageStartingWith("beforeProcess failed: " + message)
			.withMessageContaining(part);
	}

	private static void assertSucceeds(String script, String parameter) throws Exception {
		assertThat(Worker.run(ScriptProblems.compile(source(script)), PATIENT + parameter, 2, 2)).isNotEmpty()
			.allMatch((call) -> call.failure() == null);
	}

	private static void assertFinds(String script, String part, String replacement, String problem) {
		String source = source(script);
		String broken = source.replaceAll(part, replacement);
		assertThat(broken).as("there is no %s in %s", part, script).isNotEqualTo(source);
		assertThat(ScriptProblems.of(broken, detour))
			.anyMatch((found) -> Pattern.compile(problem, Pattern.DOTALL).matcher(found).find());
	}

	private static String source(String script) {
		try {
			return Files.readString(SCRIPTS.resolve(script));
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
