package dev.yoil.ehcache.internal.tier;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** Signatures by secrets of tests. */
public final class TestSignatures {

	private TestSignatures() {
	}

	public static SignedValues of(String secret) {
		return new SignedValues((parts) -> {
			try {
				MessageDigest digest = MessageDigest.getInstance("SHA-256");
				digest.update(secret.getBytes());
				for (byte[] part : parts) {
					digest.update(part);
				}
				return digest.digest();
			}
			catch (NoSuchAlgorithmException ex) {
				throw new IllegalStateException(ex);
			}
		});
	}

}
