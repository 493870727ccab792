package dev.yoil.ehcache.internal.tier;

import java.io.EOFException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Values by name in a log of append-only files, with an index in memory (as in Bitcask:
 * Sheehy and Smith, 2010). If there is no room for a new file, the oldest one is dropped.
 * Each read verifies the checksum and the name.
 * <p>
 * Any thread may read. One thread at a time may append. The files belong to one process.
 */
final class SegmentLog implements AutoCloseable {

	private static final Logger LOG = LoggerFactory.getLogger(SegmentLog.class);

	private static final String BROKEN = ".broken";

	private static final Pattern NAME = Pattern.compile("(\\d{8})\\.seg");

	private static final int MIN_BYTES = 1 << 20;

	private static final int MAX_BYTES = 64 << 20;

	/** A file has at most 1/8 of the capacity, because it is dropped whole. */
	private static final int FILES = 8;

	private final Path directory;

	private final long capacity;

	private final long segmentBytes;

	private final ConcurrentSkipListMap<Integer, SegmentFile> segments = new ConcurrentSkipListMap<>();

	/** The number of the file and the place in it, by a hash of the name. */
	private final ConcurrentHashMap<Long, Long> index = new ConcurrentHashMap<>();

	private final LongAdder evictions = new LongAdder();

	private volatile boolean closed;

	/**
	 * Opens a log with the values of earlier runs. Renames foreign files, and files
	 * without an intact record.
	 * @throws IOException if the directory cannot be read or created
	 */
	SegmentLog(Path directory, long capacity) throws IOException {
		this.directory = Files.createDirectories(directory);
		this.capacity = capacity;
		this.segmentBytes = Math.max(MIN_BYTES, Math.min(MAX_BYTES, capacity / FILES));
		List<Path> files;
		try (Stream<Path> all = Files.list(directory)) {
			files = all.filter((file) -> !file.toString().endsWith(BROKEN)).sorted().toList();
		}
		for (Path file : files) {
			if (!read(file)) {
				Path renamed = file.resolveSibling(file.getFileName() + BROKEN);
				Files.move(file, renamed, StandardCopyOption.REPLACE_EXISTING);
				LOG.warn("The disk tier cannot read {} and has renamed it to {}", file, renamed.getFileName());
			}
		}
		makeRoom(0);
	}

	/**
	 * Reads a file into the index.
	 * @return whether it belongs to the log
	 */
	private boolean read(Path file) {
		Matcher name = NAME.matcher(file.getFileName().toString());
		try {
			if (!name.matches() || !Files.isRegularFile(file) || Files.size(file) > MAX_BYTES) {
				return false;
			}
			byte[] bytes = Files.readAllBytes(file);
			int number = Integer.parseInt(name.group(1));
			boolean found = bytes.length == 0;
			int place = 0;
			long damaged = 0;
			while (place < bytes.length && damaged <= bytes.length) {
				SegmentFile.Entry record = SegmentFile.verified(bytes, place);
				if (record != null) {
					found = true;
					if (!record.isRemoved()) {
						this.index.put(hash(record.name()), packed(number, place));
					}
				}
				// After a damaged record, the next one may begin at any byte. If
				// as many bytes as the file has were verified in vain, the rest
				// is given up.
				damaged += (record == null) ? SegmentFile.stated(bytes, place) : 0;
				place = (record != null) ? record.end() : place + 1;
			}
			if (found) {
				this.segments.put(number, new SegmentFile(file));
			}
			return found;
		}
		catch (IOException ex) {
			return false;
		}
	}

	/** Returns the hash of a name: FNV-1a of 64 bits. */
	private static long hash(String name) {
		long hash = 0xcbf29ce484222325L;
		for (int i = 0; i < name.length(); i++) {
			hash = (hash ^ name.charAt(i)) * 0x100000001b3L;
		}
		return hash;
	}

	private static long packed(int number, int place) {
		return ((long) number << Integer.SIZE) | place;
	}

