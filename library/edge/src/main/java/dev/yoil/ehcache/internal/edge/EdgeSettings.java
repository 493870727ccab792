package dev.yoil.ehcache.internal.edge;

import java.net.URI;
import java.net.http.HttpRequest;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;

/**
 * Settings of the caches in front of the application. Immutable.
 *
 * @param urls the URLs that receive purges
 * @param method the HTTP method of a purge
 * @param headers further headers of a purge; <code>{tags}</code> stands for the tags
 * @param body the body of a purge, in which <code>{tags}</code> stands for the tags as
 * JSON strings; {@code null} for none
 * @param timeout how long a writer waits for its purge
 * @param interval the least time between two purges at one URL
 * @param repeatAfter after which time a purge is repeated, because the cache may store a
 * response that was read before the first one; {@code null} if it never does
 * @param tagHeader the header with the tags of a response
 * @param ageHeader the header that limits the age of a response in such a cache
 */
public record EdgeSettings(List<URI> urls, String method, Map<String, String> headers, @Nullable String body,
		Duration timeout, Duration interval, @Nullable Duration repeatAfter, String tagHeader, String ageHeader) {

	/** Stands for the tags. */
	private static final String TAGS = "{tags}";

	/** Copies the collections. */
	public EdgeSettings {
		urls = List.copyOf(urls);
		headers = Map.copyOf(headers);
	}

	/**
	 * {@return whether a writer can rely on its purge: it is sent at once, and the cache
	 * never stores a response that was read before it}
	 */
	public boolean isReliable() {
		return this.repeatAfter == null && this.interval.isZero();
	}

	/**
	 * {@return whether the caches are purged by our own protocol, and send its token with
	 * their requests}
	 */
	boolean isProtocol() {
		return this.headers.isEmpty() && this.body == null && this.repeatAfter == null;
	}

	/**
	 * {@return tags as the value of a header}
	 */
	public String header(Collection<String> tags) {
		return String.join(this.tagHeader.equalsIgnoreCase("Surrogate-Key") ? " " : ",", tags);
	}

	/**
	 * {@return the headers of a purge of at least one tag}
	 */
	Map<String, String> headers(Collection<String> tags) {
		String value = header(tags);
		return (this.headers.isEmpty() && this.body == null) ? Map.of(this.tagHeader, value)
				: this.headers.entrySet()
					.stream()
					.collect(Collectors.toMap(Map.Entry::getKey, (each) -> each.getValue().replace(TAGS, value)));
	}

	/**
	 * {@return the body of a purge, possibly empty}
	 */
	HttpRequest.BodyPublisher body(Collection<String> tags) {
		String json = tags.stream().map((tag) -> '"' + tag + '"').collect(Collectors.joining(","));
		return (this.body != null) ? HttpRequest.BodyPublishers.ofString(this.body.replace(TAGS, json))
				: HttpRequest.BodyPublishers.noBody();
	}

}
