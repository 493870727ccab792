package dev.yoil.ehcache.region;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import org.jspecify.annotations.Nullable;

import org.springframework.scheduling.concurrent.CustomizableThreadFactory;
import org.springframework.util.ReflectionUtils;

/**
 * A read that is done again for whoever asks, and shared by all who ask before it begins.
 * It runs in a thread of its own: no caller waits longer than asked, also if a connection
 * does not answer. Thread-safe.
 */
final class SharedRead {

	private static final long IDLE_SECONDS = 10;

	private final Runnable read;

	private final Executor reader;

	/** The read that has not begun; {@code null} if nobody waits for one. */
	private @Nullable CompletableFuture<Void> next;

	SharedRead(Runnable read) {
		this.read = read;
		CustomizableThreadFactory threads = new CustomizableThreadFactory("yoil-cache-catch-up-");
		threads.setDaemon(true);
		ThreadPoolExecutor single = new ThreadPoolExecutor(1, 1, IDLE_SECONDS, TimeUnit.SECONDS,
				new LinkedBlockingQueue<>(), threads);
		single.allowCoreThreadTimeOut(true);
		this.reader = single;
	}

	/**
	 * Waits until a read that began after this call has ended.
	 * @param longest in nanoseconds
	 * @return {@code false} if that was too short, or the thread was interrupted, which
	 * it stays
	 * @throws RuntimeException if the read failed
	 */
	boolean await(long longest) {
		try {
			next().get(longest, TimeUnit.NANOSECONDS);
			return true;
		}
		catch (TimeoutException ex) {
			return false;
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			return false;
		}
		catch (ExecutionException ex) {
			ReflectionUtils.rethrowRuntimeException(ex.getCause());
			return false;
		}
	}

	private synchronized CompletableFuture<Void> next() {
		CompletableFuture<Void> wanted = this.next;
		if (wanted == null) {
			wanted = CompletableFuture.runAsync(this::begin, this.reader);
			this.next = wanted;
		}
		return wanted;
	}

	private void begin() {
		synchronized (this) {
			this.next = null;
		}
		this.read.run();
	}

}
