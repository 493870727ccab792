package dev.yoil.lab.service;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.function.LongSupplier;

/**
 * Reads what a service and the system tell at one instant. Thread-safe.
 */
final class Probe {

	/** A reading is over before the next one begins. */
	private static final Duration LIMIT = Duration.ofMillis(900);

	private final Launched service;

	private final LongSupplier own;

	/**
	 * Creates it.
	 * @param service what to read
	 * @param own how many requests of our own it has answered, which are no load
	 */
	Probe(Launched service, LongSupplier own) {
		this.service = service;
		this.own = own;
	}

	/**
	 * Reads.
	 * @return empty if the service does not tell within the limit
	 */
	Optional<Reading> read() {
		return this.service.management().metrics(LIMIT).map(this::reading);
	}

	private Reading reading(Metrics metrics) {
		long now = System.nanoTime();
		Map<Figure, Double> figures = Reading.of(metrics, this.service.port());
		figures.computeIfPresent(Figure.REQUESTS, (figure, requests) -> requests - this.own.getAsLong());
		put(figures, Figure.SERVICE_CPU, this.service.process().cpu());
		put(figures, Figure.GENERATOR_CPU, ChildProcess.cpu(ProcessHandle.current()));
		OptionalLong drops = LinuxFacts.drops(LinuxFacts.read("/proc/net/netstat"));
		drops.ifPresent((value) -> figures.put(Figure.DROPS, (double) value));
		return new Reading(now, figures);
	}

	private static void put(Map<Figure, Double> figures, Figure figure, OptionalDouble value) {
		value.ifPresent((present) -> figures.put(figure, present));
	}

}
