package dev.yoil.ehcache.internal.region;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.function.Function;
import java.util.function.Supplier;

import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

import dev.yoil.ehcache.region.RegionTable;
import dev.yoil.ehcache.region.RegionVersion;
import org.jspecify.annotations.Nullable;

/**
 * The secret that all instances read in the database, or a key derived from it for one
 * purpose. Signs with HMAC-SHA256. Thread-safe.
 */
public final class SharedSecret {

	private static final String ALGORITHM = "HmacSHA256";

	private final byte[] key;

	private SharedSecret(byte[] key) {
		this.key = key;
	}

	/**
	 * Creates the secret itself.
	 * @param row the version of the region {@link RegionTable#SECRET}
	 */
	public static SharedSecret of(RegionVersion row) {
		return new SharedSecret(row.tag().toString().getBytes(StandardCharsets.UTF_8));
	}

	/**
	 * Derives a key, so that no signature for one purpose is valid for another.
	 */
	public SharedSecret forPurpose(String purpose) {
		return new SharedSecret(sign(purpose.getBytes(StandardCharsets.UTF_8)));
	}

	/**
	 * Returns a function that signs parts with the key of a purpose, and returns
	 * {@code null} while the secret is unknown.
	 * @param row returns the version of the region {@link RegionTable#SECRET}
	 */
	public static Function<byte[][], byte @Nullable []> signatures(Supplier<@Nullable RegionVersion> row,
			String purpose) {
		return new Signatures(row, purpose);
	}

	/**
	 * Signs the concatenation of some parts.
	 * @return 32 bytes
	 */
	public byte[] sign(byte[]... parts) {
		try {
			Mac mac = Mac.getInstance(ALGORITHM);
			mac.init(new SecretKeySpec(this.key, ALGORITHM));
			for (byte[] part : parts) {
				mac.update(part);
			}
			return mac.doFinal();
		}
		catch (GeneralSecurityException ex) {
			throw new IllegalStateException("Every Java platform has " + ALGORITHM, ex);
		}
	}

	/**
	 * {@return the signature of some parts in URL-safe base64 without padding}
	 */
	public String signature(byte[]... parts) {
		return Base64.getUrlEncoder().withoutPadding().encodeToString(sign(parts));
	}

	/**
	 * Compares two signatures in constant time.
	 */
	public static boolean isEqual(String expected, String given) {
		return MessageDigest.isEqual(expected.getBytes(StandardCharsets.UTF_8), given.getBytes(StandardCharsets.UTF_8));
	}

	/** Derives the key of its purpose once for each secret. */
	private static final class Signatures implements Function<byte[][], byte @Nullable []> {

		private final Supplier<@Nullable RegionVersion> row;

		private final String purpose;

		private volatile @Nullable Derived latest;

		Signatures(Supplier<@Nullable RegionVersion> row, String purpose) {
			this.row = row;
			this.purpose = purpose;
		}

		@Override
		public byte @Nullable [] apply(byte[][] parts) {
			RegionVersion present = this.row.get();
			if (present == null) {
				return null;
			}
			Derived derived = this.latest;
			if (derived == null || !derived.row().equals(present)) {
				derived = new Derived(present, of(present).forPurpose(this.purpose));
				this.latest = derived;
			}
			return derived.key().sign(parts);
		}

	}

	private record Derived(RegionVersion row, SharedSecret key) {
	}

}
