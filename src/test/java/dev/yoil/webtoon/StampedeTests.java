package dev.yoil.webtoon;

import java.net.http.HttpResponse;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import org.springframework.cache.CacheManager;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Everyone asks for one list at once, right after its cache was cleared.
 */
class StampedeTests {

	private static final String MONDAY = "/api/v1/webtoon?publishDay=MONDAY";

	@Test
	void readsTheDatabaseOnceForFiveHundred() {
		try (RunningService service = RunningService.shared()) {
			ask(service, 1);
			service.bean(CacheManager.class).getCache("findWebtoonsByPublishDay").clear();
			int connections = service.database().connections();
			List<HttpResponse<byte[]>> answers = ask(service, 500);
			assertThat(service.database().connections()).isEqualTo(connections + 1);
			assertThat(answers).allSatisfy((answer) -> {
				assertThat(answer.statusCode()).isEqualTo(200);
				assertThat(answer.body()).isEqualTo(answers.get(0).body()).hasSizeGreaterThan(1_000);
			});
			assertThat(answers.stream()
				.map((answer) -> answer.headers().firstValue("Cache-Status").orElseThrow())
				.filter((status) -> status.contains("fwd=miss") && !status.contains("collapsed"))).hasSize(1);
		}
	}

	private static List<HttpResponse<byte[]>> ask(RunningService service, int times) {
		List<CompletableFuture<HttpResponse<byte[]>>> answers = IntStream.range(0, times)
			.mapToObj((i) -> service.sendAsync(service.request("GET", MONDAY).build()))
			.toList();
		return answers.stream().map(CompletableFuture::join).toList();
	}

}
