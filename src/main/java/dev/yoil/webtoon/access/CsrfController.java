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
 * The endpoint for the CSRF token that visitors need for changes. It also sets the
 * visitor cookie, which ensures that concurrent first writes belong to one visitor.
 */
@RestController
@Tag(name = "Tokens", description = "The CSRF token that each change by a visitor must repeat.")
class CsrfController {

	static final String PATH = "/api/v1/csrf";

	private final Visitors visitors;

	CsrfController(Visitors visitors) {
		this.visitors = visitors;
	}

	@Operation(summary = "Returns the CSRF token and sets its cookies.")
	@GetMapping(path = PATH, produces = MediaType.APPLICATION_JSON_VALUE)
	ResponseEntity<HeaderAndToken> token(@RequestAttribute("_csrf") CsrfToken token, HttpServletRequest request,
			HttpServletResponse response) {
		this.visitors.remember(this.visitors.of(request).orElseGet(Visitor::unknown), request, response);
		return ResponseEntity.ok()
			.cacheControl(CacheControl.noStore())
			.body(new HeaderAndToken(token.getHeaderName(), token.getToken()));
	}

	/**
	 * The name and value of the header that a change must send, besides the cookie.
	 */
	record HeaderAndToken(String header, String token) {
	}

}
