package dev.yoil.representation;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.zip.GZIPInputStream;

/**
 * Representations as bytes, for whoever keeps them outside of the heap. Thread-safe.
 */
public final class RepresentationBytes {

	private RepresentationBytes() {
	}

	/**
	 * {@return all of a representation, compressed}
	 */
	public static byte[] of(Representation representation) {
		byte[] gzip = representation.bytes(ContentCoding.GZIP);
		ByteArrayOutputStream bytes = new ByteArrayOutputStream(gzip.length + 200);
		try (DataOutputStream out = new DataOutputStream(bytes)) {
			SentAs sentAs = representation.sentAs();
			out.writeUTF(sentAs.contentType());
			out.writeUTF(sentAs.vary());
			out.writeUTF(sentAs.cacheControl());
			out.writeLong(representation.madeAt().toEpochMilli());
			out.write(gzip);
		}
		catch (IOException ex) {
			throw new UncheckedIOException("Everything is in memory", ex);
		}
		return bytes.toByteArray();
	}

	/**
	 * {@return the representation that some bytes are all of}
	 * @throws IllegalArgumentException if they are not of one
	 */
	public static Representation read(byte[] bytes) {
		try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes))) {
			SentAs sentAs = new SentAs(in.readUTF(), in.readUTF(), in.readUTF());
			Instant madeAt = Instant.ofEpochMilli(in.readLong());
			byte[] gzip = in.readAllBytes();
			try (GZIPInputStream text = new GZIPInputStream(new ByteArrayInputStream(gzip))) {
				return new Representation(text.readAllBytes(), gzip, sentAs, madeAt);
			}
		}
		catch (IOException ex) {
			throw new IllegalArgumentException("These bytes are no representation", ex);
		}
	}

}
