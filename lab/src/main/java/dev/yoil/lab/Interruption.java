package dev.yoil.lab;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import org.jspecify.annotations.Nullable;

/**
 * What happens when the process is told to end: what is running is broken off, and the
 * process lives on until what was measured is written, but no longer than it must.
 * Thread-safe.
 */
final class Interruption {

	private static final long TO_WRITE_SECONDS = 12;

	private static final long TO_CLOSE_SECONDS = 8;

	private final CountDownLatch finished = new CountDownLatch(1);

	private @Nullable Runnable stop;

	private @Nullable Runnable close;

	private boolean interrupted;

	/**
	 * Says what to do when the process is told to end.
	 * @param toStop breaks off what is running; must return at once
	 * @param toClose ends all that was started; for when breaking off takes too long
	 */
	synchronized void willDo(Runnable toStop, Runnable toClose) {
		this.stop = toStop;
		this.close = toClose;
		if (this.interrupted) {
			toStop.run();
		}
	}

	/** Everything is written and ended. */
	void finished() {
		this.finished.countDown();
	}

	/** The process is told to end: returns when it may. */
	void interrupt() {
		if (this.finished.getCount() == 0) {
			return;
		}
		try {
			run(true);
			if (!this.finished.await(TO_WRITE_SECONDS, TimeUnit.SECONDS)) {
				run(false);
				this.finished.await(TO_CLOSE_SECONDS, TimeUnit.SECONDS);
			}
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	private void run(boolean kindly) {
		Runnable what;
		synchronized (this) {
			this.interrupted = true;
			what = kindly ? this.stop : this.close;
		}
		if (what != null) {
			what.run();
		}
	}

}
