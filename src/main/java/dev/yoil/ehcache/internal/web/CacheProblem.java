package dev.yoil.ehcache.internal.web;

import java.net.URI;
import java.util.List;
import java.util.Locale;

import dev.yoil.ehcache.EhCacheCache;
import dev.yoil.ehcache.internal.KeyText;
import dev.yoil.ehcache.internal.inspect.InspectedCaches;

import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.web.ErrorResponseException;

/**
 * The kinds of problems that the integration tells clients of. Each has a {@code type}
 * (RFC 9457) that never changes: {@code urn:yoil:ehcache:problem:} and the name in lower
 * case with hyphens. {@code docs/problems.md} explains each.
 */
public enum CacheProblem {

	/** A parameter of the inspection has a value that is not allowed. */
	REFUSED_PARAMETER(HttpStatus.BAD_REQUEST),
	/** There is no cache of that name. */
	UNKNOWN_CACHE(HttpStatus.NOT_FOUND),
	/** There is no entry of that number in the cache, or not any more. */
	UNKNOWN_ENTRY(HttpStatus.NOT_FOUND),
	/** What is to be removed is named in no way, in several, or in a wrong one. */
	REFUSED_REMOVAL(HttpStatus.BAD_REQUEST),
	/** Nobody who is known asks for a change. */
	REFUSED_OPERATION(HttpStatus.FORBIDDEN),
	/** Nobody has signed what only another instance may ask. */
	REFUSED_NODE(HttpStatus.UNAUTHORIZED),
	/** The answer is still being loaded for another, for longer than one may wait. */
	LOAD_TIMEOUT(HttpStatus.SERVICE_UNAVAILABLE);

	private static final String NONE = "There is no cache to inspect: spring.cache.type disables caching, @EnableCaching is missing, "
			+ "or no EhCacheCacheManager was found. See the startup log.";

	private final HttpStatus status;

	CacheProblem(HttpStatus status) {
		this.status = status;
	}

	/**
	 * {@return the status that such a problem is answered with}
	 */
	public HttpStatus status() {
		return this.status;
	}

	/**
	 * {@return what programs know the problem by}
	 */
	public URI uri() {
		return URI.create("urn:yoil:ehcache:problem:" + name().toLowerCase(Locale.ROOT).replace('_', '-'));
	}

	ProblemDetail problem(String detail) {
		ProblemDetail problem = ProblemDetail.forStatusAndDetail(this.status, detail);
		problem.setType(uri());
		return problem;
	}

	/**
	 * {@return the cache of a name}
	 * @throws ErrorResponseException if there is none
	 */
	static EhCacheCache known(String name, InspectedCaches caches) {
		return caches.find(name).orElseThrow(() -> {
			List<String> names = caches.names();
			return UNKNOWN_CACHE.exception("There is no cache '" + shortened(name) + "'. "
					+ (names.isEmpty() ? NONE : "There is: " + String.join(", ", names) + "."));
		});
	}

	/**
	 * Refuses to answer for all caches where no manager of ours was found: an empty
	 * answer would look like one without caches.
	 */
	static void requireManager(InspectedCaches caches) {
		if (caches.managers().isEmpty()) {
			throw UNKNOWN_CACHE.exception(NONE);
		}
	}

	/**
	 * The beginning of what a client sent, to be shown to it.
	 */
	static String shortened(String text) {
		return KeyText.shortened(text, 40);
	}

	ErrorResponseException exception(String detail) {
		return new ErrorResponseException(this.status, problem(detail), null);
	}

}
