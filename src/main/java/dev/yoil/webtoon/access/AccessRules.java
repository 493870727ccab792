package dev.yoil.webtoon.access;

import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.Set;

import dev.yoil.webtoon.problem.ProblemType;
import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpHeaders;
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
 * The rules that Spring Security does not have. Each says what is answered to whom it
 * refuses. Thread-safe.
 */
final class AccessRules {

	private static final Set<String> OWN_SITE = Set.of("same-origin", "none");

	private AccessRules() {
	}

	/**
	 * Tells whether a request says that another instance has signed it.
	 */
	static boolean isFromInstance(HttpServletRequest request) {
		String credentials = request.getHeader(HttpHeaders.AUTHORIZATION);
		return credentials != null && credentials.startsWith("Cache-Node ");
	}

	/**
	 * The administrator from anywhere, but for pages of other sites.
	 */
	static AuthorizationManager<RequestAuthorizationContext> administrator() {
		return AuthorizationManagers.allOf(ownSite(), AuthorityAuthorizationManager.hasRole(AdministratorLogin.ROLE));
	}

	/**
	 * Whoever asks on this machine, and the administrator from anywhere.
	 * @param closed why not even a request made here gets through; {@code null} if it
	 * does
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
					"This is only answered on the machine that runs the service, or to the administrator. The request has "
							+ "no credentials, and does not count as made here because " + objection + ".")
					: null);
		});
	}

	/**
	 * Each client only so often.
	 */
	static AuthorizationManager<RequestAuthorizationContext> limited(AddressLimit limit) {
		return (user, asked) -> decision(limit.take(asked.getRequest().getRemoteAddr()));
	}

	/**
	 * No change that a page of another site has a browser make with credentials that the
	 * browser remembers. Every browser tells of them, by {@code Sec-Fetch-Site} or
	 * {@code Origin}; a script sends neither. And no body other than JSON: forms can send
	 * all others.
	 */
	static AuthorizationManager<RequestAuthorizationContext> ownSite() {
		return (user, asked) -> {
			HttpServletRequest request = asked.getRequest();
			if (!CsrfFilter.DEFAULT_CSRF_MATCHER.matches(request)) {
				return decision(null);
			}
			if (isOfAnotherSite(request)) {
				return decision(ProblemType.FOREIGN_ORIGIN.exception(
						"A page of another site asks for this, as Origin or Sec-Fetch-Site say. If it was a page of "
								+ "this site, a proxy in between has to pass on the header Host as it came."));
			}
			if (!isJson(request.getContentType())) {
				ErrorResponseException refusal = ProblemType.UNSUPPORTED_MEDIA_TYPE
					.exception("The body has to be JSON, and the header Content-Type has to say so.");
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
	 * Compares host and port. The scheme may differ, because a proxy in front may have
	 * ended TLS.
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
