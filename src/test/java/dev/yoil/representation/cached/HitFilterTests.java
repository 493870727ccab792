package dev.yoil.representation.cached;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

import dev.yoil.ehcache.FakeClock;
import dev.yoil.ehcache.TestCaches;
import dev.yoil.representation.KeyedByUri;
import dev.yoil.representation.Representation;
import dev.yoil.representation.Representations;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler;
import jakarta.servlet.Filter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.cache.CacheManager;
import org.springframework.cache.annotation.Cacheable;
import org.springframework.cache.annotation.EnableCaching;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.http.server.observation.ServerRequestObservationContext;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Which requests are answered in front of MVC, and that nobody can tell by the answer or
 * by the metrics.
 */
class HitFilterTests {

	private final FakeClock clock = new FakeClock();

	private final HttpClient http = HttpClient.newHttpClient();

	@TempDir
	private Path folder;

	private ConfigurableApplicationContext context;

	private Greetings greetings;

	@BeforeEach
	void start() throws IOException {
		start(Application.class);
	}

	private void start(Class<?>... configuration) throws IOException {
		Path file = Files.writeString(this.folder.resolve("ehcache.xml"), TestCaches.HEAD
				+ "<cache alias='greetings'><heap>100</heap><y:policy ttl='10s' refresh-after='8s'/></cache></config>");
		this.context = new SpringApplicationBuilder(configuration)
			.initializers(
					(context) -> ((GenericApplicationContext) context).registerBean(Clock.class, () -> this.clock))
			.run("--server.port=0", "--yoil.ehcache.config=" + file, "--spring.main.banner-mode=off",
					"--spring.autoconfigure.exclude=org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration,"
							+ "org.springframework.boot.hibernate.autoconfigure.HibernateJpaAutoConfiguration,"
							+ "org.springframework.boot.flyway.autoconfigure.FlywayAutoConfiguration");
		this.greetings = this.context.getBean(Greetings.class);
	}

	@AfterEach
	void stop() {
		this.context.close();
	}

	@Test
	void asksTheControllerOnlyOnce() throws Exception {
		for (int i = 0; i < 5; i++) {
			assertThat(get("/greeting?name=a").body()).isEqualTo("\"hello a 1\"");
		}
		assertThat(this.greetings.asked).hasValue(1);
		assertThat(status(get("/greeting?name=a"))).isEqualTo("greetings; hit; ttl=10; key=\"a\"");
		assertThat(get("/greeting?name=b").body()).isEqualTo("\"hello b 2\"");
		assertThat(get("/greeting?x=1&name=a").body()).isEqualTo("\"hello a 1\"");
		assertThat(this.greetings.asked).as("other addresses").hasValue(3);
	}

	@Test
	void asksTheControllerWhenTheEntryIsGone() throws Exception {
		get("/greeting?name=a");
		get("/greeting?name=a");
		this.context.getBean(CacheManager.class).getCache("greetings").evict("a");
		assertThat(get("/greeting?name=a").body()).isEqualTo("\"hello a 2\"");
		assertThat(get("/greeting?name=a").body()).isEqualTo("\"hello a 2\"");
		this.context.getBean(CacheManager.class).getCache("greetings").clear();
		assertThat(get("/greeting?name=a").body()).isEqualTo("\"hello a 3\"");
		this.clock.advance(Duration.ofSeconds(10));
		assertThat(get("/greeting?name=a").body()).isEqualTo("\"hello a 4\"");
		assertThat(this.greetings.asked).hasValue(4);
	}

	@Test
	void asksTheControllerWhenTheValueIsDueToBeLoadedAnew() throws Exception {
		get("/greeting?name=a");
		this.clock.advance(Duration.ofSeconds(8));
		assertThat(get("/greeting?name=a").body()).as("nobody waits").isEqualTo("\"hello a 1\"");
		assertThat(this.greetings.asked).hasValue(2);
		await().untilAsserted(() -> assertThat(get("/greeting?name=a").body()).isEqualTo("\"hello a 2\""));
	}

