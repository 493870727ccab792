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
 * Serialization of representations for caches outside the heap. Thread-safe.
 */
public final class RepresentationBytes {

	/** Largest text in bytes, far larger than any response. */
	private static final int MOST = 16 << 20;

	private RepresentationBytes() {
	}

	/**
	 * {@return a serialized representation, compressed}
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
			throw new UncheckedIOException("Unexpected failure of an in-memory stream", ex);
		}
		return bytes.toByteArray();
	}

	/**
	 * {@return the representation}
	 * @param bytes a result of {@link #of(Representation)}
	 * @throws IllegalArgumentException if the bytes are invalid, or the text is larger
	 * than 16 MB
	 */
	public static Representation read(byte[] bytes) {
		try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes))) {
			SentAs sentAs = new SentAs(in.readUTF(), in.readUTF(), in.readUTF());
			Instant madeAt = Instant.ofEpochMilli(in.readLong());
			byte[] gzip = in.readAllBytes();
			try (GZIPInputStream text = new GZIPInputStream(new ByteArrayInputStream(gzip))) {
				byte[] read = text.readNBytes(MOST + 1);
				if (read.length > MOST) {
					throw new IllegalArgumentException("The text of the representation is larger than 16 MB");
				}
				return new Representation(read, gzip, sentAs, madeAt);
			}
		}
		catch (IOException ex) {
			throw new IllegalArgumentException("Not a serialized representation", ex);
		}
	}

}
