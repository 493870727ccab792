package dev.yoil.lab.experiment;

import java.util.ArrayList;
import java.util.List;

import dev.yoil.lab.load.Load;
import dev.yoil.lab.result.Second;
import dev.yoil.lab.result.WarmUp;

/**
 * The level of a warm-up's rate. It is level when the requests of the last window are
 * within 5 % of the window before. A window is a sixth of the warm-up's duration, at
 * least 2 s. Thread-safe.
 */
final class Level {

	private static final double TOLERANCE = 0.05;

	private static final int SHORTEST = 2;

	private final int window;

	private final List<Long> requests = new ArrayList<>();

	Level(Load warmUp) {
		this.window = (int) Math.max(SHORTEST, warmUp.duration().toSeconds() / 6);
	}

	/** Adds a second, unless the rate is level already. */
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
