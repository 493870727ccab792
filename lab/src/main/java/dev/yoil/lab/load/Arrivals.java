package dev.yoil.lab.load;

import java.util.stream.IntStream;

/**
 * The arrival times of users.
 */
final class Arrivals {

	private Arrivals() {
	}

	/** Returns the arrival of each user in nanoseconds since the load began, in order. */
	static long[] of(Load load) {
		long[] arrivals = new long[users(load)];
		int there = 0;
		long begin = 0;
		for (Load.Stage stage : load.stages()) {
			int come = (load.model() == Load.Model.LOOP) ? stage.users() - there : stage.users();
			long growth = stage.growth().toNanos();
			for (int i = 0; i < come; i++) {
				arrivals[there + i] = begin + Math.round((double) growth * i / come);
			}
			there += come;
			begin += growth + stage.hold().toNanos();
		}
		return arrivals;
	}

	private static int users(Load load) {
		IntStream users = load.stages().stream().mapToInt(Load.Stage::users);
		return (load.model() == Load.Model.LOOP) ? users.max().orElse(0) : users.sum();
	}

}
