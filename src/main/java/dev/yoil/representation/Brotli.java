package dev.yoil.representation;

import java.io.IOException;

import com.aayushatharva.brotli4j.Brotli4jLoader;
import com.aayushatharva.brotli4j.encoder.Encoder;
import com.aayushatharva.brotli4j.encoder.Encoder.Mode;
import com.aayushatharva.brotli4j.encoder.Encoder.Parameters;

/**
 * Brotli compression (RFC 7932) of representations. It requires Brotli4j and its native
 * library for the platform. Thread-safe.
 */
public final class Brotli {

	/** The second best: the best takes three times as long to save two percent. */
	private static final int QUALITY = 10;

	/** As a power of two, larger than any cached text. */
	private static final int WINDOW = 22;

	private Brotli() {
	}

	/**
	 * Compresses a representation, which takes about twenty times as long as gzip. From
	 * then on it is also sent with Brotli.
	 * @throws IOException if compression fails
	 * @throws LinkageError if the library is missing or does not support the platform
	 */
	public static void compress(Representation representation) throws IOException {
		Brotli4jLoader.ensureAvailability();
		representation.brotli(Encoder.compress(representation.bytes(ContentCoding.IDENTITY),
				Parameters.create(QUALITY, WINDOW, Mode.TEXT)));
	}

}
