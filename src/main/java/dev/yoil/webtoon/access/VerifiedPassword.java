package dev.yoil.webtoon.access;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;

import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

import org.jspecify.annotations.Nullable;

/**
 * The password that was found to be right last, so that a slow hash need not be computed
 * for each request. It is remembered as an HMAC under a key that this process made up and
 * nobody else knows, and compared in a time that does not depend on where two differ.
 * Thread-safe.
 */
final class VerifiedPassword {

	private static final String ALGORITHM = "HmacSHA256";

	private final SecretKeySpec key;

	private volatile byte @Nullable [] verified;

	VerifiedPassword() {
		byte[] random = new byte[32];
		new SecureRandom().nextBytes(random);
		this.key = new SecretKeySpec(random, ALGORITHM);
	}

	/**
	 * Remembers a password instead of the one before.
	 */
	void remember(String password) {
		this.verified = mac(password);
	}

	/**
	 * Tells whether a password is the one that is remembered.
	 */
	boolean is(String password) {
		byte[] known = this.verified;
		return known != null && MessageDigest.isEqual(known, mac(password));
	}

	private byte[] mac(String password) {
		try {
			Mac mac = Mac.getInstance(ALGORITHM);
			mac.init(this.key);
			return mac.doFinal(password.getBytes(StandardCharsets.UTF_8));
		}
		catch (GeneralSecurityException ex) {
			throw new IllegalStateException("Every Java has " + ALGORITHM, ex);
		}
	}

}
