package dev.yoil.ehcache.internal.tier;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.zip.CRC32C;

import org.jspecify.annotations.Nullable;

/**
 * One file of a {@link SegmentLog}: a header, then records of a name and a value with a
 * checksum. Any thread may read. One thread at a time may append.
 */
final class Segment {

	/** The header of a file, with the version of its format. */
	static final long HEADER = 0x596f696c53656701L;

	static final int HEADER_BYTES = Long.BYTES;

	/** The begin of a record. */
	private static final int MAGIC = 0x5265c07d;

	/** The magic number, the checksum, and the lengths of the name and the value. */
	private static final int PREFIX = 4 * Integer.BYTES;

	/** Most records are read at once. */
	private static final int FIRST_READ = 16 << 10;

	private final Path file;

	private volatile FileChannel channel;

	private volatile long size;

	private boolean dropped;

	private Segment(Path file, FileChannel channel, long size) {
		this.file = file;
		this.channel = channel;
		this.size = size;
	}

	/** Creates an empty file. */
	static Segment create(Path file) throws IOException {
		FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.READ,
				StandardOpenOption.WRITE);
		try {
			channel.write(ByteBuffer.allocate(HEADER_BYTES).putLong(0, HEADER), 0);
			return new Segment(file, channel, HEADER_BYTES);
		}
		catch (IOException ex) {
			// On a full disk there is an empty file.
			channel.close();
			Files.delete(file);
			throw ex;
		}
	}

	/** Opens a file that is complete. */
	static Segment open(Path file) throws IOException {
		FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE);
		return new Segment(file, channel, channel.size());
	}

	/**
	 * {@return the size of the file in bytes}
	 */
	long size() {
		return this.size;
	}

	/**
	 * {@return the bytes of a record}
	 */
	static ByteBuffer record(byte[] name, byte[] value) {
		return ByteBuffer.allocate(PREFIX + name.length + value.length)
			.putInt(MAGIC)
			.putInt(checksum(name.length, value.length, ByteBuffer.wrap(name), ByteBuffer.wrap(value)))
			.putInt(name.length)
			.putInt(value.length)
			.put(name)
			.put(value)
			.flip();
	}

	private static int checksum(int nameLength, int valueLength, ByteBuffer... parts) {
		CRC32C checksum = new CRC32C();
		checksum.update(ByteBuffer.allocate(2 * Integer.BYTES).putInt(nameLength).putInt(valueLength).flip());
		for (ByteBuffer part : parts) {
			checksum.update(part);
		}
		return (int) checksum.getValue();
	}

	/**
	 * Appends a record. A failed one is cut off, as far as possible.
	 * @return its place
	 */
	int append(ByteBuffer record) throws IOException {
		long place = this.size;
		try {
			long end = place;
			while (record.hasRemaining()) {
				end += this.channel.write(record, end);
			}
			this.size = end;
			return (int) place;
		}
		catch (IOException ex) {
			this.channel.truncate(place);
			throw ex;
		}
	}

	/**
	 * Reads a record.
	 * @return {@code null} if the file was dropped, or the thread was interrupted
	 * @throws DamagedException if there is no whole record
	 * @throws IOException if the file cannot be read
	 */
	@Nullable Entry read(int place) throws IOException {
		try {
			return readOnce(place);
		}
		catch (ClosedByInterruptException ex) {
			// An interrupt closes a channel for all threads.
			reopen();
			return null;
		}
		catch (ClosedChannelException ex) {
			return reopen() ? readOnce(place) : null;
		}
	}

	private Entry readOnce(int place) throws IOException {
		ByteBuffer first = ByteBuffer.allocate((int) Math.min(FIRST_READ, this.size - place));
		fill(first, place);
		if (first.limit() < PREFIX) {
			throw new DamagedException();
		}
		int length = length(first, this.size - place);
		if (length > first.limit()) {
			ByteBuffer whole = ByteBuffer.allocate(length).put(first);
			fill(whole, place);
			first = whole;
		}
		Entry record = verified(first.array(), 0);
		if (record == null) {
			throw new DamagedException();
		}
		return record;
	}

	private void fill(ByteBuffer buffer, int place) throws IOException {
		while (buffer.hasRemaining() && this.channel.read(buffer, (long) place + buffer.position()) >= 0) {
			// Until it is full, or the file ends.
		}
		if (buffer.hasRemaining()) {
			throw new DamagedException();
		}
		buffer.flip();
	}

	/** Returns the length of a record, as its possibly damaged prefix has it. */
	private static int length(ByteBuffer record, long most) throws DamagedException {
		long name = record.getInt(2 * Integer.BYTES);
		long value = record.getInt(3 * Integer.BYTES);
		if (record.getInt(0) != MAGIC || name < 0 || value < 0 || PREFIX + name + value > most) {
			throw new DamagedException();
		}
		return (int) (PREFIX + name + value);
	}

	/**
	 * {@return the record at a place of some bytes; {@code null} if there is none}
	 */
	static @Nullable Entry verified(byte[] bytes, int place) {
		if (bytes.length - place < PREFIX) {
			return null;
		}
		ByteBuffer buffer = ByteBuffer.wrap(bytes);
		int nameLength = buffer.getInt(place + 2 * Integer.BYTES);
		int valueLength = buffer.getInt(place + 3 * Integer.BYTES);
		long length = (long) PREFIX + nameLength + valueLength;
		if (buffer.getInt(place) != MAGIC || nameLength < 0 || valueLength < 0 || length > bytes.length - place) {
			return null;
		}
		int name = place + PREFIX;
		int checksum = checksum(nameLength, valueLength, buffer.slice(name, nameLength + valueLength));
		return (checksum == buffer.getInt(place + Integer.BYTES))
				? new Entry(bytes, name, nameLength, valueLength, (int) length) : null;
	}

	/**
	 * {@return whether the file can be read again}
	 */
	private synchronized boolean reopen() throws IOException {
		if (!this.dropped && !this.channel.isOpen()) {
			this.channel = FileChannel.open(this.file, StandardOpenOption.READ, StandardOpenOption.WRITE);
		}
		return !this.dropped;
	}

	/** Forces the file to the disk and closes it. */
	synchronized void close() throws IOException {
		this.dropped = true;
		if (this.channel.isOpen()) {
			this.channel.force(true);
			this.channel.close();
		}
	}

	/** Removes the file. */
	synchronized void drop() throws IOException {
		this.dropped = true;
		this.channel.close();
		Files.deleteIfExists(this.file);
	}

	/** A whole record, as a part of larger bytes. */
	@SuppressWarnings("ArrayRecordComponent") // never compared
	record Entry(byte[] bytes, int start, int nameLength, int valueLength, int length) {

		String name() {
			return new String(this.bytes, this.start, this.nameLength, StandardCharsets.UTF_8);
		}

		byte[] value() {
			int from = this.start + this.nameLength;
			return Arrays.copyOfRange(this.bytes, from, from + this.valueLength);
		}

	}

	/** There is no whole record at a place. */
	static final class DamagedException extends IOException {

		private static final long serialVersionUID = 1L;

		DamagedException() {
			super("damaged record");
		}

	}

}
