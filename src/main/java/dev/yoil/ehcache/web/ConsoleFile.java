package dev.yoil.ehcache.web;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.zip.GZIPOutputStream;

import org.springframework.core.io.Resource;
import org.springframework.http.MediaType;

/**
 * One file of the console, as it is sent. Immutable, if nobody writes to its bytes.
 *
 * @param type its media type
 * @param plain its bytes
 * @param gzip the same, compressed
 * @param tag what tells its content from any other, without quotes
 */
@SuppressWarnings("ArrayRecordComponent") // Nobody compares files.
record ConsoleFile(MediaType type, byte[] plain, byte[] gzip, String tag) {

	/** As many digits of the hash as no two versions of a file have in common. */
	private static final int TAG_BYTES = 16;

	static ConsoleFile read(MediaType type, Resource resource) throws IOException {
		try (InputStream stream = resource.getInputStream()) {
			byte[] plain = stream.readAllBytes();
			return new ConsoleFile(type, plain, compress(plain), HexFormat.of().formatHex(hash(plain), 0, TAG_BYTES));
		}
	}

	private static byte[] compress(byte[] plain) throws IOException {
		ByteArrayOutputStream compressed = new ByteArrayOutputStream();
		try (GZIPOutputStream gzip = new GZIPOutputStream(compressed)) {
			gzip.write(plain);
		}
		return compressed.toByteArray();
	}

	private static byte[] hash(byte[] plain) {
		try {
			return MessageDigest.getInstance("SHA-256").digest(plain);
		}
		catch (NoSuchAlgorithmException ex) {
			throw new IllegalStateException("Every Java has SHA-256", ex);
		}
	}

}
