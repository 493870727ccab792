package dev.yoil.ehcache.internal.tier;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Values by name in a log of append-only files, with an index in memory (as in Bitcask:
 * Sheehy and Smith, 2010). The oldest file is dropped whole when there is no room for the
 * next one. Each read verifies the checksum and the name.
 * <p>
 * Any thread may read. One thread at a time may append. The files belong to one process.
 */
final class SegmentLog implements AutoCloseable {

	private static final Logger LOG = LoggerFactory.getLogger(SegmentLog.class);

	private static final String BROKEN = ".broken";

	private static final Pattern NAME = Pattern.compile("\\d{8}\\.seg");

	private static final int MIN_BYTES = 1 << 20;

	private static final int MAX_BYTES = 64 << 20;

	/** Files per capacity: the share that is dropped at once. */
	private static final int FILES = 8;

	private final Path directory;

	private final long capacity;

	private final long segmentBytes;

	private final ConcurrentSkipListMap<Integer, Segment> segments = new ConcurrentSkipListMap<>();

	/** The number of the file and the place in it, by a hash of the name. */
	private final ConcurrentHashMap<Long, Long> index = new ConcurrentHashMap<>();

	/** The file to append to; {@code null} before the first value of this run. */
	private @Nullable Segment current;

	private final LongAdder evictions = new LongAdder();

	private final LongAdder failures = new LongAdder();

	/**
	 * Opens a log with the values of earlier runs. Other and damaged files are renamed.
	 * @throws IOException if the directory cannot be read or created
	 */
	SegmentLog(Path directory, long capacity) throws IOException {
		this.directory = Files.createDirectories(directory);
		this.capacity = capacity;
		this.segmentBytes = Math.max(MIN_BYTES, Math.min(MAX_BYTES, capacity / FILES));
		List<Path> files;
		try (Stream<Path> all = Files.list(directory)) {
			files = all.sorted().toList();
		}
		int moved = 0;
		for (Path file : files) {
			moved += (file.toString().endsWith(BROKEN) || read(file)) ? 0 : 1;
		}
		if (moved > 0) {
			LOG.warn("Renamed {} files in {} to *{}: they are damaged or do not belong to the disk tier", moved,
					directory, BROKEN);
		}
		makeRoom(0);
	}

	/** Reads a file into the index, or renames it. */
	private boolean read(Path file) throws IOException {
		boolean named = NAME.matcher(file.getFileName().toString()).matches() && Files.isRegularFile(file)
				&& Files.size(file) <= MAX_BYTES;
		byte[] bytes = named ? Files.readAllBytes(file) : new byte[0];
		if (bytes.length < Segment.HEADER_BYTES || ByteBuffer.wrap(bytes).getLong(0) != Segment.HEADER) {
			Files.move(file, file.resolveSibling(file.getFileName() + BROKEN), StandardCopyOption.REPLACE_EXISTING);
			return false;
		}
		int number = Integer.parseInt(file.getFileName().toString().substring(0, 8));
		int place = Segment.HEADER_BYTES;
		while (place < bytes.length) {
			Segment.Entry record = Segment.verified(bytes, place);
			if (record != null) {
				this.index.put(hash(record.name()), packed(number, place));
			}
			// Behind a damaged record, the next one may begin at any byte.
			place += (record != null) ? record.length() : 1;
		}
		this.segments.put(number, Segment.open(file));
		return true;
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
	 * {@return the value of a name; {@code null} if there is none or it is damaged}
	 */
	byte @Nullable [] get(String name) throws IOException {
		long hash = hash(name);
		long found = this.index.getOrDefault(hash, 0L);
		Segment segment = (found > 0) ? this.segments.get((int) (found >>> Integer.SIZE)) : null;
		if (segment == null) {
			return null;
		}
		try {
			Segment.Entry record = segment.read((int) found);
			return (record != null && record.name().equals(name)) ? record.value() : null;
		}
		catch (Segment.DamagedException ex) {
			this.failures.increment();
			this.index.remove(hash, found);
			return null;
		}
	}

	/**
	 * Stores a value. One that is larger than a file is left out.
	 * @throws IOException if it cannot be written
	 */
	void append(String name, byte[] value) throws IOException {
		ByteBuffer record = Segment.record(name.getBytes(StandardCharsets.UTF_8), value);
		if (record.remaining() > this.segmentBytes - Segment.HEADER_BYTES) {
			this.failures.increment();
			return;
		}
		Segment segment = this.current;
		if (segment == null || segment.size() + record.remaining() > this.segmentBytes) {
			segment = next();
		}
		int place = segment.append(record);
		this.index.put(hash(name), packed(this.segments.lastKey(), place));
	}

	/** Begins a file, never behind a record that a killed process has not completed. */
	private Segment next() throws IOException {
		makeRoom(this.segmentBytes);
		int number = this.segments.isEmpty() ? 1 : this.segments.lastKey() + 1;
		Segment segment = Segment.create(this.directory.resolve("%08d.seg".formatted(number)));
		this.segments.put(number, segment);
		this.current = segment;
		return segment;
	}

	private void makeRoom(long bytes) throws IOException {
		while (!this.segments.isEmpty() && bytes() + bytes > this.capacity) {
			int oldest = this.segments.firstKey();
			Segment dropped = this.segments.remove(oldest);
			int before = this.index.size();
			this.index.values().removeIf((packed) -> (int) (packed >>> Integer.SIZE) == oldest);
			this.evictions.add(before - this.index.size());
			dropped.drop();
		}
	}

	int entries() {
		return this.index.size();
	}

	long bytes() {
		return this.segments.values().stream().mapToLong(Segment::size).sum();
	}

	long evictions() {
		return this.evictions.sum();
	}

	/**
	 * {@return the damaged records and the values that were too large}
	 */
	long failures() {
		return this.failures.sum();
	}

	/** Forces the files to the disk and closes them. Nothing is found afterwards. */
	@Override
	public void close() throws IOException {
		for (Segment segment : this.segments.values()) {
			segment.close();
		}
	}

}
