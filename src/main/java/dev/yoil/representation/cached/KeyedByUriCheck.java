package dev.yoil.representation.cached;

import java.util.Collection;
import java.util.Map;
import java.util.Set;

import dev.yoil.representation.KeyedByUri;

import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.mvc.method.RequestMappingInfo;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;

/**
 * Refuses to start where a controller method promises, by {@link KeyedByUri}, what its
 * mapping does not let it keep: that path and query alone decide who answers.
 */
final class KeyedByUriCheck implements SmartInitializingSingleton {

	private static final Set<RequestMethod> READING = Set.of(RequestMethod.GET, RequestMethod.HEAD);

	private final Collection<RequestMappingHandlerMapping> mappings;

	KeyedByUriCheck(Collection<RequestMappingHandlerMapping> mappings) {
		this.mappings = mappings;
	}

	@Override
	public void afterSingletonsInstantiated() {
		this.mappings.forEach((mapping) -> mapping.getHandlerMethods().forEach((info, method) -> {
			if (method.hasMethodAnnotation(KeyedByUri.class)) {
				check(method, info, mapping.getHandlerMethods());
			}
		}));
	}

	private static void check(HandlerMethod method, RequestMappingInfo info,
			Map<RequestMappingInfo, HandlerMethod> all) {
		Set<RequestMethod> methods = info.getMethodsCondition().getMethods();
		if (methods.isEmpty() || !READING.containsAll(methods)) {
			throw new IllegalStateException(
					method + " has @KeyedByUri, but is not mapped to GET or HEAD alone. Use @GetMapping.");
		}
		all.forEach((other, rival) -> {
			if (dependsOnHeaders(other) && overlap(info, other)) {
				throw new IllegalStateException(method + " has @KeyedByUri, but whether " + rival
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

	private static boolean overlap(RequestMappingInfo info, RequestMappingInfo other) {
		return other.getPatternValues().stream().anyMatch(info.getPatternValues()::contains);
	}

}
