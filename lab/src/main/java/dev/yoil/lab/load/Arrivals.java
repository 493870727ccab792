package dev.yoil.lab.load;

import java.time.Duration;

import dev.yoil.lab.LabException;

/**
 * When users come.
 */
final class Arrivals {

	private Arrivals() {
	}

	/**
	 * Works out when each user of a load comes.
	 * @param load with its stages
	 * @return for each user, nanoseconds since the load began, the earliest first
	 * @throws LabException if its stages cannot be
	 */
	static long[] of(Load load) {
		require(!load.stages().isEmpty(), "A load has no stage: give it one at least");
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
		int users = 0;
		for (Load.Stage stage : load.stages()) {
			require(!stage.growth().isNegative() && !stage.hold().isNegative(),
					"A stage of a load takes less than no time: give durations of zero or more");
			require(stage.users() >= 0, "A stage of a load has " + stage.users() + " users: give zero or more");
			if (load.model() == Load.Model.LOOP) {
				require(stage.users() >= users, "A stage of a load has " + stage.users() + " users after one with "
						+ users + ": give it as many or more, because users of a loop stay");
				users = stage.users();
			}
			else {
				users += stage.users();
			}
		}
		require(users > 0, "A load has no users: give one of its stages one at least");
		require(load.model() == Load.Model.ONCE || load.duration().compareTo(Duration.ZERO) > 0,
				"A loop takes no time: give one of its stages a growth or a hold");
		return users;
	}

	private static void require(boolean condition, String message) {
		if (!condition) {
			throw new LabException(message);
		}
	}

}
