package dev.yoil.representation;

import java.util.function.Supplier;

/**
 * Measures how long it takes to turn values into the bytes of answers. Thread-safe.
 */
@FunctionalInterface
public interface Stopwatch {

	/**
	 * Has bytes made, in the calling thread, and measures that.
	 * @param writing makes them
	 * @return what it made
	 */
	byte[] measure(Supplier<byte[]> writing);

}
