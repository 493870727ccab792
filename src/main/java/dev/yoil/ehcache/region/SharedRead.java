package dev.yoil.ehcache.region;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A read that is done again for whoever asks, and shared by all who ask before it begins.
 * Thread-safe.
 */
final class SharedRead {

	private final Runnable read;

	/** Held by the one who reads. */
	private final ReentrantLock reading = new ReentrantLock();

	/** When the last read began; guarded by that lock. */
	private long last = System.nanoTime();

	SharedRead(Runnable read) {
		this.read = read;
	}

	/**
	 * Sees to it that a read has begun since this was called, and has ended.
	 * @param longest for how many nanoseconds to wait for another's read
	 * @return {@code false} if that was too short, or the thread was interrupted, which
	 * it stays
	 */
	boolean await(long longest) {
		long asked = System.nanoTime();
		try {
			if (!this.reading.tryLock(longest, TimeUnit.NANOSECONDS)) {
				return false;
			}
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			return false;
		}
		try {
			if (this.last - asked < 0) {
				long started = System.nanoTime();
				this.read.run();
				this.last = started;
			}
			return true;
		}
		finally {
			this.reading.unlock();
		}
	}

}
