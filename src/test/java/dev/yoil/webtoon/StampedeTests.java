package dev.yoil.webtoon;

import java.net.http.HttpResponse;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import org.springframework.cache.CacheManager;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Concurrent requests for one list after its cache was cleared.
 */
class StampedeTests {

	private static final String MONDAY = "/api/v1/webtoon?publishDay=MONDAY";

	@Test
	void loadsOnceForFiveHundredRequests() {
		try (RunningService service = RunningService.shared()) {
			ask(service, 1);
			service.bean(CacheManager.class).getCache("findWebtoonsByPublishDay").clear();
			int connections = service.database().connections();
			List<HttpResponse<byte[]>> responses = ask(service, 500);
			assertThat(service.database().connections()).isEqualTo(connections + 1);
			assertThat(responses).allSatisfy((response) -> {
				assertThat(response.statusCode()).isEqualTo(200);
				assertThat(response.body()).isEqualTo(responses.get(0).body()).hasSizeGreaterThan(1_000);
			});
			assertThat(responses.stream()
				.map((response) -> response.headers().firstValue("Cache-Status").orElseThrow())
				.filter((status) -> status.contains("fwd=miss") && !status.contains("collapsed"))).hasSize(1);
		}
	}

	private static List<HttpResponse<byte[]>> ask(RunningService service, int times) {
		List<CompletableFuture<HttpResponse<byte[]>>> responses = IntStream.range(0, times)
			.mapToObj((i) -> service.sendAsync(service.request("GET", MONDAY).build()))
			.toList();
		return responses.stream().map(CompletableFuture::join).toList();
	}

}
