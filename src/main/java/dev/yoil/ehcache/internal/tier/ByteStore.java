package dev.yoil.ehcache.internal.tier;

import org.jspecify.annotations.Nullable;

/**
 * A store of bytes by name on this machine, which may lose values at any time.
 * Thread-safe. No method throws.
 */
public interface ByteStore extends AutoCloseable {

	/**
	 * {@return a value; {@code null} if there is none, or it cannot be read}
	 */
	byte @Nullable [] get(String name);

	/**
	 * Stores a value, or drops it. Does not wait for a disk.
	 */
	void put(String name, byte[] value);

	/**
	 * {@return the number of values}
	 */
	long entries();

	/**
	 * {@return the bytes that they occupy}
	 */
	long bytes();

	/**
	 * {@return the values that were dropped because it was full}
	 */
	long evictions();

	/**
	 * {@return the reads that failed and the puts that were not written}
	 */
	long failures();

	/**
	 * {@return whether it stores values now}
	 */
	boolean isAvailable();

	@Override
	void close();

}
