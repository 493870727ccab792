package dev.yoil.representation.cached;

import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;

import dev.yoil.ehcache.EhCacheCache;
import dev.yoil.ehcache.EhCacheCacheManager;
import dev.yoil.representation.Representation;
import dev.yoil.representation.Representations;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.jackson.autoconfigure.JacksonAutoConfiguration;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.boot.webmvc.autoconfigure.DispatcherServletAutoConfiguration;
import org.springframework.boot.webmvc.autoconfigure.WebMvcAutoConfiguration;
import org.springframework.cache.CacheManager;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;
import org.springframework.util.ReflectionUtils;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.HandlerMapping;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.awaitility.Awaitility.await;

/**
 * Hits that are served in front of MVC.
 */
class HitFilterTests extends GreetingServiceTests {

	private final HandlerMethod greeting = new HandlerMethod(new Greetings(null, null),
			ReflectionUtils.findMethod(Greetings.class, "greeting", String.class));

	@Test
	void callsTheControllerOnce() throws Exception {
		for (int i = 0; i < 5; i++) {
			assertThat(get("/greeting?name=once").body()).isEqualTo("\"hello once 1\"");
		}
		assertThat(asked()).hasValue(1);
		assertThat(status(get("/greeting?name=once"))).isEqualTo("greetings; hit; ttl=10; key=\"once\"");
		assertThat(get("/greeting?name=another-once").body()).isEqualTo("\"hello another-once 2\"");
		assertThat(get("/greeting?x=1&name=once").body()).isEqualTo("\"hello once 1\"");
		assertThat(asked()).as("other addresses").hasValue(3);
	}

	@Test
	void callsTheControllerWhenTheEntryIsGone() throws Exception {
		get("/greeting?name=gone");
		get("/greeting?name=gone");
		bean(CacheManager.class).getCache("greetings").evict("gone");
		assertThat(get("/greeting?name=gone").body()).isEqualTo("\"hello gone 2\"");
		assertThat(get("/greeting?name=gone").body()).isEqualTo("\"hello gone 2\"");
		bean(CacheManager.class).getCache("greetings").clear();
		assertThat(get("/greeting?name=gone").body()).isEqualTo("\"hello gone 3\"");
		clock().advance(Duration.ofSeconds(10));
		assertThat(get("/greeting?name=gone").body()).isEqualTo("\"hello gone 4\"");
		assertThat(asked()).hasValue(4);
	}

	@Test
	void callsTheControllerWhenARefreshIsDue() throws Exception {
		get("/greeting?name=due");
		clock().advance(Duration.ofSeconds(8));
		assertThat(get("/greeting?name=due").body()).as("does not wait for the refresh").isEqualTo("\"hello due 1\"");
		assertThat(asked()).hasValue(2);
		await().untilAsserted(() -> assertThat(get("/greeting?name=due").body()).isEqualTo("\"hello due 2\""));
	}

	@Test
	void servesStaleValuesWhileLoadsFail() throws Exception {
		long before = staleServed();
		get("/greeting?name=stale");
		bean(CachedGreetings.class).beforeLoads(() -> {
			throw new IllegalStateException("planted");
		});
		clock().advance(Duration.ofSeconds(11));
		assertThat(get("/greeting?name=stale").body()).as("tried in vain").isEqualTo("\"hello stale 1\"");
		assertThat(asked()).hasValue(2);
		for (int i = 0; i < 3; i++) {
			HttpResponse<String> response = get("/greeting?name=stale");
			assertThat(response.body()).isEqualTo("\"hello stale 1\"");
			assertThat(status(response)).isEqualTo("greetings; hit; ttl=-1; detail=stale-if-error; key=\"stale\"");
		}
		assertThat(asked()).hasValue(2);
		assertThat(staleServed()).isEqualTo(before + 4);
		clock().advance(Duration.ofSeconds(1));
		assertThat(get("/greeting?name=stale").body()).isEqualTo("\"hello stale 1\"");
		assertThat(asked()).as("once a second it may try").hasValue(3);
	}

	@Test
	void servesNoStaleValueInsteadOfAnError() throws Exception {
		get("/greeting?name=broken");
		bean(CachedGreetings.class).beforeLoads(() -> {
			throw new NoClassDefFoundError("planted");
		});
		clock().advance(Duration.ofSeconds(11));
		assertThat(get("/greeting?name=broken").statusCode()).isEqualTo(500);
	}

