package dev.yoil.webtoon.visitor;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.UUID;

import jakarta.servlet.http.Cookie;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;

import static org.assertj.core.api.Assertions.assertThat;

class VisitorsTests {

	private static final Visitor VISITOR = new Visitor(UUID.fromString("9a1c0b52-7b7c-4f0e-9d57-3a1f0d6c2e11"));

	private final Visitors visitors = visitors("the key of this service, 32 bytes");

	private final MockHttpServletRequest request = new MockHttpServletRequest();

	private static Visitors visitors(String key) {
		return new Visitors(new VisitorKey(key.getBytes(StandardCharsets.UTF_8)));
	}

	private static String cookie(Visitors visitors) {
		MockHttpServletResponse response = new MockHttpServletResponse();
		visitors.remember(VISITOR, new MockHttpServletRequest(), response);
		Cookie cookie = response.getCookie("yoil-visitor");
		assertThat(cookie).isNotNull();
		return cookie.getValue();
	}

	@Test
	void recogniseAVisitorByCookie() {
		this.request.setCookies(new Cookie("other", "x"), new Cookie("yoil-visitor", cookie(this.visitors)));
		assertThat(this.visitors.of(this.request)).contains(VISITOR);
		MockHttpServletResponse response = new MockHttpServletResponse();
		this.visitors.remember(VISITOR, this.request, response);
		assertThat(response.getHeader("Set-Cookie")).isNull();
	}

	@Test
	void skipForeignCookies() {
		this.request.setCookies(new Cookie("yoil-visitor", "x"), new Cookie("yoil-visitor", cookie(this.visitors)));
		assertThat(this.visitors.of(this.request)).contains(VISITOR);
	}

	@Test
	void setAProtectedCookie() {
		MockHttpServletResponse response = new MockHttpServletResponse();
		this.visitors.remember(VISITOR, this.request, response);
		String header = response.getHeader("Set-Cookie");
		assertThat(header).startsWith("yoil-visitor=" + VISITOR.id() + ".")
			.contains("; Path=/", "; Max-Age=31536000", "; HttpOnly", "; SameSite=Lax")
			.doesNotContain("Secure", "Domain");
		this.request.setSecure(true);
		MockHttpServletResponse secure = new MockHttpServletResponse();
		this.visitors.remember(VISITOR, this.request, secure);
		assertThat(secure.getHeader("Set-Cookie")).contains("; Secure");
	}

	static List<String> forgeries() {
		String good = cookie(visitors("the key of this service, 32 bytes"));
		String signature = good.substring(37);
		return List.of("", ".", "x", VISITOR.id().toString(), VISITOR.id() + ".", "." + signature,
				// Another number, or another spelling of the same.
				"8" + good.substring(1), good.replace('a', 'A'), VISITOR.id() + "-" + signature,
				// Another signature.
				good.substring(0, 79) + ((good.charAt(79) == 'A') ? 'B' : 'A'),
				good.substring(0, 37) + ((signature.charAt(0) == 'A') ? 'B' : 'A') + signature.substring(1),
				good.substring(0, 79) + "é", VISITOR.id() + "." + "A".repeat(43), good + "=", good + good,
				good.substring(0, 79), cookie(visitors("the key of another service, 32 bytes")), "a".repeat(5000),
				"-".repeat(36) + "." + signature);
	}

	@ParameterizedTest
	@MethodSource("forgeries")
	void rejectForgedCookies(String forged) {
		this.request.setCookies(new Cookie("yoil-visitor", forged));
		assertThat(this.visitors.of(this.request)).isEmpty();
	}

	@Test
	void returnNothingWithoutCookies() {
		assertThat(this.visitors.of(this.request)).isEmpty();
	}

}
