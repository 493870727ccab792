package dev.yoil.ehcache.tier;

import java.lang.reflect.Type;

import org.jspecify.annotations.Nullable;

/**
 * A codec for values of one kind, which turns them into bytes and back. Thread-safe.
 */
public interface ValueCodec {

	/**
	 * {@return the name of the kind and of the format of its bytes. A new format needs a
	 * new name, so that no release misreads the bytes of another}
	 */
	String name();

	/**
	 * Tells whether this codec can encode a value.
	 */
	boolean encodes(Object value);

	/**
	 * {@return the bytes of a value}
	 * @throws RuntimeException if the value cannot be restored completely from bytes
	 */
	byte[] encode(Object value);

	/**
	 * {@return a value equal to the encoded one}
	 * @throws RuntimeException if {@link #encode} did not make the bytes
	 */
	Object decode(byte[] bytes);

	/**
	 * A factory of codecs for the return types of methods.
	 */
	@FunctionalInterface
	interface Factory {

		/**
		 * Finds the codec for values of a type.
		 * @param declared the declared return type of a method
		 * @return {@code null} if there is none
		 */
		@Nullable ValueCodec codec(Type declared);

	}

}
