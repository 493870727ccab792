package dev.yoil.ehcache.internal.tier;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A store on disk. Puts are written by a thread of its own; those that come while its
 * queue is full are dropped. After a failed write it drops all puts for ten seconds.
 * Thread-safe.
 */
public final class DiskStore implements ByteStore {

	private static final Logger LOG = LoggerFactory.getLogger(DiskStore.class);

	private static final long QUEUED_BYTES = 16 << 20;

	private static final long QUIET_NANOS = TimeUnit.SECONDS.toNanos(10);

	private static final long CLOSE_MILLIS = 2_000;

	/** Ends the thread, by its empty name. */
	private static final Put END = new Put("", new byte[0]);

	private final Path directory;

	private final SegmentLog log;

	private final LongSupplier nanoTime;

	private final BlockingQueue<Put> queue = new LinkedBlockingQueue<>();

	private final AtomicLong queuedBytes = new AtomicLong();

	private final LongAdder failures = new LongAdder();

	private final Thread writer;

	private volatile boolean failing;

	private volatile long quietUntil;

	private volatile boolean closed;

	private DiskStore(Path directory, long capacity, LongSupplier nanoTime) throws IOException {
		this.directory = directory;
		this.log = new SegmentLog(directory, capacity);
		this.nanoTime = nanoTime;
		this.writer = new Thread(this::write, "yoil-cache-disk-" + directory.getFileName());
		this.writer.setDaemon(true);
	}

	/**
	 * Opens a store with the values of earlier runs.
	 * @param directory a directory that no other process uses
	 * @throws UncheckedIOException if it cannot be read or created
	 */
	public static DiskStore open(Path directory, long capacityBytes) {
		return open(directory, capacityBytes, System::nanoTime);
	}

	static DiskStore open(Path directory, long capacityBytes, LongSupplier nanoTime) {
		try {
			DiskStore store = new DiskStore(directory, capacityBytes, nanoTime);
			store.writer.start();
			return store;
		}
		catch (IOException ex) {
			throw new UncheckedIOException("Cannot open the disk tier in " + directory, ex);
		}
	}

	@Override
	public byte @Nullable [] get(String name) {
		try {
			return this.log.get(name);
		}
		catch (IOException ex) {
			this.failures.increment();
			return null;
		}
	}

	@Override
	public void put(String name, byte[] value) {
		boolean quiet = this.failing && this.quietUntil - this.nanoTime.getAsLong() > 0;
		if (quiet || this.closed || this.queuedBytes.addAndGet(value.length) > QUEUED_BYTES) {
			this.failures.increment();
			if (!quiet && !this.closed) {
				this.queuedBytes.addAndGet(-value.length);
			}
			return;
		}
		this.queue.add(new Put(name, value));
	}

	private void write() {
		try {
			for (Put next = this.queue.take(); !next.name().isEmpty(); next = this.queue.take()) {
				try {
					write(next);
				}
				finally {
					this.queuedBytes.addAndGet(-next.value().length);
				}
			}
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	private void write(Put put) {
		try {
			this.log.append(put.name(), put.value());
			if (this.failing) {
				this.failing = false;
				LOG.info("The disk tier in {} stores values again", this.directory);
			}
		}
		catch (IOException | RuntimeException ex) {
			this.failures.increment();
			this.quietUntil = this.nanoTime.getAsLong() + QUIET_NANOS;
			if (!this.failing) {
				this.failing = true;
				LOG.warn("The disk tier in {} stores nothing, because a write failed; retrying every 10 s: {}",
						this.directory, ex.toString());
			}
		}
	}

	@Override
	public long entries() {
		return this.log.entries();
	}

	@Override
	public long bytes() {
		return this.log.bytes();
	}

	@Override
	public long evictions() {
		return this.log.evictions();
	}

	@Override
	public long failures() {
		return this.failures.sum() + this.log.failures();
	}

	@Override
	public boolean isAvailable() {
		return !this.failing;
	}

	/** Writes what is queued, for two seconds at most, and closes the files. */
	@Override
	public void close() {
		this.closed = true;
		this.queue.add(END);
		try {
			this.writer.join(CLOSE_MILLIS);
			this.log.close();
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
		catch (IOException ex) {
			LOG.warn("Failed to close the disk tier in {}", this.directory, ex);
		}
	}

	/** A put that is not written yet. */
	@SuppressWarnings("ArrayRecordComponent") // compared by identity only
	private record Put(String name, byte[] value) {
	}

}
