package dev.yoil.ehcache;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicBoolean;

import dev.yoil.ehcache.internal.failure.Causes;
import dev.yoil.ehcache.internal.index.ElapsedTime;
import dev.yoil.ehcache.internal.index.StoredEntry;
import dev.yoil.ehcache.policy.ValueExpiry;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.cache.support.NullValue;

/**
 * The limits of the values of one cache, which a {@link ValueExpiry} decides. A value
 * whose limit cannot be determined ends at once. Thread-safe.
 */
final class SingleValueLimits {

	private static final Logger LOG = LoggerFactory.getLogger(SingleValueLimits.class);

	/** Moments after it mean never. */
	private static final Instant NEVER = Instant.parse("9999-12-31T23:59:59Z");

	private final String cache;

	/** {@code null} for no limits. */
	private final @Nullable ValueExpiry values;

	private final ElapsedTime time;

	private final AtomicBoolean warned = new AtomicBoolean();

	SingleValueLimits(String cache, @Nullable ValueExpiry values, ElapsedTime time) {
		this.cache = cache;
		this.values = values;
		this.time = time;
	}

	boolean exist() {
		return this.values != null;
	}

	/** Limits the life of a value that is about to be stored. */
	void limit(Object key, StoredEntry entry) {
		if (this.values == null) {
			return;
		}
		long madeAt = Math.min(entry.madeAt(), this.time.now());
		long end = end(key, entry.value(), madeAt);
		if (end != Long.MAX_VALUE) {
			entry.life(madeAt, end - madeAt);
		}
	}

	/**
	 * {@return when the limit of a value ends it; {@link Long#MAX_VALUE} for never}
	 * @param value in the form in which Spring stores it
	 * @param madeAt when it was loaded
	 */
	long end(Object key, Object value, long madeAt) {
		if (this.values == null) {
			return Long.MAX_VALUE;
		}
		try {
			Instant loadedAt = Instant.ofEpochMilli(this.time.toWall(madeAt));
			Instant end = this.values.expiresAt(this.cache, key, (value != NullValue.INSTANCE) ? value : null,
					loadedAt);
			// An instant may be too far away for milliseconds.
			return (end == null || end.isAfter(NEVER)) ? Long.MAX_VALUE
					: end.isAfter(loadedAt) ? madeAt + Duration.between(loadedAt, end).toMillis() : madeAt;
		}
		catch (RuntimeException | Error ex) {
			if (this.warned.compareAndSet(false, true)) {
				LOG.warn("Values of cache '{}' are not cached: their expiry could not be determined", this.cache,
						Causes.loggable(ex));
			}
			return madeAt;
		}
	}

}
