package dev.yoil.ehcache.internal.tier;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;

import dev.yoil.ehcache.tier.ValueCodec;

/**
 * A value as it is kept behind the heap. Thread-safe, as nobody may change its bytes.
 */
public final class TierValue {

	/** Of the form below: keys name it, so that no other form is found. */
	public static final int FORMAT = 2;

	private final String kind;

	private final long readAt;

	private final long madeAt;

	private final byte[] bytes;

	/**
	 * Creates a value.
	 * @param kind the {@link ValueCodec#name()} of the codec that made the bytes; empty
	 * for {@code null}, which has none
	 * @param readAt when reading it began, in milliseconds since the epoch
	 * @param madeAt when it was loaded, likewise
	 * @param bytes what the codec made
	 */
	public TierValue(String kind, long readAt, long madeAt, byte[] bytes) {
		this.kind = kind;
		this.readAt = readAt;
		this.madeAt = madeAt;
		this.bytes = bytes;
	}

	/**
	 * {@return the name of the codec that made the bytes; empty for {@code null}}
	 */
	public String kind() {
		return this.kind;
	}

	/**
	 * {@return when reading it began, in milliseconds since the epoch}
	 */
	public long readAt() {
		return this.readAt;
	}

	/**
	 * {@return when it was loaded, in milliseconds since the epoch}
	 */
	public long madeAt() {
		return this.madeAt;
	}

	/**
	 * {@return what the codec made, which nobody may change}
	 */
	public byte[] bytes() {
		return this.bytes;
	}

	/**
	 * {@return one array that holds all of it}
	 */
	public byte[] toBytes() {
		ByteArrayOutputStream all = new ByteArrayOutputStream(this.bytes.length + this.kind.length() + 32);
		try (DataOutputStream out = new DataOutputStream(all)) {
			out.writeUTF(this.kind);
			out.writeLong(this.readAt);
			out.writeLong(this.madeAt);
			out.write(this.bytes);
		}
		catch (IOException ex) {
			throw new UncheckedIOException("Everything is in memory", ex);
		}
		return all.toByteArray();
	}

	/**
	 * Reads what {@link #toBytes()} gave.
	 * @throws IllegalArgumentException if it is something else
	 */
	public static TierValue of(byte[] all) {
		try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(all))) {
			return new TierValue(in.readUTF(), in.readLong(), in.readLong(), in.readAllBytes());
		}
		catch (IOException ex) {
			throw new IllegalArgumentException("This is no value of a second tier", ex);
		}
	}

}
