package dev.yoil.webtoon.openapi;

import java.util.Arrays;
import java.util.List;

import dev.yoil.webtoon.ProblemType;
import dev.yoil.webtoon.Problems;
import io.swagger.v3.oas.models.Components;
import io.swagger.v3.oas.models.security.SecurityRequirement;
import io.swagger.v3.oas.models.security.SecurityScheme;
import jakarta.servlet.http.HttpServletRequest;

import org.springframework.web.method.HandlerMethod;

/**
 * What clients have to send along to be let through, and by what visitors are known.
 */
final class Credentials {

	private static final String ADMINISTRATOR = "administrator";

	private static final String TOKEN = "csrfToken";

	private static final String TOKEN_COOKIE = "csrfCookie";

	private static final String VISITOR = "visitor";

	private Credentials() {
	}

	/**
	 * What an operation asks for.
	 * @param route where it is found
	 * @param method the method that answers
	 * @return choices, of which one is enough; none if nothing is asked for
	 */
	static List<SecurityRequirement> of(Route route, HandlerMethod method) {
		SecurityRequirement administrator = new SecurityRequirement().addList(ADMINISTRATOR);
		if (route.isForAdministrators()) {
			return List.of(administrator);
		}
		if (route.isOfCaches()) {
			// Nothing is asked of who is on the machine that runs the service.
			return List.of(new SecurityRequirement(), administrator);
		}
		if (!knowsVisitors(method)) {
			return route.isChange() ? List.of(unknownVisitor(route)) : List.of();
		}
		SecurityRequirement known = unknownVisitor(route).addList(VISITOR);
		return isForOneVisitor(method) ? List.of(known) : List.of(known, unknownVisitor(route));
	}

	private static SecurityRequirement unknownVisitor(Route route) {
		SecurityRequirement requirement = new SecurityRequirement();
		return route.isChange() ? requirement.addList(TOKEN).addList(TOKEN_COOKIE) : requirement;
	}

	/**
	 * Nothing but the cookie is read from requests as they are.
	 */
	private static boolean knowsVisitors(HandlerMethod method) {
		return Arrays.asList(method.getMethod().getParameterTypes()).contains(HttpServletRequest.class);
	}

	private static boolean isForOneVisitor(HandlerMethod method) {
		Problems stated = method.getMethodAnnotation(Problems.class);
		return stated != null && Arrays.asList(stated.value()).contains(ProblemType.REVIEW_OF_ANOTHER);
	}

	/**
	 * Explains what may be asked for.
	 * @param components where the schemes are added
	 */
	static void describe(Components components) {
		components.addSecuritySchemes(ADMINISTRATOR,
				new SecurityScheme().type(SecurityScheme.Type.HTTP)
					.scheme("basic")
					.description("The administrator's name and password."));
		components.addSecuritySchemes(TOKEN, key(SecurityScheme.In.HEADER, "X-CSRF-TOKEN")
			.description("The token that GET /api/v1/csrf tells, together with the cookie that it sets."));
		components.addSecuritySchemes(TOKEN_COOKIE,
				key(SecurityScheme.In.COOKIE, "yoil-csrf").description("Set by GET /api/v1/csrf."));
		components.addSecuritySchemes(VISITOR,
				key(SecurityScheme.In.COOKIE, "yoil-visitor").description("Tells whose likes and reviews are the "
						+ "visitor's own. Set with the first like or review of a visitor who has none."));
	}

	private static SecurityScheme key(SecurityScheme.In place, String name) {
		return new SecurityScheme().type(SecurityScheme.Type.APIKEY).in(place).name(name);
	}

}
