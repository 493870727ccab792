package dev.yoil.webtoon;

import java.net.http.HttpResponse;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Changing caches by hand.
 */
class CacheOperationTests {

	private static final String CACHE = "/api/v1/cache/findWebtoonsByPublishDay";

	private static final String MONDAY = "/api/v1/webtoon?publishDay=MONDAY";

	private final RunningService service = RunningService.start();

	@AfterEach
	void stop() {
		this.service.close();
	}

	@Test
	void emptiesOneCacheAndSaysSo() throws Exception {
		this.service.get(MONDAY);
		this.service.get(MONDAY + "&page=0");
		assertThat(delete(CACHE + "/entries").statusCode()).isEqualTo(204);
		assertThat(this.service.json(CACHE).get("size").asLong()).isZero();
		assertThat(this.service.json(CACHE + "/departures").at("/0/cause").asString()).isEqualTo("CLEARED");
		assertThat(this.service.json("/api/v1/cache/findWebtoonPagesByPublishDay").get("size").asLong()).isPositive();
		assertThat(this.service.get(MONDAY).headers().firstValue("Cache-Status").orElseThrow()).contains("fwd=miss");
	}

	@Test
	void knowsNoOtherCache() throws Exception {
		HttpResponse<String> answer = delete("/api/v1/cache/findWebtoons/entries");
		assertThat(answer.statusCode()).isEqualTo(404);
		assertThat(answer.body()).contains("There is no cache 'findWebtoons'. There is: ");
	}

	@ParameterizedTest
	@ValueSource(strings = { "Host: localhost", "Host: yoil.example", "Host: localhost\r\nX-Forwarded-For: 127.0.0.1",
			"Host: localhost\r\nAuthorization: Basic YWRtaW46d3Jvbmc=" })
	void changesNothingWithoutTheCredentials(String headers) throws Exception {
		this.service.get(MONDAY);
		RawHttp.Answer answer = RawHttp.send(this.service.port(), "DELETE " + CACHE + "/entries HTTP/1.1", headers);
		assertThat(answer.status()).isEqualTo(401);
		assertThat(answer.headers()).containsEntry("content-type", "application/problem+json")
			.containsEntry("www-authenticate", "Basic realm=\"Yoil\", charset=\"UTF-8\"");
		assertThat(answer.body()).contains("urn:yoil:problem:unauthenticated");
		assertThat(this.service.json(CACHE).get("size").asLong()).isEqualTo(1);
	}

	@ParameterizedTest
	@ValueSource(strings = { "POST", "PUT", "PATCH" })
	void takesNoOtherMethod(String method) throws Exception {
		assertThat(new Administrator(this.service).send(method, CACHE + "/entries", null).statusCode()).isEqualTo(405);
	}

	private HttpResponse<String> delete(String path) throws Exception {
		return new Administrator(this.service).send("DELETE", path, null);
	}

}