	@Test
	void findsWhatAnotherPutThere() throws Exception {
		get("/greeting?name=a");
		Representation other = this.context.getBean(Representations.class).of("other");
		this.context.getBean(CacheManager.class).getCache("greetings").put("a", other);
		assertThat(get("/greeting?name=a").body()).isEqualTo("\"other\"");
		assertThat(this.greetings.asked).hasValue(1);
	}

	@ParameterizedTest
	@ValueSource(strings = { "/unpromised?name=a", "/changed?name=a", "/uncached?name=a" })
	void asksTheControllerEachTimeWhereItPromisedNothingOrAddsSomething(String path) throws Exception {
		for (int i = 0; i < 3; i++) {
			assertThat(get(path).statusCode()).isEqualTo(200);
		}
		assertThat(this.greetings.asked).hasValue(3);
	}

	@Test
	void doesNotTakeOneAcceptHeaderForAnother() throws Exception {
		assertThat(get("/greeting?name=a").statusCode()).isEqualTo(200);
		assertThat(get("/greeting?name=a", "Accept", "application/json").statusCode()).isEqualTo(200);
		assertThat(get("/greeting?name=a", "Accept", "text/html").statusCode()).isEqualTo(406);
		assertThat(get("/greeting?name=a", "Accept", "text/html").statusCode()).isEqualTo(406);
		assertThat(this.greetings.asked).as("the last two are refused before it is asked").hasValue(2);
	}

	@Test
	void letsFiltersRefuseWhatIsCached() throws Exception {
		get("/greeting?name=a");
		assertThat(get("/greeting?name=a", "X-Refused", "yes").statusCode()).isEqualTo(403);
		await().untilAsserted(() -> assertThat(count(Map.of("status", "403", "method", "GET"))).isEqualTo(1));
	}

	@Test
	void countsEveryRequestInTheSameTimers() throws Exception {
		String etag = get("/greeting?name=a").headers().firstValue("ETag").orElseThrow();
		for (int i = 0; i < 4; i++) {
			get("/greeting?name=a");
		}
		for (int i = 0; i < 3; i++) {
			get("/greeting?name=a", "If-None-Match", etag);
		}
		this.context.getBean(CacheManager.class).getCache("greetings").clear();
		get("/greeting?name=a");
		get("/failing");
		// A client has its answer a moment before the server has counted it.
		await().untilAsserted(() -> assertThat(requests()).containsExactlyInAnyOrder(
				"[error=none, exception=none, method=GET, outcome=SUCCESS, status=200, uri=/greeting] 6",
				"[error=none, exception=none, method=GET, outcome=REDIRECTION, status=304, uri=/greeting] 3",
				"[error=IllegalStateException, exception=IllegalStateException, method=GET, outcome=SERVER_ERROR, "
						+ "status=500, uri=/failing] 1"));
		assertThat(this.context.getBean(MeterRegistry.class)
			.find("http.server.requests")
			.tag("status", "304")
			.timer()
			.totalTime(TimeUnit.NANOSECONDS)).isPositive();
	}

	private List<String> requests() {
		return this.context.getBean(MeterRegistry.class)
			.find("http.server.requests")
			.timers()
			.stream()
			.map((timer) -> timer.getId()
				.getTags()
				.stream()
				.map((tag) -> tag.getKey() + "=" + tag.getValue())
				.sorted()
				.toList() + " " + timer.count())
			.toList();
	}

	@Test
	void observesEveryRequestInFullWhereSomebodyWantsMoreThanTimers() throws Exception {
		stop();
		start(Application.class, Tracing.class);
		for (int i = 0; i < 3; i++) {
			get("/greeting?name=a");
		}
		await().untilAsserted(() -> {
			assertThat(this.context.getBean(Tracer.class).uris).containsExactlyEntriesOf(Map.of("/greeting", 3));
			assertThat(count(Map.of("status", "200", "uri", "/greeting"))).isEqualTo(3);
		});
		assertThat(this.greetings.asked).hasValue(1);
	}

