package dev.yoil.ehcache.internal.web;

import java.net.URI;
import java.util.Locale;
import java.util.Set;

import dev.yoil.ehcache.EhCacheCache;
import dev.yoil.ehcache.internal.EncodedName;
import dev.yoil.ehcache.internal.KeyText;
import dev.yoil.ehcache.internal.inspect.InspectedCaches;

import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.web.ErrorResponseException;

/**
 * The types of problems (RFC 9457) in the answers of the integration. The {@code type} of
 * each never changes: {@code urn:yoil:ehcache:problem:} and the name in lower case with
 * hyphens. {@code docs/site/problems.md} explains them.
 */
public enum CacheProblem {

	/** A parameter of the inspection has an invalid value. */
	REFUSED_PARAMETER(HttpStatus.BAD_REQUEST),
	/** There is no cache of that name. */
	UNKNOWN_CACHE(HttpStatus.NOT_FOUND),
	/** There is no entry with that id, or it has left the cache. */
	UNKNOWN_ENTRY(HttpStatus.NOT_FOUND),
	/** The body of a removal is invalid. */
	REFUSED_REMOVAL(HttpStatus.BAD_REQUEST),
	/** A change was requested without a signed-in user. */
	REFUSED_OPERATION(HttpStatus.FORBIDDEN),
	/** The configuration file is not the one that the client has read. */
	STALE_CONFIGURATION(HttpStatus.CONFLICT),
	/** There is no change of the configuration that can be applied. */
	NOTHING_PENDING(HttpStatus.CONFLICT),
	/** The configuration file has errors. */
	INVALID_CONFIGURATION(HttpStatus.UNPROCESSABLE_CONTENT),
	/** Another caller is still loading the value after the longest wait. */
	LOAD_TIMEOUT(HttpStatus.SERVICE_UNAVAILABLE);

	/** The detail of a problem without a cache manager. */
	public static final String NONE = "There is no cache to inspect: spring.cache.type disables caching, @EnableCaching is missing, "
			+ "or there is no EhCacheCacheManager. See the startup log.";

	private final HttpStatus status;

	CacheProblem(HttpStatus status) {
		this.status = status;
	}

	/**
	 * {@return the status of the answer}
	 */
	public HttpStatus status() {
		return this.status;
	}

	/**
	 * {@return the {@code type}}
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
	 * Returns the cache with a name.
	 * @throws ErrorResponseException if there is none
	 */
	public static EhCacheCache known(String name, InspectedCaches caches) {
		return caches.find(name).orElseThrow(() -> {
			Set<String> names = caches.byName().keySet();
			return UNKNOWN_CACHE.exception("There is no cache '" + shortened(EncodedName.decode(name)) + "'. "
					+ (names.isEmpty() ? NONE : "Known caches: " + String.join(", ", names) + "."));
		});
	}

	/**
	 * Requires a cache manager, because an empty answer would look like no caches.
	 * @throws ErrorResponseException if there is none
	 */
	public static void requireManager(InspectedCaches caches) {
		if (caches.managers().isEmpty()) {
			throw UNKNOWN_CACHE.exception(NONE);
		}
	}

	static String shortened(String text) {
		return KeyText.shortened(text, 40);
	}

	/**
	 * Creates the exception that answers a request with this problem.
	 * @param detail full sentences about this request
	 */
	public ErrorResponseException exception(String detail) {
		return new ErrorResponseException(this.status, problem(detail), null);
	}

}
