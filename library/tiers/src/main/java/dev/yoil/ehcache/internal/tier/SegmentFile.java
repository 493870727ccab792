package dev.yoil.ehcache.internal.tier;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.CRC32C;

import org.jspecify.annotations.Nullable;

/**
 * One file of a {@link SegmentLog}: records of a name and a value with a checksum. Any
 * thread may read. One thread at a time may append.
 */
final class SegmentFile implements AutoCloseable {

	/** The start of each record. Change it with the format. */
	private static final int MAGIC = 0x5265c07e;

	/** The start of a record whose value was replaced or removed. */
	private static final int REMOVED = 0x5265c000;

	/** The magic number, the checksum, and the lengths of the name and the value. */
	private static final int PREFIX = 4 * Integer.BYTES;

	/** Guarded by itself. Not a channel, which an interrupted reader would close. */
	private final RandomAccessFile reads;

	/** Separate, so that readers do not wait for writes. */
	private final RandomAccessFile writes;

	private volatile long size;

	/** Opens a file, or creates an empty one. */
	SegmentFile(Path file) throws IOException {
		this.writes = new RandomAccessFile(file.toFile(), "rw");
		this.reads = new RandomAccessFile(file.toFile(), "r");
		this.size = this.writes.length();
	}

	/**
	 * {@return the size of the file in bytes}
	 */
	long size() {
		return this.size;
	}

	/**
	 * {@return the size of a record in bytes}
	 */
	static long bytes(byte[] name, int valueBytes) {
		return (long) PREFIX + name.length + valueBytes;
	}

	/**
	 * {@return the bytes of a record}
	 */
	static byte[] record(byte[] name, byte[] value) {
		byte[] record = new byte[(int) bytes(name, value.length)];
		ByteBuffer buffer = ByteBuffer.wrap(record)
			.putInt(MAGIC)
			.putInt(0)
			.putInt(name.length)
			.putInt(value.length)
			.put(name)
			.put(value);
		buffer.putInt(Integer.BYTES, checksum(record, 0, record.length));
		return record;
	}

	/** Returns the checksum of the lengths, the name and the value of a record. */
	private static int checksum(byte[] bytes, int place, int length) {
		CRC32C checksum = new CRC32C();
		checksum.update(bytes, place + 2 * Integer.BYTES, length - 2 * Integer.BYTES);
		return (int) checksum.getValue();
	}

	/**
	 * Appends a record. If that fails, the next record overwrites it.
	 * @return its place
	 */
	int append(byte[] record) throws IOException {
		long place = this.size;
		this.writes.seek(place);
		this.writes.write(record);
		this.size = place + record.length;
		return (int) place;
	}

	/**
	 * Removes the record at a place, which needs no room on the disk. For the thread that
	 * appends.
	 */
	void remove(int place) throws IOException {
		this.writes.seek(place);
		this.writes.writeInt(REMOVED);
	}

	/**
	 * {@return the record at a place; {@code null} if it is removed or damaged}
	 * @throws IOException if the file cannot be read, or is closed
	 */
	@Nullable Entry read(int place) throws IOException {
		byte[] bytes = new byte[PREFIX];
		synchronized (this.reads) {
			this.reads.seek(place);
			this.reads.readFully(bytes);
			int length = length(bytes, 0, this.size - place);
			bytes = Arrays.copyOf(bytes, Math.max(PREFIX, length));
			this.reads.readFully(bytes, PREFIX, bytes.length - PREFIX);
		}
		Entry record = verified(bytes, 0);
		return (record != null && !record.isRemoved()) ? record : null;
	}

	/** Returns the length that a prefix states, or -1 if it is damaged. */
	private static int length(byte[] bytes, int place, long most) {
		ByteBuffer prefix = ByteBuffer.wrap(bytes);
		long name = prefix.getInt(place + 2 * Integer.BYTES);
		long value = prefix.getInt(place + 3 * Integer.BYTES);
		int start = prefix.getInt(place);
		return ((start == MAGIC || start == REMOVED) && name >= 0 && value >= 0 && PREFIX + name + value <= most)
				? (int) (PREFIX + name + value) : -1;
	}

	/**
	 * {@return the record at a place, even a removed one; {@code null} if there is no
	 * intact one}
	 */
	static @Nullable Entry verified(byte[] bytes, int place) {
		int left = bytes.length - place;
		int length = (left >= PREFIX) ? length(bytes, place, left) : -1;
		ByteBuffer prefix = ByteBuffer.wrap(bytes);
		return (length >= 0 && checksum(bytes, place, length) == prefix.getInt(place + Integer.BYTES))
				? new Entry(bytes, place + PREFIX, prefix.getInt(place + 2 * Integer.BYTES), place + length) : null;
	}

	/**
	 * {@return the bytes that a record at a place has according to its lengths; 0 if
	 * there is none}
	 */
	static int stated(byte[] bytes, int place) {
		int left = bytes.length - place;
		return (left >= PREFIX) ? Math.max(0, length(bytes, place, left)) : 0;
	}

	@Override
	public void close() throws IOException {
		this.reads.close();
		this.writes.close();
	}

	/** An intact record in an array of bytes. */
	@SuppressWarnings("ArrayRecordComponent") // never compared
	record Entry(byte[] bytes, int start, int nameLength, int end) {

		boolean isRemoved() {
			return ByteBuffer.wrap(this.bytes).getInt(this.start - PREFIX) == REMOVED;
		}

		String name() {
			return new String(this.bytes, this.start, this.nameLength, StandardCharsets.UTF_8);
		}

		byte[] value() {
			return Arrays.copyOfRange(this.bytes, this.start + this.nameLength, this.end);
		}

	}

}
