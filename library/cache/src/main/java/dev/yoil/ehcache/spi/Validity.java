package dev.yoil.ehcache.spi;

import java.time.Duration;
import java.util.function.Consumer;

import dev.yoil.ehcache.internal.label.Change;
import org.jspecify.annotations.Nullable;

/**
 * Tells whether the caches of one manager may serve their entries: whether this instance
 * knows of all changes that others make. A single instance does, by the default methods.
 * The manager's transactions belong together by this object. Thread-safe. No method waits
 * or throws.
 */
public interface Validity {

	/**
	 * Creates the validity of a single instance without regions. Its caches change as a
	 * whole only, by {@code clear}.
	 */
	static Validity local() {
		return new LocalValidity();
	}

	/**
	 * Creates the validity of the keys of one cache.
	 * @param cache the name of the cache
	 * @param region the region that its declaration names; {@code null} if it names none
	 */
	CacheValidity cache(String cache, @Nullable String region);

	/**
	 * Registers an action that removes the entries with dead cells after each change that
	 * does not come from a cache itself. They count as absent already.
	 * @return ends the registration
	 */
	default Runnable register(Consumer<Change> removal) {
		return () -> {
		};
	}

	/**
	 * {@return whether there may be other instances; always the same}
	 */
	default boolean isShared() {
		return false;
	}

	/**
	 * {@return whether versions are counted, which levels below the heap need; always the
	 * same}
	 */
	default boolean isVersioned() {
		return false;
	}

	/**
	 * {@return whether entries may be served as fresh: not after the end of the lease,
	 * and not in a thread that distrusts caches; always {@code true} unless
	 * {@linkplain #isShared() shared}}
	 */
	default boolean isValid() {
		return true;
	}

	/**
	 * {@return whether the client of the calling thread has seen a change that this
	 * instance cannot read now}
	 */
	default boolean isDistrusted() {
		return false;
	}

	/**
	 * {@return the earliest start of a load that the calling thread may join, by
	 * {@link System#nanoTime()}}
	 */
	default long oldestToShare() {
		// Longer ago than any load, and no difference of two times overflows.
		return System.nanoTime() - Long.MAX_VALUE / 2;
	}

	/**
	 * {@return the remaining time of the lease, negative if it is over; without meaning
	 * unless {@linkplain #isShared() shared}}
	 */
	default Duration leaseLeft() {
		return Duration.ZERO;
	}

	/**
	 * {@return whether notifications of other instances arrive, as far as is known}
	 */
	default boolean isNotified() {
		return true;
	}

	/**
	 * {@return whether all changes were purged from the caches in front of the
	 * application, as far as is known}
	 */
	default boolean isPurged() {
		return true;
	}

}
