package dev.yoil.ehcache.tier;

import java.lang.reflect.Type;

import org.jspecify.annotations.Nullable;

/**
 * Turns values of one kind into bytes and back. Thread-safe.
 */
public interface ValueCodec {

	/**
	 * {@return what the kind and the form of its bytes are called: another name for
	 * another form, so that a release does not read what it would misunderstand}
	 */
	String name();

	/**
	 * Tells whether a value is of the kind.
	 */
	boolean encodes(Object value);

	/**
	 * {@return the bytes of a value that is of the kind}
	 * @throws RuntimeException if it cannot be turned into bytes, and all of it back
	 */
	byte[] encode(Object value);

	/**
	 * {@return an equal value}
	 * @throws RuntimeException if the bytes are none that {@link #encode} gave
	 */
	Object decode(byte[] bytes);

	/**
	 * Knows the codecs of some kinds.
	 */
	@FunctionalInterface
	interface Factory {

		/**
		 * Finds the codec of the values that a method returns.
		 * @param declared the declared type
		 * @return {@code null} if there is none
		 */
		@Nullable ValueCodec codec(Type declared);

	}

}
