package dev.yoil.ehcache.spi;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;

import org.jspecify.annotations.Nullable;

/**
 * The levels of one cache below its heap, such as native memory, files, or a server that
 * instances share. A load asks them before it calls its source, and then gives them the
 * loaded value. They may lose values at any time.
 * <p>
 * Thread-safe. No method waits or throws. Statistics and inspection count as no access.
 */
@FunctionalInterface
public interface LowerLevel {

	/** No level: loads call their source. */
	LowerLevel NONE = (key, replacing, fresh) -> null;

	/**
	 * Looks for the value of a key, or takes the right to store it. Call this after the
	 * load was entered: then a write voids the load.
	 * @param replacing whether the load replaces a fresh value: then nothing is looked
	 * for
	 * @param fresh tells whether a value has not expired; if it has, the search goes on
	 * @return the answer, which comes within a bounded time and never fails; {@code null}
	 * if a value of the key cannot be kept now
	 */
	@Nullable CompletableFuture<Answer> ask(Object key, boolean replacing, Predicate<Times> fresh);

	/**
	 * Remembers the last access of a value that was evicted from the heap.
	 * @param accessedAt its time by the clock of the cache, which is returned as it is
	 * @param madeAt when the value was loaded, in milliseconds since the epoch
	 */
	default void leftHeap(Object key, long accessedAt, long madeAt) {
		// no level
	}

	/**
	 * {@return the statistics of the levels of this instance, in the order in which loads
	 * ask them}
	 */
	default List<LevelStatistics> statistics() {
		return List.of();
	}

	/**
	 * {@return the names of the levels of this instance that have a value of a key}
	 */
	default List<String> levelsOf(Object key) {
		return List.of();
	}

	/**
	 * {@return whether the level that instances share works, as far as is known;
	 * {@code null} if there is none}
	 */
	default @Nullable Boolean isAvailable() {
		return null;
	}

	/** An answer: a value, the right to store one, or both. Thread-safe. */
	interface Answer {

		/** No value and no right: the caller loads, and stores nothing. */
		Answer NONE = new Answer() {
		};

		/**
		 * {@return the value, even if it has expired; {@code null} if there is none, or
		 * it cannot be read}
		 */
		default @Nullable Found found() {
			return null;
		}

		/**
		 * Encodes a loaded value.
		 * @param value the value in the form in which Spring stores it
		 * @return stores it, and replaces what was found; if it cannot be encoded, only
		 * removes what was found
		 */
		default Runnable storing(Object value, Times times, Duration timeToLive) {
			return this::release;
		}

		/**
		 * Removes what was found, because a later value is loaded that must not be
		 * stored. Returns the right.
		 */
		default void remove() {
			// no right
		}

		/** Returns the right without storing a value. */
		default void release() {
			// no right
		}

	}

	/**
	 * A value that was found.
	 *
	 * @param value the value in the form in which Spring stores it
	 * @param level the name of the level that had it
	 */
	record Found(Object value, Times times, String level) {
	}

	/**
	 * The times of a value, in milliseconds since the epoch.
	 *
	 * @param absent whether the value is {@code null}
	 * @param readAt when its load began
	 * @param madeAt when its load ended
	 * @param accessedAt the last access as {@link #leftHeap} was told; 0 if it is unknown
	 */
	record Times(boolean absent, long readAt, long madeAt, long accessedAt) {
	}

}
