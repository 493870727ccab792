package dev.yoil.webtoon.access;

import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

import dev.yoil.webtoon.Administrator;
import dev.yoil.webtoon.RunningService;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

import org.springframework.http.HttpStatus;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;
import org.springframework.util.unit.DataSize;
import org.springframework.web.ErrorResponseException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Searches that other searches delay. The tests hold the places of searches.
 */
@Timeout(60)
class SearchLimitTests {

	private static final int LIMIT = 4;

	@RegisterExtension
	private static final RunningService service = RunningService.shared();

	private SearchLimit limit;

	private final List<String> running = new ArrayList<>();

	@BeforeEach
	void findLimit() {
		this.limit = service.bean(SearchLimit.class);
	}

	@AfterEach
	void endAll() {
		this.running.forEach(this::end);
	}

	@Test
	void refusesFurtherSearchesOfOneClient() throws Exception {
		hold("127.0.0.1", LIMIT);
		for (String search : List.of("/api/v1/webtoon/search?query=a", "/search?q=a")) {
			HttpResponse<String> refused = service.get(search);
			assertThat(refused.statusCode()).as(search).isEqualTo(429);
			assertThat(refused.headers().firstValue("Retry-After")).contains("1");
		}
		assertThat(new Administrator(service).send("GET", "/api/v1/admin/webtoons?query=a", null).statusCode())
			.isEqualTo(429);
		assertThat(service.get("/api/v1/webtoon/1").statusCode()).isEqualTo(200);
		this.running.forEach(this::end);
		this.running.clear();
		// Each search gives its place back, perhaps a little after its answer.
		for (int searches = 0; searches < 2 * LIMIT; searches++) {
			assertThat(service.get("/search?q=a").statusCode()).isEqualTo(200);
			assertThat(service.get("/search?q=%00").statusCode()).isEqualTo(400);
		}
	}

	@Test
	void letsSearchesOfOthersWaitForTheNextPlace() {
		hold("192.0.2.1", LIMIT);
		CompletableFuture<Void> other = CompletableFuture.runAsync(() -> begin("192.0.2.2"));
		assertThat(other).isNotDone();
		end(this.running.remove(0));
		assertThat(other).succeedsWithin(Duration.ofSeconds(30));
		this.running.add("192.0.2.2");
	}

	@Test
	void refusesSearchesThatWaitTooLong() {
		this.limit = new SearchLimit(
				new RequestLimits(DataSize.ofBytes(1), null, new RequestLimits.Searches(LIMIT, Duration.ofMillis(1))));
		hold("192.0.2.1", LIMIT);
		assertThatExceptionOfType(ErrorResponseException.class).isThrownBy(() -> begin("192.0.2.2"))
			.satisfies((refused) -> assertThat(refused.getStatusCode()).isEqualTo(HttpStatus.SERVICE_UNAVAILABLE))
			.satisfies((refused) -> assertThat(refused.getHeaders().getFirst("Retry-After")).isEqualTo("1"));
	}

	private void hold(String client, int searches) {
		for (int search = 0; search < searches; search++) {
			begin(client);
			this.running.add(client);
		}
	}

	private void begin(String client) {
		this.limit.preHandle(from(client), new MockHttpServletResponse(), "search");
	}

	private void end(String client) {
		this.limit.afterCompletion(from(client), new MockHttpServletResponse(), "search", null);
	}

	private static MockHttpServletRequest from(String client) {
		MockHttpServletRequest request = new MockHttpServletRequest();
		request.setRemoteAddr(client);
		return request;
	}

}
