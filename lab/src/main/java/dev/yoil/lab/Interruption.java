package dev.yoil.lab;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import org.jspecify.annotations.Nullable;

/**
 * The end of the process on a signal: breaks off the current experiment, and delays the
 * end until its measurements are written. Thread-safe.
 */
final class Interruption {

	private static final long TO_WRITE_SECONDS = 12;

	private static final long TO_CLOSE_SECONDS = 8;

	private final CountDownLatch finished = new CountDownLatch(1);

	private @Nullable Runnable stop;

	private @Nullable Runnable close;

	private boolean interrupted;

	/**
	 * Sets the actions of an interrupt.
	 * @param toStop breaks off the experiment; returns at once
	 * @param toClose ends all processes, in case that breaking off takes too long
	 */
	synchronized void willDo(Runnable toStop, Runnable toClose) {
		this.stop = toStop;
		this.close = toClose;
		if (this.interrupted) {
			toStop.run();
		}
	}

	/** Lets the process end: all is written. */
	void finished() {
		this.finished.countDown();
	}

	/** Interrupts the experiment; returns when the process may end. */
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

	private void run(boolean stopping) {
		Runnable action;
		synchronized (this) {
			this.interrupted = true;
			action = stopping ? this.stop : this.close;
		}
		if (action != null) {
			action.run();
		}
	}

}
