package dev.yoil.webtoon.openapi;

import java.util.Set;

import org.jspecify.annotations.Nullable;

import org.springframework.core.ResolvableType;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.http.HttpMethod;
import org.springframework.http.ResponseEntity;
import org.springframework.util.Assert;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.method.HandlerMethod;

/**
 * Where a controller's method is found.
 *
 * @param http the HTTP method
 * @param path the pattern of the path, without what all have in common
 */
record Route(HttpMethod http, String path) {

	private static final Set<HttpMethod> READING = Set.of(HttpMethod.GET, HttpMethod.HEAD, HttpMethod.OPTIONS);

	/**
	 * Reads the annotations of a method and its class.
	 * @param method the method
	 * @return where it is found
	 */
	static Route of(HandlerMethod method) {
		RequestMapping own = AnnotatedElementUtils.findMergedAnnotation(method.getMethod(), RequestMapping.class);
		Assert.state(own != null && own.method().length == 1, () -> method + " has to be mapped to one HTTP method");
		RequestMapping shared = AnnotatedElementUtils.findMergedAnnotation(method.getBeanType(), RequestMapping.class);
		return new Route(own.method()[0].asHttpMethod(), path(shared) + path(own));
	}

	private static String path(@Nullable RequestMapping mapping) {
		return (mapping != null && mapping.path().length > 0) ? mapping.path()[0] : "";
	}

	/**
	 * What a method answers, taken out of the answer's envelope.
	 * @param method the method
	 * @return the type of the body
	 */
	static ResolvableType answered(HandlerMethod method) {
		ResolvableType type = ResolvableType.forMethodParameter(method.getReturnType());
		return (type.toClass() == ResponseEntity.class) ? type.getGeneric(0) : type;
	}

	/**
	 * Whether something may be changed there.
	 */
	boolean isChange() {
		return !READING.contains(this.http);
	}

	/**
	 * Whether nobody but administrators may use it.
	 */
	boolean isForAdministrators() {
		return this.path.startsWith("/api/v1/admin") || (isOfCaches() && isChange());
	}

	/**
	 * Whether it belongs to the inspection of caches, which is no part of the site.
	 */
	boolean isOfCaches() {
		return this.path.startsWith("/api/v1/cache");
	}

}
