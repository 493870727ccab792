package dev.yoil.ehcache.spi;

import java.util.Collection;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

/**
 * The gate that each write of one cache passes. It runs the write, and announces it
 * wherever else values of the cache are: with the calling thread's transaction if there
 * is one, else at once. By the default methods, they are nowhere else. Thread-safe. Each
 * method returns the result of the write, and throws what the write throws.
 */
public interface WriteGate {

	/** Only runs the writes. */
	WriteGate OPEN = new WriteGate() {
	};

	/**
	 * Runs a write of a key.
	 * @param write writes the key on this instance, or defers that until after the commit
	 */
	default <T extends @Nullable Object> T write(Object key, Supplier<T> write) {
		return write.get();
	}

	/** Runs a write of all keys likewise. */
	default <T extends @Nullable Object> T writeAll(Supplier<T> write) {
		return write.get();
	}

	/**
	 * Runs a removal of keys by an operator. It acts on this instance alone, unless the
	 * values could come back from somewhere else.
	 */
	default <T extends @Nullable Object> T remove(Collection<Object> keys, Supplier<T> removal) {
		return removal.get();
	}

	/** Runs a removal of all keys by an operator likewise. */
	default <T extends @Nullable Object> T removeAll(Supplier<T> removal) {
		return removal.get();
	}

	/**
	 * Runs the begin of a bypass, which removes all entries of this instance. It changes
	 * no value, so only copies in front of the application are removed.
	 */
	default <T extends @Nullable Object> T bypass(Supplier<T> begin) {
		return begin.get();
	}

}
