package dev.yoil.webtoon.visitor;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Base64;

import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * The key that signs visitor cookies. Thread-safe.
 */
final class VisitorKey {

	/** The length of the hash, and the shortest secure length (RFC 2104). */
	static final int BYTES = 32;

	private static final String ALGORITHM = "HmacSHA256";

	private final SecretKeySpec key;

	VisitorKey(byte[] bytes) {
		this.key = new SecretKeySpec(bytes, ALGORITHM);
	}

	/**
	 * Returns the signature of a text, in base64url without padding.
	 */
	String signature(String text) {
		try {
			Mac mac = Mac.getInstance(ALGORITHM);
			mac.init(this.key);
			return Base64.getUrlEncoder()
				.withoutPadding()
				.encodeToString(mac.doFinal(text.getBytes(StandardCharsets.UTF_8)));
		}
		catch (GeneralSecurityException ex) {
			throw new IllegalStateException("Every Java platform has " + ALGORITHM, ex);
		}
	}

}
