package dev.yoil.representation;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;
import java.util.zip.CRC32;
import java.util.zip.Deflater;

import org.jspecify.annotations.Nullable;

/**
 * Gzip compression (RFC 1952) in blocks, some of which are remembered: if a text differs
 * little from an earlier one, only the changed blocks are compressed again. The same text
 * always gives the same bytes. Thread-safe.
 * <p>
 * Content-defined chunking as in FastCDC (Xia et al., USENIX ATC 2016) places the ends of
 * blocks, so an insertion does not move the ends of other blocks. A block may refer to
 * the block before it and to nothing else, so the two determine the result.
 */
final class Gzip {

	/** Minimum length of a block, except for the last one. */
	private static final int SHORTEST = 16 * 1024;

	/** The window of DEFLATE. */
	private static final int LONGEST = 32 * 1024;

	/**
	 * Mask of the bits that are zero at the end of a block: on average 4 KB after the
	 * minimum.
	 */
	private static final long END = -1L << (Long.SIZE - 12);

	/** Equal on all instances, so that the bytes are equal too. */
	private static final long[] GEAR = new Random(1).longs(256).toArray();

	private static final byte[] HEADER = { 0x1f, (byte) 0x8b, Deflater.DEFLATED, 0, 0, 0, 0, 0, 0, (byte) 0xff };

	private static final byte[] EMPTY_LAST_BLOCK = { 3, 0 };

	private static final int TRAILER = 8;

	/** By the digests of a block and of the block before it. */
	private final Map<ByteBuffer, byte[]> remembered;

	Gzip(int most) {
		this.remembered = new LinkedHashMap<>(16, 0.75f, true) {

			private static final long serialVersionUID = 1L;

			@Override
			protected boolean removeEldestEntry(Map.Entry<ByteBuffer, byte[]> eldest) {
				return size() > most;
			}

		};
	}

	byte[] compress(byte[] text) {
		ByteArrayOutputStream compressed = new ByteArrayOutputStream(text.length / 4 + HEADER.length + TRAILER);
		compressed.writeBytes(HEADER);
		try (Blocks blocks = new Blocks(text)) {
			while (blocks.next()) {
				compressed.writeBytes(block(blocks));
			}
		}
		compressed.writeBytes(EMPTY_LAST_BLOCK);
		CRC32 crc = new CRC32();
		crc.update(text);
		compressed.writeBytes(ByteBuffer.allocate(TRAILER)
			.order(ByteOrder.LITTLE_ENDIAN)
			.putInt((int) crc.getValue())
			.putInt(text.length)
			.array());
		return compressed.toByteArray();
	}

	int remembered() {
		synchronized (this.remembered) {
			return this.remembered.size();
		}
	}

	private byte[] block(Blocks blocks) {
		ByteBuffer key = blocks.key();
		byte[] known = find(key);
		if (known != null) {
			return known;
		}
		byte[] made = blocks.deflated();
		synchronized (this.remembered) {
			this.remembered.put(key, made);
		}
		return made;
	}

	private byte @Nullable [] find(ByteBuffer key) {
		synchronized (this.remembered) {
			return this.remembered.get(key);
		}
	}

	static MessageDigest sha256() {
		try {
			return MessageDigest.getInstance("SHA-256");
		}
		catch (NoSuchAlgorithmException ex) {
			throw new IllegalStateException("Every Java platform has SHA-256", ex);
		}
	}

	private static final class Blocks implements AutoCloseable {

		private static final int DIGEST = 32;

		private final byte[] text;

		private final MessageDigest sha = sha256();

		private @Nullable Compressor compressor;

		private int before;

		private int start;

		private int end;

		private byte[] digestBefore = {};

		private byte[] digest = {};

		Blocks(byte[] text) {
			this.text = text;
		}

		boolean next() {
			this.before = this.start;
			this.start = this.end;
			this.digestBefore = this.digest;
			if (this.start == this.text.length) {
				return false;
			}
			this.end = end();
			this.sha.update(this.text, this.start, this.end - this.start);
			this.digest = this.sha.digest();
			return true;
		}

		ByteBuffer key() {
			return ByteBuffer.allocate(2 * DIGEST).put(this.digest).put(this.digestBefore).flip();
		}

		byte[] deflated() {
			Compressor compressor = (this.compressor != null) ? this.compressor : new Compressor();
			this.compressor = compressor;
			return compressor.deflate(this.text, this.before, this.start, this.end);
		}

		private int end() {
			int most = Math.min(this.text.length, this.start + LONGEST);
			long hash = 0;
			for (int at = this.start + SHORTEST; at < most; at++) {
				hash = (hash << 1) + GEAR[this.text[at] & 0xFF];
				if ((hash & END) == 0) {
					return at + 1;
				}
			}
			return most;
		}

		@Override
		public void close() {
			if (this.compressor != null) {
				this.compressor.deflater.end();
			}
		}

	}

	/**
	 * DEFLATE with direct buffers. With arrays, JDKs before 22 block the garbage
	 * collector during compression (JEP 423): with many threads on few CPUs, others run
	 * out of memory while half of the heap is free.
	 */
	private static final class Compressor {

		private final Deflater deflater = new Deflater(Deflater.DEFAULT_COMPRESSION, true);

		private final ByteBuffer window = ByteBuffer.allocateDirect(2 * LONGEST);

		private final ByteBuffer made = ByteBuffer.allocateDirect(LONGEST);

		byte[] deflate(byte[] text, int before, int start, int end) {
			this.window.clear().put(text, before, end - before).flip();
			this.deflater.reset();
			this.deflater.setDictionary(this.window.slice(0, start - before));
			this.deflater.setInput(this.window.slice(start - before, end - start));
			ByteArrayOutputStream deflated = new ByteArrayOutputStream();
			do {
				this.deflater.deflate(this.made.clear(), Deflater.SYNC_FLUSH);
				byte[] part = new byte[this.made.flip().remaining()];
				this.made.get(part);
				deflated.writeBytes(part);
			}
			while (this.made.limit() == LONGEST);
			return deflated.toByteArray();
		}

	}

}
