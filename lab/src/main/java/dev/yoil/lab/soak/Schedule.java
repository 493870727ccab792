package dev.yoil.lab.soak;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;

/**
 * The faults of a soak, which follow from its seed: one or two at once, with quiet time
 * between.
 */
final class Schedule {

	/** Time without a fault at the begin, so that caches fill and code is compiled. */
	static final Duration WARM_UP = Duration.ofSeconds(20);

	/** Time without a fault at the end, so that all is at rest. */
	static final Duration REST = Duration.ofSeconds(15);

	/** The least life of an instance, for a leak to be seen. */
	private static final Duration LIFE = Duration.ofMinutes(7);

	private Schedule() {
	}

	/**
	 * Plans faults.
	 * @param possible the faults to choose from
	 * @param instances number of instances
	 * @return the faults in the order of their begin
	 */
	static List<Planned> of(long seed, Duration length, List<Fault> possible, int instances) {
		Random random = new Random(seed);
		List<Planned> planned = new ArrayList<>();
		Map<Integer, Long> started = new HashMap<>();
		long end = length.minus(REST).toMillis();
		long at = WARM_UP.toMillis();
		while (at < end) {
			int target = random.nextInt(instances);
			long millis = 1_000L + random.nextInt(9_000);
			Fault fault = possible.get(random.nextInt(possible.size()));
			boolean young = started.containsKey(target) && at - started.get(target) < LIFE.toMillis();
			Planned last = planned.isEmpty() ? null : planned.get(planned.size() - 1);
			boolean twice = last != null && last.at() + last.millis() > at && last.fault().isLike(fault);
			if (twice || (fault.isRestart() && young)) {
				// Draws again, at the same time.
				continue;
			}
			if (at + millis > end) {
				break;
			}
			if (fault.isRestart()) {
				started.put(target, at);
			}
			planned.add(new Planned(at, millis, fault, target));
			// Every fourth begins before the one before it has ended.
			at += (random.nextInt(4) == 0) ? millis / 2 : millis + 15_000 + random.nextInt(15_000);
		}
		return List.copyOf(planned);
	}

	/**
	 * A fault at a time.
	 *
	 * @param at milliseconds from the begin of the soak
	 * @param millis its duration
	 * @param target the number of an instance, from 0
	 */
	record Planned(long at, long millis, Fault fault, int target) {

		long nanos() {
			return TimeUnit.MILLISECONDS.toNanos(this.millis);
		}

		@Override
		public String toString() {
			return "%s at %.1f s for %.1f s, instance %d".formatted(this.fault, this.at / 1e3, this.millis / 1e3,
					this.target + 1);
		}

	}

}
