package dev.yoil.webtoon.access;

import org.springframework.http.CacheControl;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.security.web.csrf.CsrfToken;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestAttribute;
import org.springframework.web.bind.annotation.RestController;

/**
 * Tells visitors the token without which they may change nothing.
 */
@RestController
class CsrfController {

	/** Where it is. */
	static final String PATH = "/api/v1/csrf";

	/**
	 * Tells the CSRF token, and sets the cookie that belongs to it.
	 * @param token the token
	 * @return the token, and the header that a change has to repeat it in
	 */
	@GetMapping(path = PATH, produces = MediaType.APPLICATION_JSON_VALUE)
	ResponseEntity<HeaderAndToken> token(@RequestAttribute("_csrf") CsrfToken token) {
		return ResponseEntity.ok()
			.cacheControl(CacheControl.noStore())
			.body(new HeaderAndToken(token.getHeaderName(), token.getToken()));
	}

	/**
	 * What has to be sent along with a change, besides the cookie.
	 *
	 * @param header the name of a header
	 * @param token its value
	 */
	record HeaderAndToken(String header, String token) {
	}

}
