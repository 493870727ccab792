package dev.yoil.representation.cached;

import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.junit.jupiter.api.Test;

import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.servlet.ModelAndView;
import org.springframework.web.servlet.View;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * The header {@code Server-Timing}.
 */
class ServerTimingHeaderTests extends GreetingServiceTests {

	private static final String DURATION = ";dur=\\d+(\\.\\d{1,3})?";

	private static final String LOAD = "load" + DURATION;

	private static final String WRITE = "write" + DURATION;

	@Test
	void isSentOnAMissOnly() throws Exception {
		long before = System.nanoTime();
		HttpResponse<String> miss = get("/greeting?name=miss");
		long outside = System.nanoTime() - before;
		assertThat(timing(miss)).matches(LOAD + ", " + WRITE);
		assertThat(sum(timing(miss))).isLessThan(outside / 1e6);
		assertThat(status(get("/greeting?name=miss"))).contains("hit");
		assertThat(get("/greeting?name=miss").headers().map()).doesNotContainKey("Server-Timing");
	}

	@Test
	void isSentOnAHitThatIsCompressed() throws Exception {
		get("/unpromised?name=compressed");
		assertThat(get("/unpromised?name=compressed").headers().map()).doesNotContainKey("Server-Timing");
		assertThat(timing(get("/unpromised?name=compressed", "Accept-Encoding", "gzip"))).matches(WRITE);
		assertThat(get("/unpromised?name=compressed", "Accept-Encoding", "gzip").headers().map())
			.doesNotContainKey("Server-Timing");
	}

	@Test
	void isSentWithoutACache() throws Exception {
		HttpResponse<String> answer = get("/uncached?name=never");
		assertThat(timing(answer)).matches(WRITE);
		HttpResponse<String> unchanged = get("/uncached?name=never", "If-None-Match",
				answer.headers().firstValue("ETag").orElseThrow());
		assertThat(unchanged.statusCode()).isEqualTo(304);
		assertThat(timing(unchanged)).matches(WRITE);
	}

	@Test
	void isSentAfterAFailedLoad() throws Exception {
		HttpResponse<String> failed = get("/body?name=failing");
		assertThat(failed.statusCode()).isEqualTo(500);
		assertThat(timing(failed)).matches(LOAD);
	}

	@Test
	void isSentWithOtherBodies() throws Exception {
		assertThat(timing(get("/body?name=body"))).matches(LOAD + ", " + WRITE);
		assertThat(get("/body?name=body").headers().map()).doesNotContainKey("Server-Timing");
	}

	@Test
	void isSentWithPages() throws Exception {
		HttpResponse<String> page = get("/page");
		assertThat(page.body()).isEqualTo("<p>hello page 1</p>");
		assertThat(timing(page)).matches(LOAD + ", " + WRITE);
		assertThat(get("/page").headers().map()).doesNotContainKey("Server-Timing");
	}

	@Test
	void isSentAfterAForward() throws Exception {
		assertThat(timing(get("/forwarding?name=forwarded-timing"))).matches(LOAD + ", " + WRITE);
	}

	@Test
	void isNotSentForARefreshInAnotherThread() throws Exception {
		get("/greeting?name=due-timing");
		clock().advance(Duration.ofSeconds(8));
		HttpResponse<String> old = get("/greeting?name=due-timing");
		assertThat(old.body()).isEqualTo("\"hello due-timing 1\"");
		assertThat(old.headers().map()).doesNotContainKey("Server-Timing");
		await().untilAsserted(
				() -> assertThat(get("/greeting?name=due-timing").body()).isEqualTo("\"hello due-timing 2\""));
	}

	static String timing(HttpResponse<String> answer) {
		assertThat(answer.headers().allValues("Server-Timing")).hasSize(1);
		return answer.headers().firstValue("Server-Timing").orElseThrow();
	}

	private static double sum(String timing) {
		Matcher duration = Pattern.compile("dur=([0-9.]+)").matcher(timing);
		return duration.results().mapToDouble((found) -> Double.parseDouble(found.group(1))).sum();
	}

	@RestController
	static class Bodies {

		private final CachedGreetings greetings;

		Bodies(CachedGreetings greetings) {
			this.greetings = greetings;
		}

		@GetMapping("/body")
		String body(String name) {
			return this.greetings.of(name).json();
		}

	}

	@Controller
	static class Pages {

		private final CachedGreetings greetings;

		Pages(CachedGreetings greetings) {
			this.greetings = greetings;
		}

		@GetMapping("/page")
		ModelAndView page() {
			String greeting = this.greetings.of("page").json().replace("\"", "");
			View view = (model, request, response) -> {
				response.getWriter().write("<p>" + greeting + "</p>");
				response.flushBuffer();
			};
			return new ModelAndView(view);
		}

	}

}