	@Test
	void servesValuesWhileARefreshHangs() throws Exception {
		get("/greeting?name=hanging");
		CountDownLatch response = new CountDownLatch(1);
		bean(CachedGreetings.class).beforeLoads(() -> assertThatCode(response::await).doesNotThrowAnyException());
		clock().advance(Duration.ofSeconds(8));
		for (int i = 0; i < 3; i++) {
			assertThat(status(get("/greeting?name=hanging"))).isEqualTo("greetings; hit; ttl=2; key=\"hanging\"");
		}
		assertThat(asked()).as("by the one who had it refreshed").hasValue(2);
		clock().advance(Duration.ofSeconds(3));
		for (int i = 0; i < 3; i++) {
			assertThat(status(get("/greeting?name=hanging")))
				.isEqualTo("greetings; hit; ttl=-1; detail=stale-if-error; key=\"hanging\"");
		}
		assertThat(asked()).hasValue(2);
		response.countDown();
		await().untilAsserted(() -> assertThat(get("/greeting?name=hanging").body()).isEqualTo("\"hello hanging 2\""));
	}

	private long staleServed() {
		return EhCacheCache.of(bean(CacheManager.class).getCache("greetings")).statistics().staleServed();
	}

	@Test
	void servesValuesPutByOthers() throws Exception {
		get("/greeting?name=found");
		Representation other = bean(Representations.class).of("other");
		bean(CacheManager.class).getCache("greetings").put("found", other);
		assertThat(get("/greeting?name=found").body()).isEqualTo("\"other\"");
		assertThat(asked()).hasValue(1);
	}

	@ParameterizedTest
	@ValueSource(strings = { "/unpromised?name=added", "/changed?name=added", "/uncached?name=added" })
	void callsTheControllerEachTimeWithoutKeyedByUri(String path) throws Exception {
		for (int i = 0; i < 3; i++) {
			assertThat(get(path).statusCode()).isEqualTo(200);
		}
		assertThat(asked()).hasValue(3);
	}

	@Test
	void distinguishesAcceptHeaders() throws Exception {
		assertThat(get("/greeting?name=header").statusCode()).isEqualTo(200);
		assertThat(get("/greeting?name=header", "Accept", "application/json").statusCode()).isEqualTo(200);
		assertThat(get("/greeting?name=header", "Accept", "text/html").statusCode()).isEqualTo(406);
		assertThat(get("/greeting?name=header", "Accept", "text/html").statusCode()).isEqualTo(406);
		assertThat(asked()).as("the last two are rejected before the controller").hasValue(2);
	}

	@Test
	void distinguishesTheTextNullFromAMissingValue() throws Exception {
		get("/greeting?name=null-header");
		assertThat(get("/greeting?name=null-header").statusCode()).isEqualTo(200);
		assertThat(get("/greeting?name=null-header", "Accept", "null").statusCode()).isEqualTo(406);
		get("/everybody");
		get("/everybody");
		assertThat(get("/everybody?null").body()).isEqualTo("\"hello everybody 2\"");
		assertThat(asked()).as("another address").hasValue(3);
	}

	@Test
	void readsAllAcceptLines() throws Exception {
		assertThat(get("/greeting?name=lines", "Accept", "text/html", "Accept", "application/json").statusCode())
			.isEqualTo(200);
		assertThat(get("/greeting?name=lines", "Accept", "text/html").statusCode()).isEqualTo(406);
	}

	@ParameterizedTest
	@ValueSource(strings = { "ordered", "unordered", "of the servlet" })
	void letsEveryFilterRejectAHit(String filter) throws Exception {
		long before = refused();
		String path = "/greeting?name=" + filter.replace(' ', '-');
		get(path);
		get(path);
		assertThat(get(path, "X-Refused", filter).statusCode()).isEqualTo(403);
		await().untilAsserted(() -> assertThat(refused()).isEqualTo(before + 1));
	}

	@Test
	void usesTheRequestOfEarlierFilters() throws Exception {
		get("/greeting?name=rewritten");
		get("/greeting?name=another-rewritten");
		assertThat(get("/greeting?name=another-rewritten", "X-Query", "name=rewritten").body())
			.isEqualTo("\"hello rewritten 1\"");
		assertThat(get("/greeting?name=another-rewritten").body()).isEqualTo("\"hello another-rewritten 2\"");
	}

	@Test
	void leavesCorsAndPreconditionsToMvc() throws Exception {
		get("/greeting?name=site");
		for (int i = 0; i < 2; i++) {
			HttpResponse<String> response = get("/greeting?name=site", "Origin", "http://a.example");
			assertThat(response.headers().firstValue("Access-Control-Allow-Origin")).contains("http://a.example");
			assertThat(response.headers().allValues("Vary")).contains("Origin", "Accept-Encoding");
		}
		assertThat(get("/greeting?name=site", "Origin", "http://b.example").statusCode()).isEqualTo(403);
		assertThat(get("/greeting?name=site", "If-Match", "\"other\"").statusCode()).isEqualTo(412);
		assertThat(get("/greeting?name=site", "If-Match", "*").statusCode()).isEqualTo(200);
	}

	@Test
	void rejectsOtherMethods() throws Exception {
		String tag = get("/greeting?name=method").headers().firstValue("ETag").orElseThrow();
		HttpResponse<String> response = send("POST", "/greeting?name=method", "If-None-Match", tag);
		assertThat(response.statusCode()).isEqualTo(405);
		assertThat(response.headers().allValues("Allow")).singleElement().asString().contains("GET");
	}

