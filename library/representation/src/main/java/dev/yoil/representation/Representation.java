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
 * A response body that is ready to be sent: its text as bytes, usually JSON, its
 * compressed forms, and a strong entity tag for each coding. Equal texts have equal tags,
 * also on other instances and after a restart.
 * <p>
 * Immutable and thread-safe. Gzip is computed once, at creation if the representation is
 * cached, otherwise on first use. {@link Brotli} adds its form later.
 */
public final class Representation {

	/** Bytes of SHA-256: 128 bits are enough to distinguish responses. */
	private static final int TAG_BYTES = 16;

	private final byte[] text;

	private final SentAs sentAs;

	private final String etag;

	private final String gzipEtag;

	private final Instant madeAt;

	private volatile byte @Nullable [] gzip;

	private volatile @Nullable Coded brotli;

	/**
	 * Creates a representation that owns the bytes.
	 */
	Representation(byte[] text, SentAs sentAs, Instant madeAt) {
		this.text = text;
		this.sentAs = sentAs;
		this.madeAt = madeAt;
		this.etag = '"' + tag(text) + '"';
		this.gzipEtag = codedTag(ContentCoding.GZIP);
	}

	Representation(byte[] text, byte[] gzip, SentAs sentAs, Instant madeAt) {
		this(text, sentAs, madeAt);
		this.gzip = gzip;
	}

	/**
	 * {@return the strong entity tag of a coding, in quotes}
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
	 * {@return the uncompressed length in bytes}
	 */
	public int length() {
		return this.text.length;
	}

	/**
	 * {@return the length in bytes in a coding; {@code null} if not compressed yet}
	 */
	public @Nullable Integer length(ContentCoding coding) {
		return isReady(coding) ? bytes(coding).length : null;
	}

	/**
	 * {@return the creation time}
	 */
	public Instant madeAt() {
		return this.madeAt;
	}

	/**
	 * {@return the headers of its responses}
	 */
	public SentAs sentAs() {
		return this.sentAs;
	}

	/**
	 * {@return the text, usually JSON}
	 */
	@JsonValue
	@JsonRawValue
	public String json() {
		return new String(this.text, StandardCharsets.UTF_8);
	}

	/**
	 * {@return whether it can be sent in a coding without compressing it first}
	 */
	public boolean isReady(ContentCoding coding) {
		return switch (coding) {
			case IDENTITY -> true;
			case GZIP -> this.gzip != null;
			case BROTLI -> this.brotli != null;
		};
	}

	/**
	 * Returns the bytes to send, which must not be modified.
	 * @throws IllegalStateException for Brotli if it is not ready
	 */
	byte[] bytes(ContentCoding coding) {
		return switch (coding) {
			case IDENTITY -> this.text;
			case GZIP -> gzip();
			case BROTLI -> {
				Coded made = this.brotli;
				Assert.state(made != null, "Not compressed with Brotli yet");
				yield made.bytes();
			}
		};
	}

	/**
	 * Adds the Brotli form.
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

	private static String tag(byte[] text) {
		byte[] digest = Gzip.sha256().digest(text);
		return Base64.getUrlEncoder().withoutPadding().encodeToString(Arrays.copyOf(digest, TAG_BYTES));
	}

	/** Compares texts and headers; the creation time does not matter. */
	@Override
	public boolean equals(@Nullable Object other) {
		return other instanceof Representation that && this.etag.equals(that.etag) && this.sentAs.equals(that.sentAs);
	}

	@Override
	public int hashCode() {
		return this.etag.hashCode();
	}

	@Override
	public String toString() {
		return json();
	}

	@SuppressWarnings("ArrayRecordComponent") // coded forms are not compared
	private record Coded(byte[] bytes, String etag) {
	}

}
