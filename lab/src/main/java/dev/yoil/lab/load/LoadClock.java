package dev.yoil.lab.load;

/**
 * Time since a load began, and when it is over. Any thread may ask and end it.
 */
final class LoadClock {

	static final long SECOND = 1_000_000_000L;

	private volatile long began = System.nanoTime();

	private volatile long over = Long.MAX_VALUE;

	/** Begins again. */
	void begin() {
		this.began = System.nanoTime();
	}

	/**
	 * Tells the time.
	 * @return nanoseconds since the load began
	 */
	long now() {
		return System.nanoTime() - this.began;
	}

	/**
	 * Tells when the load is over.
	 * @return nanoseconds since it began
	 */
	long over() {
		return this.over;
	}

	/**
	 * Ends the load, if it would not be over before.
	 * @param at nanoseconds since it began
	 */
	synchronized void end(long at) {
		this.over = Math.min(this.over, at);
	}

}
