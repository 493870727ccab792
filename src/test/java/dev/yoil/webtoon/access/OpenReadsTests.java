package dev.yoil.webtoon.access;

import jakarta.servlet.Filter;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.NoSuchBeanDefinitionException;
import org.springframework.mock.web.MockFilterChain;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;
import org.springframework.mock.web.MockServletContext;
import org.springframework.security.web.util.matcher.RequestMatcher;
import org.springframework.web.context.support.StaticWebApplicationContext;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

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

	@Test
	void neitherLearnsNorKnowsWhereAClientMadeUpTheContextPath() {
		MockHttpServletRequest forwarded = request("GET", "/zzz/page");
		forwarded.setContextPath("/zzz");
		this.rules.matches(forwarded);
		assertThat(this.reads.knows(request("GET", "/zzz/page"))).isFalse();
		this.rules.matches(request("GET", "/zzz/page"));
		assertThat(this.reads.knows(forwarded)).isFalse();
	}

	@Test
	void sparesSpringSecurityWhatItIsKnownToHaveNoRuleFor() throws Exception {
		// There is no Spring Security in it, so that asking fails.
		StaticWebApplicationContext empty = new StaticWebApplicationContext();
		Filter filter = new SecurityFilterRegistration(this.reads, empty).getFilter();
		MockFilterChain behind = new MockFilterChain();
		MockHttpServletResponse response = new MockHttpServletResponse();
		assertThatExceptionOfType(NoSuchBeanDefinitionException.class)
			.isThrownBy(() -> filter.doFilter(request("GET", "/page"), response, behind));
		this.rules.matches(request("GET", "/page"));
		filter.doFilter(request("GET", "/page"), response, behind);
		assertThat(behind.getRequest()).isNotNull();
		assertThat(response.getHeader("Content-Security-Policy")).isNotNull();
	}

	private MockHttpServletRequest request(String method, String uri) {
		return new MockHttpServletRequest(this.context, method, uri);
	}

}
