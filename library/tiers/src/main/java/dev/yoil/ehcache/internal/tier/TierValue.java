package dev.yoil.ehcache.internal.tier;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;

import dev.yoil.ehcache.tier.ValueCodec;

/**
 * A value in a tier. Its bytes must not be changed.
 *
 * @param codec the {@link ValueCodec#name()} of the codec of the bytes; empty for
 * {@code null}
 * @param readAt when the load began to read the value, in milliseconds since the epoch
 * @param madeAt when the load ended, in milliseconds since the epoch
 * @param bytes the encoded value
 */
@SuppressWarnings("ArrayRecordComponent") // values are never compared
public record TierValue(String codec, long readAt, long madeAt, byte[] bytes) {

	/** The version of the byte format, which is a part of all names. */
	public static final int FORMAT = 2;

	/**
	 * {@return the value and its times as bytes}
	 */
	public byte[] toBytes() {
		ByteArrayOutputStream all = new ByteArrayOutputStream(this.bytes.length + this.codec.length() + 32);
		try (DataOutputStream out = new DataOutputStream(all)) {
			out.writeUTF(this.codec);
			out.writeLong(this.readAt);
			out.writeLong(this.madeAt);
			out.write(this.bytes);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		return all.toByteArray();
	}

	/**
	 * Reads the bytes of {@link #toBytes()}.
	 * @throws IllegalArgumentException if they are too short
	 */
	public static TierValue of(byte[] all) {
		try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(all))) {
			return new TierValue(in.readUTF(), in.readLong(), in.readLong(), in.readAllBytes());
		}
		catch (IOException ex) {
			throw new IllegalArgumentException("Not a value of a tier", ex);
		}
	}

}
