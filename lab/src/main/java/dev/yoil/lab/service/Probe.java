package dev.yoil.lab.service;

import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.LongSupplier;

import dev.yoil.lab.service.Launcher.Launched;
import dev.yoil.lab.service.Launcher.Surroundings;
import dev.yoil.lab.service.Reading.Figure;

/**
 * Reads the figures of all instances of a service, and of the system. Thread-safe.
 */
final class Probe {

	/** A reading ends before the next one begins. */
	private static final Duration LIMIT = Duration.ofMillis(900);

	private final Surroundings surroundings;

	private final LongSupplier own;

	private final List<Launched> instances = new ArrayList<>();

	/** The counters of instances that have ended. */
	private final Map<Figure, Double> before = new EnumMap<>(Figure.class);

	/**
	 * Creates a probe.
	 * @param own number of the lab's own requests, which are no load
	 */
	Probe(List<Launched> instances, Surroundings surroundings, LongSupplier own) {
		this.surroundings = surroundings;
		this.own = own;
		this.instances.addAll(instances);
	}

	synchronized List<Launched> instances() {
		return List.copyOf(this.instances);
	}

	/**
	 * Reads an instance for the last time and keeps its counters; false without an
	 * answer.
	 */
	boolean leave(Launched instance) {
		Optional<Map<Figure, Double>> last = figures(instance);
		if (last.isEmpty()) {
			return false;
		}
		synchronized (this) {
			this.instances.remove(instance);
			last.get().forEach((figure, value) -> {
				if (!figure.isGauge()) {
					this.before.merge(figure, value, Double::sum);
				}
			});
		}
		return true;
	}

	/** Forgets an instance that ends without a last reading. */
	synchronized void lose(Launched instance) {
		this.instances.remove(instance);
	}

	synchronized void join(Launched instance) {
		this.instances.add(instance);
	}

	/** Returns a reading; empty if an instance does not answer in time. */
	Optional<Reading> read() {
		List<Launched> asked;
		Map<Figure, Double> sum;
		synchronized (this) {
			asked = List.copyOf(this.instances);
			sum = new EnumMap<>(this.before);
		}
		// In parallel, so that the limit holds for all of them.
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

	private Reading reading(Map<Figure, Double> figures, List<Launched> asked) {
		long now = System.nanoTime();
		Map<Long, Double> threads = new HashMap<>();
		asked.forEach((instance) -> threads.putAll(MachineFacts.threads(instance.process().pid())));
		figures.computeIfPresent(Figure.REQUESTS, (figure, requests) -> requests - this.own.getAsLong());
		put(figures, Figure.DATABASE_CPU, this.surroundings.database().cpu());
		Proxy proxy = this.surroundings.proxy();
		if (proxy != null) {
			put(figures, Figure.PROXY_CPU, ChildProcess.cpuOfAll(proxy.process().handle()));
		}
		Redis redis = this.surroundings.redis();
		if (redis != null) {
			put(figures, Figure.REDIS_CPU, redis.process().cpu());
		}
		put(figures, Figure.GENERATOR_CPU, ChildProcess.cpu(ProcessHandle.current()));
		put(figures, Figure.DROPS, MachineFacts.drops(MachineFacts.read("/proc/net/netstat")));
		return new Reading(now, figures, threads);
	}

	private static void put(Map<Figure, Double> figures, Figure figure, OptionalDouble value) {
		value.ifPresent((present) -> figures.put(figure, present));
	}

}
