package dev.yoil.webtoon.visitor;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import java.util.UUID;

import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

import org.springframework.http.HttpHeaders;
import org.springframework.http.ResponseCookie;
import org.springframework.stereotype.Component;

/**
 * The identification of visitors by a signed cookie: the visitor's number, a dot and its
 * signature. A client without a valid cookie is unknown until it writes something.
 * Thread-safe.
 */
@Component
public class Visitors {

	/** The name of the cookie. */
	public static final String COOKIE = "yoil-visitor";

	private static final Duration KEPT = Duration.ofDays(365);

	private static final int ID_LENGTH = 36;

	private static final int LENGTH = ID_LENGTH + 1 + 43;

	private final VisitorKey key;

	Visitors(VisitorKey key) {
		this.key = key;
	}

	/**
	 * Identifies the visitor of a request.
	 * @return the visitor; empty without a valid cookie
	 */
	public Optional<Visitor> of(HttpServletRequest request) {
		Cookie[] cookies = request.getCookies();
		return (cookies == null) ? Optional.empty()
				: Arrays.stream(cookies)
					.filter((cookie) -> cookie.getName().equals(COOKIE))
					.flatMap((cookie) -> verified(cookie.getValue()).stream())
					.findFirst();
	}

	/**
	 * Sets the cookie unless the request has it.
	 */
	public void remember(Visitor visitor, HttpServletRequest request, HttpServletResponse response) {
		if (of(request).filter(visitor::equals).isPresent()) {
			return;
		}
		String id = visitor.id().toString();
		response.addHeader(HttpHeaders.SET_COOKIE,
				ResponseCookie.from(COOKIE, id + "." + this.key.signature(id))
					.httpOnly(true)
					.secure(request.isSecure())
					.sameSite("Lax")
					.path("/")
					.maxAge(KEPT)
					.build()
					.toString());
	}

	/**
	 * Compares texts instead of values, so that each visitor has exactly one valid
	 * cookie.
	 */
	private Optional<Visitor> verified(String value) {
		if (value.length() != LENGTH || value.charAt(ID_LENGTH) != '.') {
			return Optional.empty();
		}
		String id = value.substring(0, ID_LENGTH);
		byte[] expected = this.key.signature(id).getBytes(StandardCharsets.UTF_8);
		byte[] given = value.substring(ID_LENGTH + 1).getBytes(StandardCharsets.UTF_8);
		return MessageDigest.isEqual(expected, given) ? Optional.of(new Visitor(UUID.fromString(id)))
				: Optional.empty();
	}

}
