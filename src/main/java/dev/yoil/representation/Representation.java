package dev.yoil.representation;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;

import com.fasterxml.jackson.annotation.JsonRawValue;
import com.fasterxml.jackson.annotation.JsonValue;
import org.jspecify.annotations.Nullable;

/**
 * An answer that is ready to be sent: its JSON as bytes, the same compressed, and a
 * strong entity tag for each. Equal JSON has equal tags, also on another instance and
 * after a restart.
 * <p>
 * Immutable and thread-safe. It is compressed once and as well as gzip can: when it is
 * made to be kept, otherwise when somebody first wants it so.
 */
public final class Representation {

	/** Of SHA-256; 128 bits are more than enough to tell answers apart. */
	private static final int TAG_BYTES = 16;

	/** In UTF-8, per character of UTF-16. */
	private static final int LONGEST_CHARACTER = 3;

	private final byte[] json;

	private final String etag;

	private final String gzipEtag;

	private final Instant madeAt;

	private final int characters;

	private volatile byte @Nullable [] gzip;

	private Representation(byte[] json, Instant madeAt) {
		this.json = json;
		this.madeAt = madeAt;
		this.characters = characters(json);
		String tag = tag(json);
		this.etag = '"' + tag + '"';
		this.gzipEtag = '"' + tag + "-gzip\"";
	}

	/**
	 * Makes a representation.
	 * @param json a JSON text in UTF-8, which is copied
	 * @param madeAt when it was made
	 * @return the representation
	 */
	public static Representation of(byte[] json, Instant madeAt) {
		return new Representation(json.clone(), madeAt);
	}

	/**
	 * Makes a representation of bytes that nobody else has.
	 */
	static Representation ofOwn(byte[] json, Instant madeAt) {
		return new Representation(json, madeAt);
	}

	/**
	 * Returns its entity tag.
	 * @param coding the coding in which it is sent
	 * @return a strong entity tag, in quotes
	 */
	public String etag(ContentCoding coding) {
		return switch (coding) {
			case IDENTITY -> this.etag;
			case GZIP -> this.gzipEtag;
		};
	}

	/**
	 * Returns its length as it is.
	 * @return the number of bytes
	 */
	public int length() {
		return this.json.length;
	}

	/**
	 * Returns its length compressed, without compressing it.
	 * @return the number of bytes; {@code null} if it was not compressed yet
	 */
	public @Nullable Integer gzipLength() {
		byte[] made = this.gzip;
		return (made != null) ? made.length : null;
	}

	/**
	 * Returns the number of characters of the JSON.
	 * @return UTF-16 units, as of a {@link String}
	 */
	public int characters() {
		return this.characters;
	}

	/**
	 * Returns the beginning of the JSON, without decoding the rest.
	 * @param characters how many characters at least, if it has as many
	 * @return a text of that length, or a little more
	 */
	public String beginning(int characters) {
		int end = (int) Math.min(this.json.length, (long) characters * LONGEST_CHARACTER);
		// Not through the middle of a character.
		while (end < this.json.length && isContinuation(this.json[end])) {
			end++;
		}
		return new String(this.json, 0, end, StandardCharsets.UTF_8);
	}

	/**
	 * Returns when it was made.
	 * @return the moment
	 */
	public Instant madeAt() {
		return this.madeAt;
	}

	/**
	 * Returns the JSON.
	 * @return a JSON text
	 */
	@JsonValue
	@JsonRawValue
	public String json() {
		return new String(this.json, StandardCharsets.UTF_8);
	}

	/**
	 * Returns the bytes to send, which nobody may change.
	 */
	byte[] bytes(ContentCoding coding) {
		return switch (coding) {
			case IDENTITY -> this.json;
			case GZIP -> gzip();
		};
	}

	private byte[] gzip() {
		byte[] made = this.gzip;
		return (made != null) ? made : compressOnce();
	}

	private synchronized byte[] compressOnce() {
		byte[] made = this.gzip;
		if (made == null) {
			made = compressed(this.json);
			this.gzip = made;
		}
		return made;
	}

	private static int characters(byte[] json) {
		int characters = 0;
		for (byte unit : json) {
			if (!isContinuation(unit)) {
				// A character of four bytes is two of UTF-16.
				characters += ((unit & 0xF8) == 0xF0) ? 2 : 1;
			}
		}
		return characters;
	}

	private static boolean isContinuation(byte unit) {
		return (unit & 0xC0) == 0x80;
	}

	private static byte[] compressed(byte[] json) {
		ByteArrayOutputStream compressed = new ByteArrayOutputStream();
		try (BestGzip gzip = new BestGzip(compressed)) {
			gzip.write(json);
		}
		catch (IOException ex) {
			throw new UncheckedIOException("Everything is in memory", ex);
		}
		return compressed.toByteArray();
	}

	private static String tag(byte[] json) {
		try {
			byte[] digest = MessageDigest.getInstance("SHA-256").digest(json);
			return Base64.getUrlEncoder().withoutPadding().encodeToString(Arrays.copyOf(digest, TAG_BYTES));
		}
		catch (NoSuchAlgorithmException ex) {
			throw new IllegalStateException("Every Java platform has SHA-256", ex);
		}
	}

	@Override
	public String toString() {
		return json();
	}

	private static final class BestGzip extends GZIPOutputStream {

		BestGzip(ByteArrayOutputStream out) throws IOException {
			super(out);
			this.def.setLevel(Deflater.BEST_COMPRESSION);
		}

	}

}