	@Test
	void forgetsRoutesRatherThanGrow() throws Exception {
		Routes routes = this.context.getBean(Routes.class);
		get("/greeting?name=a&long=" + "x".repeat(1_000));
		assertThat(routes.size()).as("too long to be remembered").isZero();
		IntStream.range(0, 10_050)
			.parallel()
			.forEach((i) -> assertThat(send("/greeting?name=a&i=" + i)).isEqualTo(200));
		assertThat(routes.size()).isBetween(1L, 10_000L);
		assertThat(get("/greeting?name=a").body()).isEqualTo("\"hello a 1\"");
	}

	private int send(String path) {
		try {
			return get(path).statusCode();
		}
		catch (IOException | InterruptedException ex) {
			throw new AssertionError(ex);
		}
	}

	private long count(Map<String, String> tags) {
		return this.context.getBean(MeterRegistry.class)
			.find("http.server.requests")
			.timers()
			.stream()
			.filter((timer) -> tags.entrySet()
				.stream()
				.allMatch((tag) -> tag.getValue().equals(timer.getId().getTag(tag.getKey()))))
			.mapToLong(Timer::count)
			.sum();
	}

	private static String status(HttpResponse<String> answer) {
		return answer.headers().firstValue("Cache-Status").orElseThrow();
	}

	private HttpResponse<String> get(String path, String... headers) throws IOException, InterruptedException {
		int port = ((WebServerApplicationContext) this.context).getWebServer().getPort();
		HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path));
		if (headers.length > 0) {
			request.headers(headers);
		}
		return this.http.send(request.build(), HttpResponse.BodyHandlers.ofString());
	}

	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	@EnableCaching
	@Import({ Greetings.class, CachedGreetings.class })
	static class Application {

		@Bean
		FilterRegistrationBean<Filter> refusing() {
			FilterRegistrationBean<Filter> refusing = new FilterRegistrationBean<>((request, response, chain) -> {
				if (((HttpServletRequest) request).getHeader("X-Refused") != null) {
					((HttpServletResponse) response).setStatus(403);
				}
				else {
					chain.doFilter(request, response);
				}
			});
			refusing.setOrder(-100);
			return refusing;
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class Tracing {

		@Bean
		Tracer tracer() {
			return new Tracer();
		}

	}

	static class Tracer implements ObservationHandler<Observation.Context> {

		private final Map<String, Integer> uris = new ConcurrentHashMap<>();

		@Override
		public void onStop(Observation.Context context) {
			this.uris.merge(context.getLowCardinalityKeyValue("uri").getValue(), 1, Integer::sum);
		}

		@Override
		public boolean supportsContext(Observation.Context context) {
			return context instanceof ServerRequestObservationContext;
		}

	}

	@RestController
	static class Greetings {

		private final AtomicInteger asked = new AtomicInteger();

		private final CachedGreetings greetings;

		private final Representations representations;

		Greetings(CachedGreetings greetings, Representations representations) {
			this.greetings = greetings;
			this.representations = representations;
		}

		@KeyedByUri
		@GetMapping(path = "/greeting", produces = "application/json")
		Representation greeting(@RequestParam String name) {
			this.asked.incrementAndGet();
			return this.greetings.of(name);
		}

		@GetMapping("/unpromised")
		Representation unpromised(@RequestParam String name, @RequestHeader Map<String, String> headers) {
			return greeting(name);
		}

		@KeyedByUri
		@GetMapping("/changed")
		Representation changed(@RequestParam String name) {
			return this.representations.of(greeting(name).json() + "!");
		}

		@KeyedByUri
		@GetMapping("/uncached")
		Representation uncached(@RequestParam String name) {
			this.asked.incrementAndGet();
			return this.representations.of(name);
		}

		@GetMapping("/failing")
		Representation failing() {
			throw new IllegalStateException("planted");
		}

	}

	static class CachedGreetings {

		private final AtomicInteger loads = new AtomicInteger();

		private final Representations representations;

		CachedGreetings(Representations representations) {
			this.representations = representations;
		}

		@Cacheable(cacheNames = "greetings", key = "#name", sync = true)
		Representation of(String name) {
			return this.representations.of("hello " + name + " " + this.loads.incrementAndGet());
		}

	}

}
