package dev.yoil.representation.cached;

import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.security.Principal;
import java.time.ZoneId;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TimeZone;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import dev.yoil.representation.KeyedByUri;
import dev.yoil.representation.Representation;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.http.HttpSession;

import org.springframework.aop.framework.autoproxy.AutoProxyUtils;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.core.MethodIntrospector;
import org.springframework.core.MethodParameter;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.core.annotation.MergedAnnotations.SearchStrategy;
import org.springframework.http.HttpEntity;
import org.springframework.util.ClassUtils;
import org.springframework.util.ReflectionUtils.MethodFilter;
import org.springframework.web.bind.annotation.MatrixVariable;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.context.request.WebRequest;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.mvc.method.RequestMappingInfo;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;

/**
 * A check that stops startup if the mapping, annotations or parameters of a method
 * contradict {@link KeyedByUri}, or if the annotation has no effect.
 */
final class KeyedByUriCheck implements SmartInitializingSingleton {

	private static final Set<RequestMethod> READING = Set.of(RequestMethod.GET, RequestMethod.HEAD);

	/** By name, because Spring Security is optional. */
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

	private static final String REST = "**";

	/** A variable for the rest of a path, such as <code>{*rest}</code>. */
	private static final Pattern REST_VARIABLE = Pattern.compile("\\{\\*[^{}]*}");

	/** A variable, possibly with an expression that contains braces. */
	private static final Pattern VARIABLE = Pattern.compile("\\{[^{}]*(\\{[^{}]*}[^{}]*)*}");

	private final Collection<RequestMappingHandlerMapping> mappings;

	private final ConfigurableListableBeanFactory beans;

	KeyedByUriCheck(Collection<RequestMappingHandlerMapping> mappings, ConfigurableListableBeanFactory beans) {
		this.mappings = mappings;
		this.beans = beans;
	}

	@Override
	public void afterSingletonsInstantiated() {
		this.mappings.forEach((mapping) -> mapping.getHandlerMethods().forEach((info, method) -> {
			if (method.hasMethodAnnotation(KeyedByUri.class)) {
				checkMapping(method, info, mapping.getHandlerMethods());
				checkGuards(method);
				Stream.of(method.getMethodParameters()).forEach((parameter) -> checkParameter(method, parameter));
				checkReturnType(method);
			}
		}));
		Set<String> mapped = this.mappings.stream()
			.flatMap((mapping) -> mapping.getHandlerMethods().values().stream())
			.map((method) -> signature(method.getMethod()))
			.collect(Collectors.toSet());
		Stream.of(this.beans.getBeanDefinitionNames())
			.map((bean) -> AutoProxyUtils.determineTargetClass(this.beans, bean))
			.filter((type) -> type != null && !type.getName().startsWith("org.springframework."))
			.flatMap(
					(type) -> MethodIntrospector
						.selectMethods(type,
								(MethodFilter) (method) -> AnnotatedElementUtils.hasAnnotation(method,
										KeyedByUri.class))
						.stream())
			.filter((method) -> !mapped.contains(signature(method)))
			.findFirst()
			.ifPresent((method) -> {
				throw refusal(method,
						"no request is mapped to it, so it has no effect. Move it to the controller's method.");
			});
	}

	/** The name and parameters, because a mapping may know the method of a proxy. */
	private static String signature(Method method) {
		return method.getName() + List.of(method.getParameterTypes());
	}

	private static void checkReturnType(HandlerMethod method) {
		Class<?> type = method.getMethod().getReturnType();
		if (!Representation.class.isAssignableFrom(type) && !type.isAssignableFrom(Representation.class)) {
			throw refusal(method, "returns " + type.getName()
					+ ", so it has no effect. Return a Representation, or remove @KeyedByUri.");
		}
	}

	private static void checkMapping(HandlerMethod method, RequestMappingInfo info,
			Map<RequestMappingInfo, HandlerMethod> all) {
		Set<RequestMethod> methods = info.getMethodsCondition().getMethods();
		if (methods.isEmpty() || !READING.containsAll(methods)) {
			throw refusal(method, "is not only mapped to GET or HEAD. Use @GetMapping.");
		}
		all.forEach((other, rival) -> {
			if (dependsOnHeaders(other) && overlap(info.getPatternValues(), other.getPatternValues())) {
				throw refusal(method, "whether " + rival
						+ " handles a request for that path depends on a header. Remove one of the two.");
			}
		});
	}

	/**
	 * Ignores {@code Accept}, which is part of a route.
	 */
	private static boolean dependsOnHeaders(RequestMappingInfo info) {
		return !info.getHeadersCondition().isEmpty() || !info.getConsumesCondition().isEmpty()
				|| !info.getVersionCondition().isEmpty() || info.getCustomCondition() != null;
	}

	/**
	 * Returns whether a path may match patterns of both mappings. Regular expressions are
	 * not compared: two variables always overlap, and so does everything after
	 * {@code **}.
	 */
	private static boolean overlap(Collection<String> patterns, Collection<String> others) {
		return patterns.stream()
			.map(KeyedByUriCheck::segments)
			.anyMatch((segments) -> others.stream().anyMatch((other) -> overlap(segments, segments(other))));
	}

	private static List<String> segments(String pattern) {
		String rest = REST_VARIABLE.matcher(pattern).replaceAll(REST);
		return List.of(VARIABLE.matcher(rest).replaceAll("*").split("/", -1));
	}

	private static boolean overlap(List<String> one, List<String> other) {
		int shared = Math.min(one.size(), other.size());
		for (int i = 0; i < shared; i++) {
			String first = one.get(i);
			String second = other.get(i);
			if (first.equals(REST) || second.equals(REST)) {
				return true;
			}
			if (!first.equalsIgnoreCase(second) && !(first + second).matches(".*[*?].*")) {
				return false;
			}
		}
		List<String> longer = (one.size() > shared) ? one : other;
		return longer.size() == shared || longer.get(shared).equals(REST);
	}

	private static void checkGuards(HandlerMethod method) {
		for (String guard : GUARDS) {
			if (MergedAnnotations.from(method.getMethod(), SearchStrategy.TYPE_HIERARCHY).isPresent(guard)
					|| MergedAnnotations.from(method.getBeanType(), SearchStrategy.TYPE_HIERARCHY).isPresent(guard)) {
				throw refusal(method, "@" + ClassUtils.getShortName(guard)
						+ " is not evaluated for cache hits: every user would get them. Remove @KeyedByUri.");
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
			throw refusal(method, "its parameter '" + parameter.getParameter().getName() + "' of the type "
					+ type.getName()
					+ " does not come from the path or the query: all users would get the response for one of them."
					+ " Remove the parameter or @KeyedByUri.");
		}
	}

	private static IllegalStateException refusal(Object method, String reason) {
		return new IllegalStateException(method + " has @KeyedByUri, but " + reason);
	}

}
