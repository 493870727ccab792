package dev.yoil.webtoon.access;

import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.Set;

import dev.yoil.webtoon.problem.ProblemType;
import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;

import org.springframework.http.InvalidMediaTypeException;
import org.springframework.http.MediaType;
import org.springframework.security.authorization.AuthorityAuthorizationManager;
import org.springframework.security.authorization.AuthorizationDecision;
import org.springframework.security.authorization.AuthorizationManager;
import org.springframework.security.authorization.AuthorizationManagers;
import org.springframework.security.authorization.AuthorizationResult;
import org.springframework.security.web.access.intercept.RequestAuthorizationContext;
import org.springframework.security.web.csrf.CsrfFilter;
import org.springframework.web.ErrorResponseException;

/**
 * Authorization rules that Spring Security does not provide. Each decides on the response
 * to a refused request. Thread-safe.
 */
final class AccessRules {

	private static final Set<String> OWN_SITE = Set.of("same-origin", "none");

	private AccessRules() {
	}

	/**
	 * Allows the administrator from anywhere, except from pages of other sites.
	 */
	static AuthorizationManager<RequestAuthorizationContext> administrator() {
		return AuthorizationManagers.allOf(ownSite(), AuthorityAuthorizationManager.hasRole(AdministratorLogin.ROLE));
	}

	/**
	 * Allows requests from this machine, and the administrator from anywhere.
	 * @param closed the reason why requests from this machine are refused too;
	 * {@code null} if they are allowed
	 */
	static AuthorizationManager<RequestAuthorizationContext> hereOrAdministrator(@Nullable String closed) {
		AuthorizationManager<RequestAuthorizationContext> administrator = AuthorityAuthorizationManager
			.hasRole(AdministratorLogin.ROLE);
		return AuthorizationManagers.allOf(ownSite(), (user, asked) -> {
			AuthorizationResult known = administrator.authorize(user, asked);
			if (known != null && known.isGranted()) {
				return known;
			}
			String objection = (closed != null) ? closed : LocalRequest.objection(asked.getRequest());
			return decision((objection != null) ? Refusals.unauthenticated(
					"Only the administrator, or a client on the machine that runs the service, may do this. The request has "
							+ "no credentials, and does not count as local because " + objection + ".")
					: null);
		});
	}

	/**
	 * Allows as many requests per client as the limit permits.
	 */
	static AuthorizationManager<RequestAuthorizationContext> limited(ClientRateLimit limit) {
		return (user, asked) -> decision(limit.take(asked.getRequest().getRemoteAddr()));
	}

	/**
	 * Refuses a change that a page of another site makes with credentials stored in the
	 * browser. Browsers reveal it by {@code Sec-Fetch-Site} or {@code Origin}; scripts
	 * send neither. Bodies must be JSON, because forms can send all other types.
	 */
	static AuthorizationManager<RequestAuthorizationContext> ownSite() {
		return (user, asked) -> {
			HttpServletRequest request = asked.getRequest();
			if (!CsrfFilter.DEFAULT_CSRF_MATCHER.matches(request)) {
				return decision(null);
			}
			if (isOfAnotherSite(request)) {
				return decision(ProblemType.FOREIGN_ORIGIN.exception(
						"The request comes from a page of another site, according to Origin or Sec-Fetch-Site. If it comes from "
								+ "a page of this site, configure the proxy to pass on the Host header unchanged."));
			}
			if (!isJson(request.getContentType())) {
				ErrorResponseException refusal = ProblemType.UNSUPPORTED_MEDIA_TYPE
					.exception("Send the body as JSON with 'Content-Type: application/json'.");
				refusal.getHeaders().setAccept(List.of(MediaType.APPLICATION_JSON));
				return decision(refusal);
			}
			return decision(null);
		};
	}

	private static boolean isOfAnotherSite(HttpServletRequest request) {
		String site = request.getHeader("Sec-Fetch-Site");
		String origin = request.getHeader("Origin");
		return (site != null && !OWN_SITE.contains(site))
				|| (origin != null && !isOf(request.getHeader("Host"), origin.toLowerCase(Locale.ROOT)));
	}

	/**
	 * Compares host and port. The scheme may differ because a proxy may have terminated
	 * TLS.
	 */
	private static boolean isOf(@Nullable String host, String origin) {
		try {
			String authority = URI.create(origin).getRawAuthority();
			return authority != null && authority.equalsIgnoreCase(host);
		}
		catch (IllegalArgumentException ex) {
			return false;
		}
	}

	private static boolean isJson(@Nullable String type) {
		try {
			return type == null || MediaType.APPLICATION_JSON.equalsTypeAndSubtype(MediaType.parseMediaType(type));
		}
		catch (InvalidMediaTypeException ex) {
			return false;
		}
	}

	private static AuthorizationResult decision(@Nullable ErrorResponseException problem) {
		return (problem != null) ? new Refusals.Refused(problem) : new AuthorizationDecision(true);
	}

}
