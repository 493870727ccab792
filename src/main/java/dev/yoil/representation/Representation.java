package dev.yoil.representation;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;

import com.fasterxml.jackson.annotation.JsonRawValue;
import com.fasterxml.jackson.annotation.JsonValue;
import org.jspecify.annotations.Nullable;

import org.springframework.util.Assert;

/**
 * An answer that is ready to be sent: its text as bytes, JSON unless it was said
 * otherwise, the same compressed, and a strong entity tag for each coding. Equal texts
 * have equal tags, also on another instance and after a restart.
 * <p>
 * Immutable and thread-safe. It is compressed once: with gzip when it is made to be kept,
 * otherwise when somebody first wants it so; with Brotli when {@link Brotli} is told to.
 */
public final class Representation {

	/** Of SHA-256; 128 bits are more than enough to tell answers apart. */
	private static final int TAG_BYTES = 16;

	/** In UTF-8, per character of UTF-16. */
	private static final int LONGEST_CHARACTER = 3;

	private final byte[] text;

	private final SentAs sentAs;

	private final String etag;

	private final String gzipEtag;

	private final Instant madeAt;

	private volatile byte @Nullable [] gzip;

	private volatile @Nullable Coded brotli;

	/**
	 * Makes a representation of bytes that nobody else has.
	 */
	Representation(byte[] text, SentAs sentAs, Instant madeAt) {
		this.text = text;
		this.sentAs = sentAs;
		this.madeAt = madeAt;
		this.etag = '"' + tag(text) + '"';
		this.gzipEtag = codedTag(ContentCoding.GZIP);
	}

	/**
	 * Makes a representation that is compressed already.
	 */
	Representation(byte[] text, byte[] gzip, SentAs sentAs, Instant madeAt) {
		this(text, sentAs, madeAt);
		this.gzip = gzip;
	}

	/**
	 * {@return the strong entity tag with which it is sent in a coding, in quotes}
	 */
	public String etag(ContentCoding coding) {
		return switch (coding) {
			case IDENTITY -> this.etag;
			case GZIP -> this.gzipEtag;
			case BROTLI -> {
				Coded made = this.brotli;
				yield (made != null) ? made.etag() : codedTag(coding);
			}
		};
	}

	/**
	 * {@return the number of bytes, uncompressed}
	 */
	public int length() {
		return this.text.length;
	}

	/**
	 * {@return the number of bytes in a coding; {@code null} if it was not compressed so
	 * yet}
	 */
	public @Nullable Integer length(ContentCoding coding) {
		return isReady(coding) ? bytes(coding).length : null;
	}

	/**
	 * {@return the number of characters of the text, in UTF-16 units as of a
	 * {@link String}}
	 */
	public int characters() {
		int characters = 0;
		for (byte unit : this.text) {
			if (!isContinuation(unit)) {
				// A character of four bytes is two of UTF-16.
				characters += ((unit & 0xF8) == 0xF0) ? 2 : 1;
			}
		}
		return characters;
	}

	/**
	 * Returns the beginning of the text, without decoding the rest.
	 * @param characters how many characters at least, if it has as many
	 * @return a text of that length, or a little more
	 */
	public String beginning(int characters) {
		int end = (int) Math.min(this.text.length, (long) characters * LONGEST_CHARACTER);
		// Not through the middle of a character.
		while (end < this.text.length && isContinuation(this.text[end])) {
			end++;
		}
		return new String(this.text, 0, end, StandardCharsets.UTF_8);
	}

	/**
	 * {@return when it was made}
	 */
	public Instant madeAt() {
		return this.madeAt;
	}

	/**
	 * {@return what its answers say besides its bytes}
	 */
	public SentAs sentAs() {
		return this.sentAs;
	}

	/**
	 * {@return the text: JSON, unless it was said to be of another kind}
	 */
	@JsonValue
	@JsonRawValue
	public String json() {
		return new String(this.text, StandardCharsets.UTF_8);
	}

	/**
	 * Tells whether there is nothing to be made before it can be sent in a coding.
	 */
	public boolean isReady(ContentCoding coding) {
		return switch (coding) {
			case IDENTITY -> true;
			case GZIP -> this.gzip != null;
			case BROTLI -> this.brotli != null;
		};
	}

	/**
	 * Returns the bytes to send, which nobody may change.
	 * @throws IllegalStateException if they are of Brotli, and not there
	 */
	byte[] bytes(ContentCoding coding) {
		return switch (coding) {
			case IDENTITY -> this.text;
			case GZIP -> gzip();
			case BROTLI -> {
				Coded made = this.brotli;
				Assert.state(made != null, "Nobody waits for Brotli");
				yield made.bytes();
			}
		};
	}

	/**
	 * Has it sent so from now on, with bytes that nobody else has.
	 */
	void brotli(byte[] bytes) {
		this.brotli = new Coded(bytes, codedTag(ContentCoding.BROTLI));
	}

	private byte[] gzip() {
		byte[] made = this.gzip;
		return (made != null) ? made : compressOnce();
	}

	private synchronized byte[] compressOnce() {
		byte[] made = this.gzip;
		if (made == null) {
			made = new Gzip(0).compress(this.text);
			this.gzip = made;
		}
		return made;
	}

	private String codedTag(ContentCoding coding) {
		return this.etag.substring(0, this.etag.length() - 1) + '-' + coding.token() + '"';
	}

	private static boolean isContinuation(byte unit) {
		return (unit & 0xC0) == 0x80;
	}

	private static String tag(byte[] text) {
		byte[] digest = Gzip.sha256().digest(text);
		return Base64.getUrlEncoder().withoutPadding().encodeToString(Arrays.copyOf(digest, TAG_BYTES));
	}

	@Override
	public String toString() {
		return json();
	}

	/**
	 * What was made later, with its entity tag.
	 */
	@SuppressWarnings("ArrayRecordComponent") // Nobody compares them.
	private record Coded(byte[] bytes, String etag) {
	}

}
