package dev.yoil.ehcache.internal.failure;

import java.io.IOException;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;

import dev.yoil.ehcache.policy.LoadFailures;
import dev.yoil.ehcache.policy.LoadFailures.Kind;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.util.ReflectionUtils;

/**
 * The rules about failed loads: those of the application, then those for exceptions of
 * the JDK and of Spring. The types of Spring are known by name, because their jars are
 * optional. Thread-safe.
 */
public final class KnownFailures {

	private static final Logger LOG = LoggerFactory.getLogger(KnownFailures.class);

	private static final Map<String, Kind> KINDS = Map.of("org.springframework.dao.TransientDataAccessException",
			Kind.UNAVAILABLE, "org.springframework.dao.DataAccessResourceFailureException", Kind.UNAVAILABLE,
			"org.springframework.dao.EmptyResultDataAccessException", Kind.GONE);

	/** The type of the status of HTTP, which the exceptions of all clients have. */
	private static final String STATUS = "org.springframework.http.HttpStatusCode";

	/**
	 * Refusals that say nothing about the resource: authentication, also to a proxy,
	 * timeout, misdirected, too early, too many requests (RFC 9110, RFC 8470, RFC 6585).
	 */
	private static final Set<String> OF_THE_REQUEST = Set.of("401", "407", "408", "421", "425", "429");

	private final @Nullable LoadFailures own;

	private final AtomicBoolean warned = new AtomicBoolean();

	/**
	 * Creates the rules.
	 * @param own those of the application; {@code null} for none
	 */
	public KnownFailures(@Nullable LoadFailures own) {
		this.own = own;
	}

	/**
	 * {@return whether a failed load means that the value no longer exists}
	 * @param cache the name of the cache
	 * @param thrown an exception without an {@link Error} among its causes
	 */
	public boolean isGone(String cache, Throwable thrown) {
		List<Throwable> chain = Causes.of(thrown);
		LoadFailures asked = this.own;
		Kind kind = (asked != null) ? first(chain, (failure) -> ask(asked, cache, failure)) : null;
		return ((kind != null) ? kind : first(chain, KnownFailures::kind)) == Kind.GONE;
	}

	private static @Nullable Kind first(List<Throwable> chain, Function<Throwable, @Nullable Kind> rule) {
		return chain.stream().map(rule).filter(Objects::nonNull).findFirst().orElse(null);
	}

	private @Nullable Kind ask(LoadFailures asked, String cache, Throwable failure) {
		try {
			return asked.classify(cache, failure);
		}
		catch (RuntimeException | Error ex) {
			if (this.warned.compareAndSet(false, true)) {
				LOG.warn("{} failed to classify an exception of cache '{}', which is treated as unknown",
						asked.getClass().getName(), cache, Causes.loggable(ex));
			}
			return null;
		}
	}

	private static @Nullable Kind kind(Throwable failure) {
		if (failure instanceof IOException || failure instanceof TimeoutException) {
			return Kind.UNAVAILABLE;
		}
		for (Class<?> type = failure.getClass(); type != Throwable.class; type = type.getSuperclass()) {
			Kind kind = KINDS.get(type.getName());
			if (kind != null) {
				return kind;
			}
		}
		try {
			Method status = ReflectionUtils.findMethod(failure.getClass(), "getStatusCode");
			return (status != null && status.getReturnType().getName().equals(STATUS))
					? ofStatus(String.valueOf(ReflectionUtils.invokeMethod(status, failure))) : null;
		}
		catch (RuntimeException | Error ex) {
			// Its methods may name classes that are not on the class path.
			return null;
		}
	}

	/** The text of a status begins with its number. */
	private static @Nullable Kind ofStatus(String text) {
		String status = text.split(" ", 2)[0];
		if (status.startsWith("5") || OF_THE_REQUEST.contains(status)) {
			return Kind.UNAVAILABLE;
		}
		return status.startsWith("4") ? Kind.GONE : null;
	}

}