	/**
	 * {@return the value of a name; {@code null} if there is none}
	 * @throws IOException if it is damaged or cannot be read
	 */
	byte @Nullable [] get(String name) throws IOException {
		long hash = hash(name);
		Long found = this.index.get(hash);
		while (found != null) {
			try {
				SegmentFile segment = segment(found);
				return (segment != null) ? value(segment.read(found.intValue()), name) : null;
			}
			catch (IOException ex) {
				if (this.index.remove(hash, found)) {
					throw ex;
				}
			}
			// The value was replaced, or its file was dropped, after the lookup.
			found = this.index.get(hash);
		}
		return null;
	}

	private static byte @Nullable [] value(SegmentFile.@Nullable Entry record, String name) throws IOException {
		if (record == null) {
			throw new EOFException("damaged record");
		}
		return record.name().equals(name) ? record.value() : null;
	}

	private @Nullable SegmentFile segment(long packed) {
		return this.segments.get((int) (packed >>> Integer.SIZE));
	}

	/**
	 * {@return whether there is a value, without reading it}
	 */
	boolean contains(String name) {
		return this.index.containsKey(hash(name));
	}

	/**
	 * Tells whether a value is small enough for a file.
	 */
	boolean fits(String name, int bytes) {
		return SegmentFile.bytes(name.getBytes(StandardCharsets.UTF_8), bytes) <= this.segmentBytes;
	}

	/**
	 * Stores a value that fits, and removes the value before it from its file: otherwise
	 * it would be found if this one is damaged. Does nothing if the log is closed.
	 * @throws IOException if the value cannot be written
	 */
	void append(String name, byte[] value) throws IOException {
		byte[] record = SegmentFile.record(name.getBytes(StandardCharsets.UTF_8), value);
		if (this.closed) {
			return;
		}
		Map.Entry<Integer, SegmentFile> last = this.segments.lastEntry();
		if (last == null || last.getValue().size() + record.length > this.segmentBytes) {
			makeRoom(this.segmentBytes);
			int number = (last != null) ? last.getKey() + 1 : 1;
			last = Map.entry(number, new SegmentFile(this.directory.resolve("%08d.seg".formatted(number))));
			this.segments.put(number, last.getValue());
		}
		removeRecord(this.index.put(hash(name), packed(last.getKey(), last.getValue().append(record))));
	}

	/**
	 * Removes a value. For the thread that appends.
	 * @throws IOException if it stays in its file, where the next run finds it
	 */
	void remove(String name) throws IOException {
		removeRecord(this.index.remove(hash(name)));
	}

	private void removeRecord(@Nullable Long packed) throws IOException {
		SegmentFile segment = (packed != null && !this.closed) ? segment(packed) : null;
		if (packed != null && segment != null) {
			segment.remove(packed.intValue());
		}
	}

	private void makeRoom(long bytes) throws IOException {
		while (!this.segments.isEmpty() && bytes() + bytes > this.capacity) {
			int oldest = this.segments.firstKey();
			SegmentFile dropped = Objects.requireNonNull(this.segments.remove(oldest));
			int before = this.index.size();
			this.index.values().removeIf((packed) -> (int) (packed >>> Integer.SIZE) == oldest);
			this.evictions.add(before - this.index.size());
			dropped.close();
			Files.deleteIfExists(this.directory.resolve("%08d.seg".formatted(oldest)));
		}
	}

	int entries() {
		return this.index.size();
	}

	long bytes() {
		return this.segments.values().stream().mapToLong(SegmentFile::size).sum();
	}

	/**
	 * {@return the values that were dropped because the log was full}
	 */
	long evictions() {
		return this.evictions.sum();
	}

	/** Closes the files. Nothing is found afterwards. */
	@Override
	public void close() {
		this.closed = true;
		this.index.clear();
		for (SegmentFile segment : this.segments.values()) {
			try {
				segment.close();
			}
			catch (IOException ex) {
				LOG.warn("Failed to close a file of the disk tier in {}", this.directory, ex);
			}
		}
	}

}
