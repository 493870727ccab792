package dev.yoil.webtoon.access;

import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;

import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockServletContext;

import static org.assertj.core.api.Assertions.assertThat;

class GuardedRequestsTests {

	private final List<String> matched = new ArrayList<>();

	private final MockServletContext context = new MockServletContext();

	/** Changes, and whatever is below one path. */
	private final GuardedRequests guarded = new GuardedRequests((request) -> {
		this.matched.add(request.getMethod() + " " + request.getRequestURI());
		return request.getMethod().equals("PUT") || request.getRequestURI().startsWith("/secret");
	});

	@Test
	void remembersReadsWithoutARuleAndNothingElse() {
		for (int times = 0; times < 2; times++) {
			assertThat(matches("GET", "/page")).isFalse();
			assertThat(matches("GET", "/secret")).isTrue();
			assertThat(matches("PUT", "/page")).isTrue();
			assertThat(matches("GET", "/%70age")).isFalse();
		}
		assertThat(this.matched).containsExactly("GET /page", "GET /secret", "PUT /page", "GET /%70age", "GET /secret",
				"PUT /page");
	}

	@Test
	void forgetsRatherThanToGrow() {
		for (int page = 0; page <= 10_000; page++) {
			matches("GET", "/" + page);
		}
		this.matched.clear();
		matches("GET", "/0");
		matches("GET", "/10000");
		assertThat(this.matched).containsExactly("GET /0");
	}

	@Test
	void knowsAnAddressInItsOwnContextOnly() {
		GuardedRequests guarded = new GuardedRequests((request) -> request.getServletContext() == this.context);
		MockServletContext actuator = new MockServletContext();
		assertThat(guarded.matches(new MockHttpServletRequest(actuator, "GET", "/site/secret"))).isFalse();
		assertThat(guarded.matches(new MockHttpServletRequest(this.context, "GET", "/site/secret"))).isTrue();
	}

	private boolean matches(String method, String uri) {
		return this.guarded.matches(new MockHttpServletRequest(this.context, method, uri));
	}

}
