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
import groovy.lang.GroovyClassLoader;
import groovy.transform.TypeChecked;
import net.grinder.scriptengine.groovy.junit.GrinderRunner;
import org.codehaus.groovy.control.CompilerConfiguration;
import org.codehaus.groovy.control.customizers.ASTTransformationCustomizer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.runner.RunWith;
import org.junit.runners.model.FrameworkMethod;
import org.junit.runners.model.TestClass;

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

	@BeforeAll
	static void start() {
		service = RunningService.shared();
	}

	@AfterAll
	static void stop() {
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
	void recordsEachTestThatSendsRequests(String script) throws Exception {
		Class<?> compiled = compile(script);
		assertThat(compiled.getAnnotation(RunWith.class).value()).isEqualTo(GrinderRunner.class);
		List<Call> calls = run(script, "|limit=20000", 0);
		assertThat(calls).allMatch((call) -> call.failure() == null)
			.filteredOn(Call::sendsRequests)
			.isNotEmpty()
			.allMatch(Call::recorded);
		assertThat(calls.stream().flatMap((call) -> call.asked().stream()))
			.allMatch((address) -> address.startsWith("http://127.0.0.1:" + service.port() + "/"));
		assertThat(new TestClass(compiled).getAnnotatedMethods(org.junit.Test.class)).map(FrameworkMethod::getName)
			.containsAll(Worker.recorded());
	}

	@ParameterizedTest
	@MethodSource("scripts")
	void countsASlowResponseAsAnError(String script) throws Exception {
		Worker.slowDown(40);
		assertThat(run(script, "|limit=20", 0)).filteredOn(Call::sendsRequests)
			.isNotEmpty()
			.allSatisfy((call) -> assertThat(call.failure()).isInstanceOf(AssertionError.class)
				.message()
				.matches("Took [0-9]+ ms, the limit is 20 ms"));
	}

	@ParameterizedTest
	@MethodSource("scripts")
	void countsAWrongStatusAsAnError(String script) throws Exception {
		assertThat(run(script, "|limit=20000", 503)).anyMatch((call) -> call.failure() != null)
			.filteredOn(Call::sendsRequests)
			.allSatisfy((call) -> assertThat(call.failure()).isInstanceOf(AssertionError.class)
				.message()
				.startsWith("Response status")
				.contains("503"));
	}

	@AfterEach
	void heal() {
		Worker.slowDown(0);
		Worker.breakDown(0);
	}

	/**
	 * Runs a script.
	 * @param status the status of all responses after the preparations; 0 for their own
	 */
	private static List<Call> run(String script, String settings, int status) throws Exception {
		String password = source(script).contains("password: ''") ? "|password=" + Administrator.PASSWORD : "";
		return Worker.run(compile(script), "port=" + service.port() + settings + password, 3, 3,
				() -> Worker.breakDown(status));
	}

	@ParameterizedTest
	@MethodSource("scripts")
	void rejectsUnknownSettings(String script) {
		Class<?> compiled = compile(script);
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
		List<Call> calls = Worker.run(compile("ColdStart.groovy"),
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
		try (RunningService uncached = RunningService.shared("--spring.cache.type=none")) {
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
		Class<?> script = compile("FrontPageLoad.groovy");
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
		Class<?> script = compile("CacheInspection.groovy");
		List<Call> calls = Worker.run(script, PATIENT + service.port(), 4, 3);
		assertThat(calls.stream().filter((call) -> call.test().equals("look") && !call.asked().isEmpty())).hasSize(3);
		assertThat(calls.stream().filter((call) -> call.test().equals("byPublishDay") && !call.asked().isEmpty()))
			.hasSize(9);
		assertThat(Worker.run(script, PATIENT + service.port() + "|look=0", 4, 3)
			.stream()
			.filter((call) -> call.test().equals("look") && !call.asked().isEmpty())).isEmpty();
	}

	private static void assertStops(String script, String parameter, String message, String part) {
		Class<?> compiled = compile(script);
		assertThatIllegalStateException().isThrownBy(() -> Worker.run(compiled, PATIENT + parameter, 2, 2))
			.withMessageStartingWith("beforeProcess failed: " + message)
			.withMessageContaining(part);
	}

	private static void assertSucceeds(String script, String parameter) throws Exception {
		assertThat(Worker.run(compile(script), PATIENT + parameter, 2, 2)).isNotEmpty()
			.allMatch((call) -> call.failure() == null);
	}

	private static Class<?> compile(String script) {
		CompilerConfiguration configuration = new CompilerConfiguration();
		configuration.addCompilationCustomizers(new ASTTransformationCustomizer(TypeChecked.class));
		// Groovy's own reader of class files knows only JDKs that are older than it.
		configuration.getOptimizationOptions().put("asmResolving", false);
		GroovyClassLoader loader = new GroovyClassLoader(NGrinderScriptTests.class.getClassLoader(), configuration);
		return loader.parseClass(source(script), "TestRunner.groovy");
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
