package dev.yoil.representation.cached;

import java.lang.annotation.Annotation;
import java.security.Principal;
import java.time.ZoneId;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TimeZone;
import java.util.stream.Stream;

import dev.yoil.representation.KeyedByUri;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.http.HttpSession;

import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.core.MethodParameter;
import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.core.annotation.MergedAnnotations.SearchStrategy;
import org.springframework.http.HttpEntity;
import org.springframework.util.ClassUtils;
import org.springframework.web.bind.annotation.MatrixVariable;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.context.request.WebRequest;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.mvc.method.RequestMappingInfo;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;

/**
 * Refuses to start where a controller method promises, by {@link KeyedByUri}, what its
 * mapping, its annotations or its parameters do not let it keep: that path and query
 * alone decide who answers, with what, and to whom.
 */
final class KeyedByUriCheck implements SmartInitializingSingleton {

	private static final Set<RequestMethod> READING = Set.of(RequestMethod.GET, RequestMethod.HEAD);

	/** By name, because applications without Spring Security do not have them. */
	private static final List<String> GUARDS = List.of("org.springframework.security.access.prepost.PreAuthorize",
			"org.springframework.security.access.prepost.PostAuthorize",
			"org.springframework.security.access.annotation.Secured", "jakarta.annotation.security.RolesAllowed");

	private static final List<String> NOT_OF_THE_URI = List.of(
			"org.springframework.security.core.annotation.AuthenticationPrincipal",
			"org.springframework.security.core.annotation.CurrentSecurityContext",
			"org.springframework.web.bind.annotation.CookieValue",
			"org.springframework.web.bind.annotation.RequestAttribute",
			"org.springframework.web.bind.annotation.RequestHeader",
			"org.springframework.web.bind.annotation.SessionAttribute");

	/** Spring Security's {@code Authentication} is a {@link Principal}. */
	private static final List<Class<?>> TYPES_NOT_OF_THE_URI = List.of(Principal.class, HttpSession.class, Locale.class,
			TimeZone.class, ZoneId.class, ServletRequest.class, WebRequest.class, HttpEntity.class);

	private static final List<Class<? extends Annotation>> OF_THE_URI = List.of(RequestParam.class, PathVariable.class,
			MatrixVariable.class);

	private final Collection<RequestMappingHandlerMapping> mappings;

	KeyedByUriCheck(Collection<RequestMappingHandlerMapping> mappings) {
		this.mappings = mappings;
	}

	@Override
	public void afterSingletonsInstantiated() {
		this.mappings.forEach((mapping) -> mapping.getHandlerMethods().forEach((info, method) -> {
			if (method.hasMethodAnnotation(KeyedByUri.class)) {
				checkMapping(method, info, mapping.getHandlerMethods());
				checkGuards(method);
				Stream.of(method.getMethodParameters()).forEach((parameter) -> checkParameter(method, parameter));
			}
		}));
	}

	private static void checkMapping(HandlerMethod method, RequestMappingInfo info,
			Map<RequestMappingInfo, HandlerMethod> all) {
		Set<RequestMethod> methods = info.getMethodsCondition().getMethods();
		if (methods.isEmpty() || !READING.containsAll(methods)) {
			throw refusal(method, "is not mapped to GET or HEAD alone. Use @GetMapping.");
		}
		all.forEach((other, rival) -> {
			if (dependsOnHeaders(other) && PathOverlap.exists(info.getPatternValues(), other.getPatternValues())) {
				throw refusal(method, "whether " + rival
						+ " answers a request of that path depends on a header. Leave out one of the two.");
			}
		});
	}

	/**
	 * The header {@code Accept} is part of what is remembered.
	 */
	private static boolean dependsOnHeaders(RequestMappingInfo info) {
		return !info.getHeadersCondition().isEmpty() || !info.getConsumesCondition().isEmpty()
				|| !info.getVersionCondition().isEmpty() || info.getCustomCondition() != null;
	}

	private static void checkGuards(HandlerMethod method) {
		for (String guard : GUARDS) {
			if (MergedAnnotations.from(method.getMethod(), SearchStrategy.TYPE_HIERARCHY).isPresent(guard)
					|| MergedAnnotations.from(method.getBeanType(), SearchStrategy.TYPE_HIERARCHY).isPresent(guard)) {
				throw refusal(method, "@" + ClassUtils.getShortName(guard)
						+ " is not asked about hits: everybody would get them. Remove @KeyedByUri.");
			}
		}
	}

	private static void checkParameter(HandlerMethod method, MethodParameter parameter) {
		if (OF_THE_URI.stream().anyMatch(parameter::hasParameterAnnotation)) {
			return;
		}
		Class<?> type = parameter.nestedIfOptional().getNestedParameterType();
		MergedAnnotations annotations = MergedAnnotations.from(parameter.getParameterAnnotations());
		if (TYPES_NOT_OF_THE_URI.stream().anyMatch((refused) -> refused.isAssignableFrom(type))
				|| NOT_OF_THE_URI.stream().anyMatch(annotations::isPresent)) {
			throw refusal(method,
					"its parameter '" + parameter.getParameter().getName() + "' of the type " + type.getName()
							+ " does not come from the path or the query: all users would get the answer of one."
							+ " Remove the parameter, or remove @KeyedByUri.");
		}
	}

	private static IllegalStateException refusal(HandlerMethod method, String reason) {
		return new IllegalStateException(method + " has @KeyedByUri, but " + reason);
	}

}
