package dev.yoil.webtoon.access;

import org.junit.jupiter.api.Test;

import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockServletContext;
import org.springframework.security.web.util.matcher.RequestMatcher;

import static org.assertj.core.api.Assertions.assertThat;

class OpenReadsTests {

	private final MockServletContext context = new MockServletContext();

	private final OpenReads reads = new OpenReads();

	/** Changes, and whatever is below one path. */
	private final RequestMatcher rules = this.reads
		.learningFrom((request) -> request.getMethod().equals("PUT") || request.getRequestURI().startsWith("/secret"));

	@Test
	void knowsReadsThatWereFoundToHaveNoRuleAndNothingElse() {
		assertThat(this.reads.knows(request("GET", "/page"))).isFalse();
		assertThat(this.rules.matches(request("GET", "/page"))).isFalse();
		assertThat(this.rules.matches(request("GET", "/secret"))).isTrue();
		assertThat(this.rules.matches(request("PUT", "/changed"))).isTrue();
		assertThat(this.rules.matches(request("DELETE", "/deleted"))).isFalse();
		assertThat(this.reads.knows(request("GET", "/page"))).isTrue();
		assertThat(this.reads.knows(request("PUT", "/page"))).isFalse();
		assertThat(this.reads.knows(request("GET", "/%70age"))).isFalse();
		assertThat(this.reads.knows(request("GET", "/secret"))).isFalse();
		assertThat(this.reads.knows(request("GET", "/changed"))).isFalse();
		assertThat(this.reads.knows(request("GET", "/deleted"))).isFalse();
	}

	@Test
	void leavesReadsWithABodyToItsLimit() {
		this.rules.matches(request("GET", "/page"));
		MockHttpServletRequest sized = request("GET", "/page");
		sized.setContent(new byte[1]);
		MockHttpServletRequest chunked = request("GET", "/page");
		chunked.addHeader("Transfer-Encoding", "chunked");
		assertThat(this.reads.knows(sized)).isFalse();
		assertThat(this.reads.knows(chunked)).isFalse();
	}

	@Test
	void forgetsRatherThanToGrow() {
		for (int page = 0; page <= 10_000; page++) {
			this.rules.matches(request("GET", "/" + page));
		}
		assertThat(this.reads.knows(request("GET", "/0"))).isFalse();
		assertThat(this.reads.knows(request("GET", "/10000"))).isTrue();
		this.rules.matches(request("GET", "/" + "x".repeat(512)));
		assertThat(this.reads.knows(request("GET", "/" + "x".repeat(512)))).isFalse();
	}

	@Test
	void knowsAnAddressInItsOwnContextOnly() {
		this.rules.matches(new MockHttpServletRequest(new MockServletContext(), "GET", "/page"));
		assertThat(this.reads.knows(request("GET", "/page"))).isFalse();
	}

	private MockHttpServletRequest request(String method, String uri) {
		return new MockHttpServletRequest(this.context, method, uri);
	}

}
