package dev.yoil.representation;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import com.aayushatharva.brotli4j.Brotli4jLoader;
import com.aayushatharva.brotli4j.encoder.Encoder;
import com.aayushatharva.brotli4j.encoder.Encoder.Mode;
import com.aayushatharva.brotli4j.encoder.Encoder.Parameters;

import org.springframework.util.FileSystemUtils;

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
		NativeCode.load();
		Brotli4jLoader.ensureAvailability();
		representation.brotli(Encoder.compress(representation.bytes(ContentCoding.IDENTITY),
				Parameters.create(QUALITY, WINDOW, Mode.TEXT)));
	}

	/**
	 * The native code of Brotli4j, which extracts it into a new folder at each start and
	 * deletes it when the JVM exits. After a kill the file would stay, so it is deleted
	 * as soon as it is loaded. Windows keeps files that are in use.
	 */
	private static final class NativeCode {

		private static final String PARENT = "com.aayushatharva.brotli4j.native.workdir";

		static {
			String configured = System.getProperty(PARENT);
			try {
				Path parent = Path.of((configured != null) ? configured : System.getProperty("java.io.tmpdir"));
				Path folder = Files.createTempDirectory(Files.createDirectories(parent), "yoil-brotli");
				System.setProperty(PARENT, folder.toString());
				Brotli4jLoader.isAvailable();
				FileSystemUtils.deleteRecursively(folder);
			}
			catch (IOException ex) {
				// Brotli4j reports that it cannot extract the file.
			}
			finally {
				if (configured != null) {
					System.setProperty(PARENT, configured);
				}
				else {
					System.clearProperty(PARENT);
				}
			}
		}

		static void load() {
			// The first call initializes the class.
		}

	}

}
