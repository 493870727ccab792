package dev.yoil.ehcache.internal.tier;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;

/**
 * Values with a signature that covers the value and its name, so a writer of the store
 * without the secret can neither forge nor move values. Thread-safe.
 */
public final class SignedValues {

	private static final int SIGNATURE_BYTES = 32;

	/** Ends the name: this byte does not occur in UTF-8. */
	private static final byte[] END = { (byte) 0xFF };

	private final Function<byte[][], byte @Nullable []> signature;

	/**
	 * Creates an instance.
	 * @param signature returns the signature of the concatenation of some parts, 32
	 * bytes; {@code null} while the secret is unknown
	 */
	public SignedValues(Function<byte[][], byte @Nullable []> signature) {
		this.signature = signature;
	}

	private byte @Nullable [] signature(String name, byte[] value) {
		return this.signature.apply(new byte[][] { name.getBytes(StandardCharsets.UTF_8), END, value });
	}

	/**
	 * {@return the size of a value with its signature}
	 */
	static int bytes(byte[] value) {
		return SIGNATURE_BYTES + value.length;
	}

	/**
	 * {@return the signature and the value; {@code null} while the secret is unknown}
	 */
	public byte @Nullable [] signed(String name, byte[] value) {
		byte[] signature = signature(name, value);
		if (signature == null) {
			return null;
		}
		byte[] signed = Arrays.copyOf(signature, bytes(value));
		System.arraycopy(value, 0, signed, SIGNATURE_BYTES, value.length);
		return signed;
	}

	/**
	 * {@return the value; {@code null} if its signature is not valid, or while the secret
	 * is unknown}
	 */
	public byte @Nullable [] verified(String name, byte[] signed) {
		if (signed.length < SIGNATURE_BYTES) {
			return null;
		}
		byte[] value = Arrays.copyOfRange(signed, SIGNATURE_BYTES, signed.length);
		byte[] given = Arrays.copyOf(signed, SIGNATURE_BYTES);
		return MessageDigest.isEqual(signature(name, value), given) ? value : null;
	}

}
