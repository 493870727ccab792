package dev.yoil.representation;

import java.io.IOException;

import com.aayushatharva.brotli4j.Brotli4jLoader;
import com.aayushatharva.brotli4j.encoder.Encoder;
import com.aayushatharva.brotli4j.encoder.Encoder.Mode;
import com.aayushatharva.brotli4j.encoder.Encoder.Parameters;

/**
 * Compresses representations with Brotli, RFC 7932, where the library Brotli4j is on the
 * class path and has code for the platform. Thread-safe.
 */
public final class Brotli {

	/** The best but one, which takes three times as long to save two percent. */
	private static final int QUALITY = 10;

	/** As a power of two, which no text of a cache comes near. */
	private static final int WINDOW = 22;

	private Brotli() {
	}

	/**
	 * Compresses a representation, which takes some twenty times as long as gzip. It is
	 * sent so to whoever takes it from then on.
	 * @throws IOException if the library cannot do it
	 * @throws LinkageError if the library is not there, or not for the platform
	 */
	public static void compress(Representation representation) throws IOException {
		Brotli4jLoader.ensureAvailability();
		representation.brotli(Encoder.compress(representation.bytes(ContentCoding.IDENTITY),
				Parameters.create(QUALITY, WINDOW, Mode.TEXT)));
	}

}
