package dev.yoil.representation;

import java.util.function.Supplier;

/**
 * A measurement of the time to produce the bytes of responses. Thread-safe.
 */
@FunctionalInterface
public interface Stopwatch {

	/**
	 * Produces bytes in the calling thread and measures the time.
	 * @param writing produces the bytes
	 * @return the bytes
	 */
	byte[] measure(Supplier<byte[]> writing);

}
