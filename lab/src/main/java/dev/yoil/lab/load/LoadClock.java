package dev.yoil.lab.load;

/**
 * The time since a load began, and its end. Thread-safe.
 */
final class LoadClock {

	static final long SECOND = 1_000_000_000L;

	private volatile long began = System.nanoTime();

	private volatile long over = Long.MAX_VALUE;

	void begin() {
		this.began = System.nanoTime();
	}

	/** Returns nanoseconds since the load began. */
	long now() {
		return System.nanoTime() - this.began;
	}

	/** Returns the end of the load, in nanoseconds since it began. */
	long over() {
		return this.over;
	}

	/** Sets the end of the load, unless an earlier one is set. */
	synchronized void end(long at) {
		this.over = Math.min(this.over, at);
	}

}
