package dev.yoil.ehcache.internal.region;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.function.Function;
import java.util.function.Supplier;

import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

import dev.yoil.ehcache.region.RegionTable;
import dev.yoil.ehcache.region.RegionVersion;
import org.jspecify.annotations.Nullable;

/**
 * Signatures with HMAC-SHA256 under the secret that all instances read in the database,
 * which is the tag of the region {@link RegionTable#SECRET}.
 */
public final class SharedSecret {

	private static final String ALGORITHM = "HmacSHA256";

	private SharedSecret() {
	}

	/**
	 * Returns a function that signs the concatenation of some parts, and returns
	 * {@code null} while the secret is unknown. Each purpose has a key of its own, so
	 * that no signature for one purpose is valid for another.
	 * @param row returns the version of the region {@link RegionTable#SECRET}
	 */
	public static Function<byte[][], byte @Nullable []> signatures(Supplier<@Nullable RegionVersion> row,
			String purpose) {
		byte[] name = purpose.getBytes(StandardCharsets.UTF_8);
		return (parts) -> {
			RegionVersion secret = row.get();
			return (secret != null) ? sign(sign(key(secret), name), parts) : null;
		};
	}

	/**
	 * {@return the signature of a text under the secret itself}
	 */
	static byte[] sign(RegionVersion secret, String text) {
		return sign(key(secret), text.getBytes(StandardCharsets.UTF_8));
	}

	private static byte[] key(RegionVersion secret) {
		return secret.tag().toString().getBytes(StandardCharsets.UTF_8);
	}

	private static byte[] sign(byte[] key, byte[]... parts) {
		try {
			Mac mac = Mac.getInstance(ALGORITHM);
			mac.init(new SecretKeySpec(key, ALGORITHM));
			for (byte[] part : parts) {
				mac.update(part);
			}
			return mac.doFinal();
		}
		catch (GeneralSecurityException ex) {
			throw new IllegalStateException("Every Java platform has " + ALGORITHM, ex);
		}
	}

}
