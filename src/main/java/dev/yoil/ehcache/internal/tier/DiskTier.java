package dev.yoil.ehcache.internal.tier;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.scheduling.concurrent.CustomizableThreadFactory;

/**
 * A tier on disk with its own writer thread. Drops values while the queue of the writer
 * is full, and for ten seconds after a failed write. Thread-safe.
 */
public final class DiskTier extends LocalTier {

	private static final Logger LOG = LoggerFactory.getLogger(DiskTier.class);

	private static final long QUEUED_BYTES = 16 << 20;

	/** The estimated heap of a queued value without its bytes. */
	private static final long QUEUED_OVERHEAD = 500;

	private static final long QUIET_NANOS = TimeUnit.SECONDS.toNanos(10);

	private static final long CLOSE_SECONDS = 2;

	private final Path directory;

	private final SegmentLog log;

	private final LongSupplier nanoTime;

	private final ThreadPoolExecutor writer;

	private final AtomicLong queuedBytes = new AtomicLong();

	private volatile boolean failing;

	private volatile long quietUntil;

	/**
	 * Opens a tier with the values of earlier runs.
	 * @param directory a directory that no other process uses
	 * @param build the build of the application, which is a part of all names
	 * @throws UncheckedIOException if the directory cannot be read or created
	 */
	public DiskTier(Path directory, long capacityBytes, String build) {
		this(directory, capacityBytes, build, System::nanoTime);
	}

	DiskTier(Path directory, long capacityBytes, String build, LongSupplier nanoTime) {
		super(Level.DISK, capacityBytes, build);
		this.directory = directory;
		this.nanoTime = nanoTime;
		try {
			this.log = new SegmentLog(directory, capacityBytes);
		}
		catch (IOException ex) {
			throw new UncheckedIOException("Cannot open the disk tier in " + directory, ex);
		}
		CustomizableThreadFactory threads = new CustomizableThreadFactory(
				"yoil-cache-disk-" + directory.getFileName() + "-");
		threads.setDaemon(true);
		this.writer = new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), threads,
				new ThreadPoolExecutor.DiscardPolicy());
		opened();
	}

	@Override
	protected byte @Nullable [] read(String name) {
		try {
			return this.log.get(name);
		}
		catch (IOException ex) {
			failed();
			return null;
		}
	}

	@Override
	protected boolean write(String name, byte[] value) {
		long bytes = QUEUED_OVERHEAD + value.length;
		if (isQuiet() || this.queuedBytes.get() + bytes > QUEUED_BYTES) {
			return false;
		}
		this.queuedBytes.addAndGet(bytes);
		this.writer.execute(() -> {
			try {
				append(name, value);
			}
			finally {
				this.queuedBytes.addAndGet(-bytes);
			}
		});
		return true;
	}

	@Override
	protected boolean has(String name) {
		return this.log.contains(name);
	}

	private boolean isQuiet() {
		return this.failing && this.quietUntil - this.nanoTime.getAsLong() > 0;
	}

	private void append(String name, byte[] value) {
		if (isQuiet()) {
			failed();
			return;
		}
		try {
			if (!this.log.append(name, value)) {
				failed();
			}
			else if (this.failing) {
				this.failing = false;
				LOG.info("The disk tier in {} stores values again", this.directory);
			}
		}
		catch (IOException | RuntimeException ex) {
			failed();
			this.quietUntil = this.nanoTime.getAsLong() + QUIET_NANOS;
			if (!this.failing) {
				this.failing = true;
				LOG.warn("The disk tier in {} stores nothing, because a write failed; retrying every 10 s: {}",
						this.directory, ex.toString());
			}
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
		this.writer.shutdown();
		try {
			boolean unused = this.writer.awaitTermination(CLOSE_SECONDS, TimeUnit.SECONDS);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
		this.writer.shutdownNow();
		this.log.close();
	}

}
