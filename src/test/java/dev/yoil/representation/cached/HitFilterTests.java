package dev.yoil.representation.cached;

import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.stream.IntStream;

import dev.yoil.ehcache.EhCacheCache;
import dev.yoil.ehcache.EhCacheCacheManager;
import dev.yoil.representation.Representation;
import dev.yoil.representation.Representations;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.cache.CacheManager;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

/**
 * Which requests are answered in front of MVC.
 */
class HitFilterTests extends GreetingServiceTests {

	@Test
	void asksTheControllerOnlyOnce() throws Exception {
		for (int i = 0; i < 5; i++) {
			assertThat(get("/greeting?name=a").body()).isEqualTo("\"hello a 1\"");
		}
		assertThat(asked()).hasValue(1);
		assertThat(status(get("/greeting?name=a"))).isEqualTo("greetings; hit; ttl=10; key=\"a\"");
		assertThat(get("/greeting?name=b").body()).isEqualTo("\"hello b 2\"");
		assertThat(get("/greeting?x=1&name=a").body()).isEqualTo("\"hello a 1\"");
		assertThat(asked()).as("other addresses").hasValue(3);
	}

	@Test
	void asksTheControllerWhenTheEntryIsGone() throws Exception {
		get("/greeting?name=a");
		get("/greeting?name=a");
		bean(CacheManager.class).getCache("greetings").evict("a");
		assertThat(get("/greeting?name=a").body()).isEqualTo("\"hello a 2\"");
		assertThat(get("/greeting?name=a").body()).isEqualTo("\"hello a 2\"");
		bean(CacheManager.class).getCache("greetings").clear();
		assertThat(get("/greeting?name=a").body()).isEqualTo("\"hello a 3\"");
		clock().advance(Duration.ofSeconds(10));
		assertThat(get("/greeting?name=a").body()).isEqualTo("\"hello a 4\"");
		assertThat(asked()).hasValue(4);
	}

	@Test
	void asksTheControllerWhenTheValueIsDueToBeLoadedAnew() throws Exception {
		get("/greeting?name=a");
		clock().advance(Duration.ofSeconds(8));
		assertThat(get("/greeting?name=a").body()).as("nobody waits").isEqualTo("\"hello a 1\"");
		assertThat(asked()).hasValue(2);
		await().untilAsserted(() -> assertThat(get("/greeting?name=a").body()).isEqualTo("\"hello a 2\""));
	}

	@Test
	void findsWhatAnotherPutThere() throws Exception {
		get("/greeting?name=a");
		Representation other = bean(Representations.class).of("other");
		bean(CacheManager.class).getCache("greetings").put("a", other);
		assertThat(get("/greeting?name=a").body()).isEqualTo("\"other\"");
		assertThat(asked()).hasValue(1);
	}

	@ParameterizedTest
	@ValueSource(strings = { "/unpromised?name=a", "/changed?name=a", "/uncached?name=a" })
	void asksTheControllerEachTimeWhereItPromisedNothingOrAddsSomething(String path) throws Exception {
		for (int i = 0; i < 3; i++) {
			assertThat(get(path).statusCode()).isEqualTo(200);
		}
		assertThat(asked()).hasValue(3);
	}

	@Test
	void doesNotTakeOneAcceptHeaderForAnother() throws Exception {
		assertThat(get("/greeting?name=a").statusCode()).isEqualTo(200);
		assertThat(get("/greeting?name=a", "Accept", "application/json").statusCode()).isEqualTo(200);
		assertThat(get("/greeting?name=a", "Accept", "text/html").statusCode()).isEqualTo(406);
		assertThat(get("/greeting?name=a", "Accept", "text/html").statusCode()).isEqualTo(406);
		assertThat(asked()).as("the last two are refused before it is asked").hasValue(2);
	}

	@Test
	void doesNotTakeOneOfSeveralAcceptLinesForAll() throws Exception {
		assertThat(get("/greeting?name=a", "Accept", "text/html", "Accept", "application/json").statusCode())
			.isEqualTo(200);
		assertThat(get("/greeting?name=a", "Accept", "text/html").statusCode()).isEqualTo(406);
	}

	@ParameterizedTest
	@ValueSource(strings = { "ordered", "unordered", "of the servlet" })
	void letsAnyFilterRefuseWhatIsCached(String filter) throws Exception {
		get("/greeting?name=a");
		get("/greeting?name=a");
		assertThat(get("/greeting?name=a", "X-Refused", filter).statusCode()).isEqualTo(403);
		await().untilAsserted(() -> assertThat(requests())
			.contains("[error=none, exception=none, method=GET, outcome=CLIENT_ERROR, status=403, uri=UNKNOWN] 1"));
	}

	@Test
	void answersTheRequestThatOtherFiltersMadeOfIt() throws Exception {
		get("/greeting?name=a");
		get("/greeting?name=b");
		assertThat(get("/greeting?name=b", "X-Query", "name=a").body()).isEqualTo("\"hello a 1\"");
		assertThat(get("/greeting?name=b").body()).isEqualTo("\"hello b 2\"");
	}

	@Test
	void leavesRequestsOfOtherSitesAndPreconditionsToMvc() throws Exception {
		get("/greeting?name=a");
		for (int i = 0; i < 2; i++) {
			HttpResponse<String> answer = get("/greeting?name=a", "Origin", "http://a.example");
			assertThat(answer.headers().firstValue("Access-Control-Allow-Origin")).contains("http://a.example");
			assertThat(answer.headers().allValues("Vary")).contains("Origin", "Accept-Encoding");
		}
		assertThat(get("/greeting?name=a", "Origin", "http://b.example").statusCode()).isEqualTo(403);
		assertThat(get("/greeting?name=a", "If-Match", "\"other\"").statusCode()).isEqualTo(412);
		assertThat(get("/greeting?name=a", "If-Match", "*").statusCode()).isEqualTo(200);
	}

	@Test
	void learnsNothingFromAForwardedRequest() throws Exception {
		assertThat(get("/forwarding?name=a").body()).isEqualTo("\"hello a 1\"");
		assertThat(get("/greeting?other=1").statusCode()).isEqualTo(400);
		assertThat(get("/forwarding?name=a").body()).isEqualTo("\"hello a 1\"");
		assertThat(asked()).hasValue(2);
	}

	@Test
	void countsOneHitWhereSomethingElseIsUnderTheKey() throws Exception {
		get("/greeting?name=a");
		EhCacheCache cache = bean(EhCacheCacheManager.class).caches().get(0);
		cache.put("a", null);
		long hits = cache.ledger().statistics().hits();
		get("/greeting?name=a");
		assertThat(cache.ledger().statistics().hits()).isEqualTo(hits + 1);
	}

	@ParameterizedTest
	@ValueSource(classes = { Posting.class, Versioned.class })
	void refusesAPromiseThatTheMappingBreaks(Class<?> controller) {
		stop();
		assertThatThrownBy(() -> start(Application.class, controller)).hasMessageContaining("has @KeyedByUri, but");
	}

	@Test
	void forgetsRoutesRatherThanGrow() throws Exception {
		Routes routes = bean(Routes.class);
		get("/greeting?name=a&long=" + "x".repeat(1_000));
		assertThat(routes.size()).as("too long to be remembered").isZero();
		IntStream.range(0, 10_050)
			.parallel()
			.forEach((i) -> assertThat(send("/greeting?name=a&i=" + i)).isEqualTo(200));
		assertThat(routes.size()).isBetween(1L, 10_000L);
		assertThat(get("/greeting?name=a").body()).isEqualTo("\"hello a 1\"");
	}

}
