package dev.yoil.lab.cluster;

import java.util.concurrent.CountDownLatch;

/**
 * The numbers of what all listeners have sent and received so far. For their event loop
 * only, except for the wait.
 */
final class Traffic {

	private final CountDownLatch toCome;

	private long bytes;

	private long statements;

	private long reads;

	private long notifications;

	Traffic(int instances) {
		this.toCome = new CountDownLatch(instances);
	}

	/** Counts a listener that is ready to poll. */
	void ready() {
		this.toCome.countDown();
	}

	/** A latch that opens when all listeners are ready. */
	CountDownLatch allReady() {
		return this.toCome;
	}

	void received(int more) {
		this.bytes += more;
	}

	void sent(boolean isRead) {
		this.statements++;
		this.reads += isRead ? 1 : 0;
	}

	void notified() {
		this.notifications++;
	}

	Numbers numbers() {
		return new Numbers(this.bytes, this.statements, this.reads, this.notifications);
	}

	/** The numbers at one time. */
	record Numbers(long bytes, long statements, long reads, long notifications) {
	}

}
