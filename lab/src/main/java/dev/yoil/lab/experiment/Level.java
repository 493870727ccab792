package dev.yoil.lab.experiment;

import java.util.ArrayList;
import java.util.List;

import dev.yoil.lab.load.Load;
import dev.yoil.lab.result.Second;
import dev.yoil.lab.result.WarmUp;

/**
 * Tells when the rate of a warm-up is level: when the requests of the last seconds are
 * within a twentieth of as many seconds before. Those seconds are a sixth of the
 * warm-up's bound, at least two. Thread-safe.
 */
final class Level {

	private static final double TOLERANCE = 0.05;

	private static final int SHORTEST = 2;

	private final int window;

	private final List<Long> requests = new ArrayList<>();

	/**
	 * Creates it.
	 * @param warmUp takes as long as the bound
	 */
	Level(Load warmUp) {
		this.window = (int) Math.max(SHORTEST, warmUp.duration().toSeconds() / 6);
	}

	/** Takes note of a second, unless the rate is level already. */
	synchronized void add(Second second) {
		if (!isReached()) {
			this.requests.add(second.requests());
		}
	}

	synchronized boolean isReached() {
		double last = rate(0);
		double before = rate(1);
		return last > 0 && Math.abs(last - before) <= TOLERANCE * before;
	}

	/**
	 * Says how it went.
	 * @param seconds how long it took
	 */
	synchronized WarmUp warmUp(double seconds) {
		return new WarmUp(seconds, isReached(), rate(1), rate(0));
	}

	private double rate(int windowsAgo) {
		int end = this.requests.size() - windowsAgo * this.window;
		if (end < this.window) {
			return Double.NaN;
		}
		return this.requests.subList(end - this.window, end).stream().mapToLong(Long::longValue).average().orElse(0);
	}

}
