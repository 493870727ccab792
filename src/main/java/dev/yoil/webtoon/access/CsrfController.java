package dev.yoil.webtoon.access;

import dev.yoil.webtoon.visitor.Visitor;
import dev.yoil.webtoon.visitor.Visitors;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

import org.springframework.http.CacheControl;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.security.web.csrf.CsrfToken;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestAttribute;
import org.springframework.web.bind.annotation.RestController;

/**
 * Tells visitors the token without which they may change nothing, and makes them known:
 * whoever asks for it is about to write, and writes that are sent at the same time should
 * not be those of two visitors.
 */
@RestController
@Tag(name = "Tokens", description = "What visitors have to send along with each change.")
class CsrfController {

	/** Where it is. */
	static final String PATH = "/api/v1/csrf";

	private final Visitors visitors;

	CsrfController(Visitors visitors) {
		this.visitors = visitors;
	}

	@Operation(summary = "Tells the CSRF token, and sets the cookies that belong to it.")
	@GetMapping(path = PATH, produces = MediaType.APPLICATION_JSON_VALUE)
	ResponseEntity<HeaderAndToken> token(@RequestAttribute("_csrf") CsrfToken token, HttpServletRequest request,
			HttpServletResponse response) {
		this.visitors.remember(this.visitors.of(request).orElseGet(Visitor::unknown), request, response);
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
