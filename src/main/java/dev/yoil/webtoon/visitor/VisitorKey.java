package dev.yoil.webtoon.visitor;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Base64;

import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * The key that visitors' cookies are signed with. Thread-safe; nothing can be read from
 * it.
 */
final class VisitorKey {

	/** As long as what it signs with; more adds nothing, less is weaker. */
	static final int BYTES = 32;

	private static final String ALGORITHM = "HmacSHA256";

	private final SecretKeySpec key;

	/**
	 * Creates the key.
	 * @param bytes at least {@value #BYTES}, which are copied
	 */
	VisitorKey(byte[] bytes) {
		this.key = new SecretKeySpec(bytes, ALGORITHM);
	}

	/**
	 * Signs a text.
	 * @return the signature, in base64 for addresses, without padding
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
