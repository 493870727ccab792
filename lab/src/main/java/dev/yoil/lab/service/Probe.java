package dev.yoil.lab.service;

import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.LongSupplier;

/**
 * Reads what a service and the system tell at one instant. Thread-safe.
 */
final class Probe {

	/** A reading is over before the next one begins. */
	private static final Duration LIMIT = Duration.ofMillis(900);

	/** What is not added up over time, and so is gone with an instance. */
	private static final Set<Figure> GAUGES = EnumSet.of(Figure.ACTIVE, Figure.PENDING, Figure.BUSY, Figure.HEAP);

	private final Surroundings surroundings;

	private final LongSupplier own;

	private final List<Launched> instances = new ArrayList<>();

	/** What instances had counted that have ended. */
	private final Map<Figure, Double> before = new EnumMap<>(Figure.class);

	/**
	 * Creates it.
	 * @param instances what to read, added up
	 * @param surroundings of all of them
	 * @param own how many requests of our own they have answered, which are no load
	 */
	Probe(List<Launched> instances, Surroundings surroundings, LongSupplier own) {
		this.surroundings = surroundings;
		this.own = own;
		this.instances.addAll(instances);
	}

	/**
	 * {@return the instances that are read}
	 */
	synchronized List<Launched> instances() {
		return List.copyOf(this.instances);
	}

	/**
	 * Reads an instance for the last time. What it has counted still counts.
	 * @return false if it does not tell within the limit
	 */
	boolean leave(Launched instance) {
		Optional<Map<Figure, Double>> last = figures(instance);
		if (last.isEmpty()) {
			return false;
		}
		synchronized (this) {
			this.instances.remove(instance);
			last.get().forEach((figure, value) -> {
				if (!GAUGES.contains(figure)) {
					this.before.merge(figure, value, Double::sum);
				}
			});
		}
		return true;
	}

	/**
	 * Reads another instance from here on.
	 */
	synchronized void join(Launched instance) {
		this.instances.add(instance);
	}

	/**
	 * Reads.
	 * @return empty if an instance does not tell within the limit
	 */
	Optional<Reading> read() {
		List<Launched> asked;
		Map<Figure, Double> sum;
		synchronized (this) {
			asked = List.copyOf(this.instances);
			sum = new EnumMap<>(this.before);
		}
		// Side by side, so that the limit is that of all of them.
		List<Map<Figure, Double>> read = asked.parallelStream().flatMap((one) -> figures(one).stream()).toList();
		if (read.size() < asked.size()) {
			return Optional.empty();
		}
		read.forEach((one) -> one.forEach((figure, value) -> sum.merge(figure, value, Double::sum)));
		return Optional.of(reading(sum, asked));
	}

	private static Optional<Map<Figure, Double>> figures(Launched instance) {
		return instance.management().metrics(LIMIT).map((metrics) -> {
			Map<Figure, Double> figures = Reading.of(metrics, instance.port());
			put(figures, Figure.SERVICE_CPU, instance.process().cpu());
			return figures;
		});
	}

	private Reading reading(Map<Figure, Double> figures, List<Launched> instances) {
		long now = System.nanoTime();
		Map<Long, Double> threads = new HashMap<>();
		instances.forEach((instance) -> threads.putAll(LinuxFacts.threads(instance.process().pid())));
		figures.computeIfPresent(Figure.REQUESTS, (figure, requests) -> requests - this.own.getAsLong());
		put(figures, Figure.DATABASE_CPU, this.surroundings.database().cpu());
		Proxy proxy = this.surroundings.proxy();
		if (proxy != null) {
			put(figures, Figure.PROXY_CPU, proxy.cpu());
		}
		Redis redis = this.surroundings.redis();
		if (redis != null) {
			put(figures, Figure.REDIS_CPU, redis.process().cpu());
		}
		put(figures, Figure.GENERATOR_CPU, ChildProcess.cpu(ProcessHandle.current()));
		OptionalLong drops = LinuxFacts.drops(LinuxFacts.read("/proc/net/netstat"));
		drops.ifPresent((value) -> figures.put(Figure.DROPS, (double) value));
		return new Reading(now, figures, threads);
	}

	private static void put(Map<Figure, Double> figures, Figure figure, OptionalDouble value) {
		value.ifPresent((present) -> figures.put(figure, present));
	}

}