	@Test
	void ignoresForwardedRequests() throws Exception {
		assertThat(get("/forwarding?name=forwarded").body()).isEqualTo("\"hello forwarded 1\"");
		assertThat(get("/greeting?other=1").statusCode()).isEqualTo(400);
		assertThat(get("/forwarding?name=forwarded").body()).isEqualTo("\"hello forwarded 1\"");
		assertThat(asked()).hasValue(2);
	}

	@Test
	void countsOneHitForAnotherValueType() throws Exception {
		get("/greeting?name=other");
		EhCacheCache cache = bean(EhCacheCacheManager.class).caches().get(0);
		cache.put("other", null);
		long hits = cache.statistics().hits();
		get("/greeting?name=other");
		assertThat(cache.statistics().hits()).isEqualTo(hits + 1);
	}

	@Test
	void rejectsUserDependentResponses() {
		new WebApplicationContextRunner()
			.withConfiguration(
					AutoConfigurations.of(RepresentationAutoConfiguration.class, JacksonAutoConfiguration.class,
							DispatcherServletAutoConfiguration.class, WebMvcAutoConfiguration.class))
			.withUserConfiguration(Guarded.class)
			.run((context) -> assertThat(context).getFailure()
				.hasMessageContaining("Guarded#guarded(Representations) has @KeyedByUri, but @PreAuthorize"));
	}

	@Test
	void ignoresUndeclaredParameters() throws Exception {
		for (int i = 0; i < 3; i++) {
			assertThat(get("/greeting?name=declared&made-up=1").body()).isEqualTo("\"hello declared 1\"");
		}
		assertThat(asked()).hasValue(3);
	}

	/**
	 * Clients could invent any number of spellings.
	 */
	@ParameterizedTest
	@ValueSource(strings = { "/greeting?name=spelle%64", "/%67reeting?name=spelled", "/greeting;a=1?name=spelled",
			"/greeting?name=spelled&", "/greeting?&name=spelled", "/greeting?name=spell%c3%a9",
			"/greeting?name=+spelled" })
	void leavesOtherSpellingsToMvc(String path) throws Exception {
		for (int i = 0; i < 3; i++) {
			assertThat(get(path).statusCode()).isEqualTo(200);
		}
		assertThat(asked()).hasValue(3);
	}

	/**
	 * Encoders write a space as + or %20, and some escape a colon.
	 */
	@ParameterizedTest
	@CsvSource({ "%EC%9B%94, 월", "a+b, a b", "a%20b, a b", "1:2, 1:2", "1%3A2, 1:2", "%26, &" })
	void servesTextsThatEncodersEscape(String query, String text) throws Exception {
		for (int i = 0; i < 3; i++) {
			assertThat(get("/greeting?name=" + query).body()).isEqualTo("\"hello " + text + " 1\"");
		}
		assertThat(asked()).hasValue(1);
	}

	@Test
	void removesTheOldestRoutes() throws Exception {
		Routes routes = bean(Routes.class);
		long before = routes.size();
		get("/greeting?name=" + "x".repeat(1_000));
		assertThat(routes.size()).as("too long to be remembered").isEqualTo(before);
		IntStream.range(0, 20_000).parallel().forEach((i) -> learn("made-up/" + i));
		assertThat(routes.size()).isBetween(9_000L, 10_000L);
		IntStream.range(0, 140).forEach((i) -> learn("page/" + i));
		IntStream.range(20_000, 25_000).forEach((i) -> learn("made-up/" + i));
		assertThat(IntStream.range(0, 140).filter((i) -> routes.find(many("page/" + i)) == null)).isEmpty();
		assertThat(routes.find(many("made-up/0"))).isNull();
	}

	private void learn(String accepted) {
		Representation response = bean(CachedGreetings.class).of("many");
		bean(Routes.class).answering(response, this.greeting.getReturnType(), many(accepted),
				new MockHttpServletResponse());
	}

	private MockHttpServletRequest many(String accepted) {
		MockHttpServletRequest request = new MockHttpServletRequest("GET", "/greeting");
		request.setQueryString("name=many");
		request.addParameter("name", "many");
		request.addHeader("Accept", accepted);
		request.setAttribute(HandlerMapping.BEST_MATCHING_PATTERN_ATTRIBUTE, "/greeting");
		request.setAttribute(HandlerMapping.BEST_MATCHING_HANDLER_ATTRIBUTE, this.greeting);
		return request;
	}

	/**
	 * How many requests a filter refused.
	 */
	private long refused() {
		return requests().getOrDefault(
				"[error=none, exception=none, method=GET, outcome=CLIENT_ERROR, status=403, uri=UNKNOWN]", 0L);
	}

}
