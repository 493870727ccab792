package dev.yoil.lab.soak;

import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

import dev.yoil.lab.result.Chart.Point;
import dev.yoil.lab.service.Instance;
import dev.yoil.lab.soak.Check.Promise;

/**
 * The resources, the log and the readiness of the instances. What grows is compared with
 * what the first warm instances needed, because all are alike. For one thread.
 */
final class Health {

	/** From then on, a process has all it needs. */
	private static final long WARM = TimeUnit.SECONDS.toNanos(60);

	private static final String THREADS = "jvm_threads_live_threads";

	private static final String WORKERS = "tomcat_threads_current_threads";

	private static final String HANDLES = "process_files_open_files";

	private static final String BUFFERS = "jvm_buffer_memory_used_bytes";

	private static final String START = "process_start_time_seconds";

	private static final String REGIONS = "cache_region_versions";

	private static final double MEGABYTE = 1e6;

	/** Growth in bytes. Histories and caches fill for some minutes more. */
	private static final double MOST_HEAP = 12 * MEGABYTE;

	private static final double MOST_THREADS = 6;

	/** Pools and connections of clients differ by this. */
	private static final double MOST_HANDLES = 300;

	private static final double MOST_BUFFERS = 20 * MEGABYTE;

	private static final double MOST_REGIONS = 100;

	/** Looks that tell what a warm process needs. More would see what has leaked. */
	private static final int FIRST_LOOKS = 2;

	/** Looks in a row that show growth. */
	private static final int LOOKS = 5;

	/** What each quantity was at the first looks, in any instance. */
	private final Map<Promise, List<Double>> needed = new EnumMap<>(Promise.class);

	/** Looks in a row at a process that showed growth. */
	private final Map<Instance, Map<Promise, Integer>> above = new HashMap<>();

	private final Map<Instance, Long> started = new HashMap<>();

	private final List<Point> heap = new ArrayList<>();

	private final List<Point> threads = new ArrayList<>();

	private final Check check;

	private final Faults faults;

	private final long begin;

	Health(Check check, Faults faults, long begin) {
		this.check = check;
		this.faults = faults;
		this.begin = begin;
	}

	/** Looks at all logs, and at one instance; call it every few seconds. */
	void look(List<Instance> instances, int number) {
		long now = System.nanoTime();
		for (Instance instance : instances) {
			List<String> warnings = instance.warnings();
			if (this.faults.isQuietSince(now)) {
				this.check.require(Promise.QUIET_LOG, warnings.isEmpty(), warnings);
			}
			else {
				warnings.forEach((line) -> this.check.event("log during a fault: " + line));
			}
		}
		look(instances.get(number), now);
	}

	private void look(Instance instance, long now) {
		boolean quiet = this.faults.isQuietSince(now);
		if (quiet) {
			String died = instance.died();
			this.check.require(Promise.READY, died.isEmpty(), "an instance ended by itself: " + died);
		}
		// More than once, because a busy machine may answer late.
		boolean ready = IntStream.range(0, 3).anyMatch((attempt) -> instance.isReady());
		if (!this.faults.mayBeUnready(now)) {
			this.check.require(Promise.READY, ready, instance.address() + " is not ready");
		}
		if (!this.faults.isUndisturbedSince(now)) {
			return;
		}
		Map<String, Double> metrics = instance.metrics(THREADS, WORKERS, HANDLES, BUFFERS, REGIONS, START);
		Double start = metrics.get(START);
		if (start == null || !isWarm(instance, Math.round(start))) {
			return;
		}
		if (quiet) {
			double own = metrics.getOrDefault(THREADS, 0.0) - metrics.getOrDefault(WORKERS, 0.0);
			this.threads.add(new Point(seconds(), own));
			grown(instance, Promise.THREADS, own, MOST_THREADS);
			grown(instance, Promise.HANDLES, metrics.getOrDefault(HANDLES, 0.0), MOST_HANDLES);
		}
		grown(instance, Promise.BUFFERS, metrics.getOrDefault(BUFFERS, 0.0), MOST_BUFFERS);
		grown(instance, Promise.REGIONS, metrics.getOrDefault(REGIONS, 0.0), MOST_REGIONS);
		OptionalDouble live = instance.liveHeap();
		if (live.isPresent() && this.faults.isUndisturbedSince(now)) {
			this.heap.add(new Point(seconds(), live.getAsDouble() / MEGABYTE));
			grown(instance, Promise.HEAP, live.getAsDouble(), MOST_HEAP);
		}
	}

	/** Tells whether a process has run for long; forgets the one before. */
	private boolean isWarm(Instance instance, long start) {
		if (this.started.getOrDefault(instance, -1L) != start) {
			this.started.put(instance, start);
			this.above.remove(instance);
		}
		return System.currentTimeMillis() - start * 1_000 >= TimeUnit.NANOSECONDS.toMillis(WARM);
	}

	private double seconds() {
		return (System.nanoTime() - this.begin) / 1e9;
	}

	private void grown(Instance instance, Promise promise, double value, double most) {
		List<Double> first = this.needed.computeIfAbsent(promise, (same) -> new ArrayList<>());
		if (first.size() < FIRST_LOOKS) {
			first.add(value);
			return;
		}
		double needed = Collections.max(first);
		Map<Promise, Integer> rows = this.above.computeIfAbsent(instance, (same) -> new EnumMap<>(Promise.class));
		int row = (value > needed + most) ? rows.getOrDefault(promise, 0) + 1 : 0;
		rows.put(promise, row);
		this.check.require(promise, row < LOOKS,
				"from %,.0f to %,.0f of %s".formatted(needed, value, instance.address()));
	}

	List<Point> heap() {
		return this.heap;
	}

	List<Point> threads() {
		return this.threads;
	}

}
