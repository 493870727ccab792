package dev.yoil.lab.service;

import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.function.LongSupplier;

import org.jspecify.annotations.Nullable;

/**
 * Reads what a service and the system tell at one instant. Thread-safe.
 */
final class Probe {

	/** A reading is over before the next one begins. */
	private static final Duration LIMIT = Duration.ofMillis(900);

	private final List<Launched> instances;

	private final @Nullable Proxy proxy;

	private final Database database;

	private final LongSupplier own;

	/**
	 * Creates it.
	 * @param instances what to read, added up
	 * @param proxy in front of them; null if there is none
	 * @param database of all of them
	 * @param own how many requests of our own it has answered, which are no load
	 */
	Probe(List<Launched> instances, @Nullable Proxy proxy, Database database, LongSupplier own) {
		this.instances = instances;
		this.proxy = proxy;
		this.database = database;
		this.own = own;
	}

	/**
	 * Reads.
	 * @return empty if an instance does not tell within the limit
	 */
	Optional<Reading> read() {
		// Side by side, so that the limit is that of all of them.
		List<Map<Figure, Double>> read = this.instances.parallelStream()
			.flatMap((instance) -> figures(instance).stream())
			.toList();
		return (read.size() == this.instances.size()) ? Optional.of(reading(read)) : Optional.empty();
	}

	private static Optional<Map<Figure, Double>> figures(Launched instance) {
		return instance.management().metrics(LIMIT).map((metrics) -> {
			Map<Figure, Double> figures = Reading.of(metrics, instance.port());
			put(figures, Figure.SERVICE_CPU, instance.process().cpu());
			return figures;
		});
	}

	private Reading reading(List<Map<Figure, Double>> read) {
		long now = System.nanoTime();
		Map<Figure, Double> figures = new EnumMap<>(Figure.class);
		read.forEach((one) -> one.forEach((figure, value) -> figures.merge(figure, value, Double::sum)));
		figures.computeIfPresent(Figure.REQUESTS, (figure, requests) -> requests - this.own.getAsLong());
		put(figures, Figure.DATABASE_CPU, this.database.cpu());
		if (this.proxy != null) {
			put(figures, Figure.PROXY_CPU, this.proxy.cpu());
		}
		put(figures, Figure.GENERATOR_CPU, ChildProcess.cpu(ProcessHandle.current()));
		OptionalLong drops = LinuxFacts.drops(LinuxFacts.read("/proc/net/netstat"));
		drops.ifPresent((value) -> figures.put(Figure.DROPS, (double) value));
		return new Reading(now, figures);
	}

	private static void put(Map<Figure, Double> figures, Figure figure, OptionalDouble value) {
		value.ifPresent((present) -> figures.put(figure, present));
	}

}
