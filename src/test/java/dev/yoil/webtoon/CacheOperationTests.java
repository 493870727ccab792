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
		HttpResponse<byte[]> answer = delete("/api/v1/cache/findWebtoons/entries");
		assertThat(answer.statusCode()).isEqualTo(404);
		assertThat(new String(answer.body())).contains("There is no cache 'findWebtoons'. There is: ");
	}

	@ParameterizedTest
	@ValueSource(strings = { "Host: yoil.example", "Host: localhost\r\nX-Forwarded-For: 127.0.0.1" })
	void changesNothingForOthers(String headers) throws Exception {
		this.service.get(MONDAY);
		RawHttp.Answer answer = RawHttp.send(this.service.port(), "DELETE " + CACHE + "/entries HTTP/1.1", headers);
		assertThat(answer.status()).isEqualTo(403);
		assertThat(answer.headers()).containsEntry("content-type", "application/problem+json");
		assertThat(this.service.json(CACHE).get("size").asLong()).isEqualTo(1);
		assertThat(RawHttp.send(this.service.port(), "GET " + CACHE + " HTTP/1.1", headers).status()).isEqualTo(200);
	}

	@ParameterizedTest
	@ValueSource(strings = { "POST", "PUT", "PATCH" })
	void takesNoOtherMethod(String method) throws Exception {
		assertThat(this.service.send(this.service.request(method, CACHE + "/entries").build()).statusCode())
			.isEqualTo(405);
	}

	private HttpResponse<byte[]> delete(String path) throws Exception {
		return this.service.send(this.service.request("DELETE", path).build());
	}

}
