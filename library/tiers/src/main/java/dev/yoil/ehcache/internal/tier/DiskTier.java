package dev.yoil.ehcache.internal.tier;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

import dev.yoil.ehcache.internal.OwnedThreads;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A tier on disk with its own writer thread. Drops values while the queue of the writer
 * is full, and for ten seconds after a failed write. Thread-safe.
 */
public final class DiskTier extends LocalTier {

	/** The name of the level. */
	public static final String LEVEL = "DISK";

	private static final Logger LOG = LoggerFactory.getLogger(DiskTier.class);

	private static final long QUEUED_BYTES = 16 << 20;

	/** The estimated heap of a queued value without its bytes. */
	private static final long QUEUED_OVERHEAD = 500;

	private static final long QUIET_NANOS = TimeUnit.SECONDS.toNanos(10);

	private static final Duration CLOSE = Duration.ofSeconds(2);

	/** Stands for no value. */
	private static final byte[] REMOVED = new byte[0];

	private final Path directory;

	private final SegmentLog log;

	private final SignedValues signatures;

	private final LongSupplier nanoTime;

	private final OwnedThreads threads = new OwnedThreads();

	private final ThreadPoolExecutor writer;

	/** The values that are to be written, and the names that are to be removed. */
	private final ConcurrentMap<String, byte[]> pending = new ConcurrentHashMap<>();

	private final AtomicLong queuedBytes = new AtomicLong();

	private volatile boolean failing;

	private volatile long quietUntil;

	/**
	 * Opens a tier with the values of earlier runs.
	 * @param directory a directory that no other process uses
	 * @param build the build of the application, which is a part of all names
	 * @param signatures signs the values in the files
	 * @throws UncheckedIOException if the directory cannot be read or created
	 */
	public DiskTier(Path directory, long capacityBytes, String build, SignedValues signatures) {
		this(directory, capacityBytes, build, signatures, System::nanoTime);
	}

	DiskTier(Path directory, long capacityBytes, String build, SignedValues signatures, LongSupplier nanoTime) {
		super(LEVEL, capacityBytes, build);
		this.directory = directory;
		this.signatures = signatures;
		this.nanoTime = nanoTime;
		try {
			this.log = new SegmentLog(directory, capacityBytes);
		}
		catch (IOException ex) {
			throw new UncheckedIOException("Cannot open the disk tier in " + directory, ex);
		}
		// The bytes that wait are limited, not the tasks.
		this.writer = this.threads.pool("yoil-cache-disk-" + directory.getFileName() + "-", 1, Integer.MAX_VALUE);
		this.writer.setRejectedExecutionHandler(new ThreadPoolExecutor.DiscardPolicy());
		opened();
	}

	@Override
	protected byte @Nullable [] read(String name) {
		byte[] queued = this.pending.get(name);
		if (queued != null) {
			return (queued != REMOVED) ? queued : null;
		}
		try {
			byte[] signed = this.log.get(name);
			byte[] value = (signed != null) ? this.signatures.verified(name, signed) : null;
			if (signed != null && value == null) {
				failed();
				delete(name);
			}
			return value;
		}
		catch (IOException ex) {
			failed();
			return null;
		}
	}

	@Override
	protected boolean write(String name, byte[] value) {
		if (isQuiet() || this.queuedBytes.get() + queued(value) > QUEUED_BYTES
				|| !this.log.fits(name, SignedValues.bytes(value))) {
			return false;
		}
		enqueue(name, value);
		return true;
	}

	/** Needs little room in the queue, and is done at most once for each value. */
	@Override
	protected void delete(String name) {
		if (has(name)) {
			enqueue(name, REMOVED);
		}
	}

	private static long queued(byte[] value) {
		return QUEUED_OVERHEAD + value.length;
	}

	private void enqueue(String name, byte[] value) {
		this.queuedBytes.addAndGet(queued(value));
		byte[] replaced = this.pending.put(name, value);
		if (replaced != null) {
			this.queuedBytes.addAndGet(-queued(replaced));
		}
		else {
			this.writer.execute(() -> writePending(name));
		}
	}

	/** Writes the value of a name until no later one has taken its place. */
	private void writePending(String name) {
		byte[] value = this.pending.get(name);
		while (value != null) {
			if (value == REMOVED || !append(name, value)) {
				removeFromLog(name);
			}
			if (this.pending.remove(name, value)) {
				this.queuedBytes.addAndGet(-queued(value));
			}
			value = this.pending.get(name);
		}
	}

	@Override
	protected boolean has(String name) {
		byte[] queued = this.pending.get(name);
		return (queued != null) ? queued != REMOVED : this.log.contains(name);
	}

	private boolean isQuiet() {
		return this.failing && this.quietUntil - this.nanoTime.getAsLong() > 0;
	}

	/**
	 * {@return whether the value is written}
	 */
	private boolean append(String name, byte[] value) {
		try {
			byte[] signed = !isQuiet() ? this.signatures.signed(name, value) : null;
			if (signed != null) {
				this.log.append(name, signed);
				if (this.failing) {
					this.failing = false;
					LOG.info("The disk tier in {} stores values again", this.directory);
				}
				return true;
			}
		}
		catch (IOException | RuntimeException ex) {
			this.quietUntil = this.nanoTime.getAsLong() + QUIET_NANOS;
			if (!this.failing) {
				this.failing = true;
				LOG.warn("The disk tier in {} stores nothing, because a write failed; retrying every 10 s: {}",
						this.directory, ex.toString());
			}
		}
		failed();
		return false;
	}

	private void removeFromLog(String name) {
		try {
			this.log.remove(name);
		}
		catch (IOException ex) {
			LOG.debug("The next run may find a value in {} that was replaced", this.directory, ex);
		}
	}

	@Override
	protected Usage usage() {
		return new Usage(this.log.entries(), this.log.bytes(), this.log.evictions());
	}

	@Override
	public boolean isAvailable() {
		return !this.failing;
	}

	/** Writes the queued values, for two seconds at most, and closes the files. */
	@Override
	public void close() {
		this.threads.close(CLOSE);
		this.log.close();
		this.pending.clear();
	}

}
