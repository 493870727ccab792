package dev.yoil.lab.service;

import java.util.EnumMap;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.regex.Pattern;

import dev.yoil.lab.result.Counted;
import dev.yoil.lab.result.Sample;
import dev.yoil.lab.result.Series;

/**
 * The gauges and counters of a service at one instant. Immutable.
 *
 * @param nanos the instant, of {@link System#nanoTime()}
 * @param figures without missing ones; times are in seconds
 * @param threads CPU seconds of each thread of the service; empty if unknown
 */
record Reading(long nanos, Map<Figure, Double> figures, Map<Long, Double> threads) {

	private static final double NANOS = 1e9;

	private static final double MILLIS = 1e3;

	private static final double MEGABYTE = 1e6;

	/** Figures, with the name and the labels of the metric that has them. */
	enum Figure {

		ACTIVE("hikaricp_connections_active"), PENDING("hikaricp_connections_pending"),

		ACQUIRES("hikaricp_connections_acquire_seconds_count"),
		ACQUIRE_TIME("hikaricp_connections_acquire_seconds_sum"),

		USES("hikaricp_connections_usage_seconds_count"), USAGE_TIME("hikaricp_connections_usage_seconds_sum"),

		BUSY("tomcat_threads_busy_threads", "-PORT\\W"), REQUESTS("tomcat_global_request_seconds_count", "-PORT\\W"),

		HITS("cache_gets_total", "result=\"hit\""), MISSES("cache_gets_total", "result=\"miss\""),

		LOADS("cache_loads_seconds_count"), LOAD_TIME("cache_loads_seconds_sum"), SHARED("cache_loads_shared_total"),
		STALE("cache_stale_served_total"),

		TIER_HITS("cache_tier_hits_total"), PAUSES("jvm_gc_pause_seconds_sum"),

		HEAP("jvm_memory_used_bytes", "area=\"heap\""),

		// Of the system:
		SERVICE_CPU(""), DATABASE_CPU(""), PROXY_CPU(""), REDIS_CPU(""), GENERATOR_CPU(""), DROPS("");

		private final String metric;

		private final String labels;

		Figure(String metric) {
			this(metric, "");
		}

		/** Creates a figure; PORT stands for the port of the load. */
		Figure(String metric, String labels) {
			this.metric = metric;
			this.labels = labels;
		}

		/** Returns whether the figure is a gauge, which is gone with its instance. */
		boolean isGauge() {
			return this == ACTIVE || this == PENDING || this == BUSY || this == HEAP;
		}

	}

	Reading(long nanos, Map<Figure, Double> figures) {
		this(nanos, figures, Map.of());
	}

	/** Returns the figures of a service's metrics, in a new map. */
	static Map<Figure, Double> of(Metrics metrics, int port) {
		Map<Figure, Double> figures = new EnumMap<>(Figure.class);
		// Missing until the first pause.
		figures.put(Figure.PAUSES, 0.0);
		for (Figure figure : Figure.values()) {
			Pattern labels = Pattern.compile(figure.labels.replace("PORT", String.valueOf(port)));
			metrics.sum(figure.metric, labels).ifPresent((value) -> figures.put(figure, value));
		}
		return figures;
	}

	/** Returns the gauges, and the rates of the counters since another reading. */
	Sample since(Reading before, long begin) {
		Map<Series, Double> values = new EnumMap<>(Series.class);
		gauge(values, Series.POOL_ACTIVE, Figure.ACTIVE, 1);
		gauge(values, Series.POOL_PENDING, Figure.PENDING, 1);
		gauge(values, Series.TOMCAT_BUSY, Figure.BUSY, 1);
		gauge(values, Series.HEAP, Figure.HEAP, 1 / MEGABYTE);
		mean(values, Series.POOL_ACQUIRE, before, Figure.ACQUIRE_TIME, Figure.ACQUIRES);
		mean(values, Series.POOL_USAGE, before, Figure.USAGE_TIME, Figure.USES);
		rate(values, Series.POOL_USES, before, Figure.USES);
		rate(values, Series.REQUESTS, before, Figure.REQUESTS);
		rate(values, Series.CACHE_HITS, before, Figure.HITS);
		rate(values, Series.CACHE_MISSES, before, Figure.MISSES);
		rate(values, Series.CACHE_LOADS, before, Figure.LOADS);
		rate(values, Series.CACHE_LOAD_TIME, before, Figure.LOAD_TIME);
		values.computeIfPresent(Series.CACHE_LOAD_TIME, (series, seconds) -> seconds * MILLIS);
		rate(values, Series.CACHE_SHARED, before, Figure.SHARED);
		rate(values, Series.CACHE_STALE, before, Figure.STALE);
		rate(values, Series.TIER_HITS, before, Figure.TIER_HITS);
		rate(values, Series.CPU_SERVICE, before, Figure.SERVICE_CPU);
		busiest(before).ifPresent((cpus) -> values.put(Series.CPU_THREAD, cpus));
		rate(values, Series.CPU_DATABASE, before, Figure.DATABASE_CPU);
		rate(values, Series.CPU_PROXY, before, Figure.PROXY_CPU);
		rate(values, Series.CPU_REDIS, before, Figure.REDIS_CPU);
		rate(values, Series.CPU_GENERATOR, before, Figure.GENERATOR_CPU);
		rate(values, Series.LISTEN_DROPS, before, Figure.DROPS);
		rate(values, Series.GC_PAUSE, before, Figure.PAUSES);
		values.computeIfPresent(Series.GC_PAUSE, (series, seconds) -> seconds * MILLIS);
		return new Sample((this.nanos - begin) / NANOS, values);
	}

	/** Returns the counters since another reading. */
	Counted countedSince(Reading before, long pendingMax) {
		return new Counted(Math.round(added(before, Figure.REQUESTS)), Math.round(added(before, Figure.USES)),
				mean(before, Figure.ACQUIRE_TIME, Figure.ACQUIRES), mean(before, Figure.USAGE_TIME, Figure.USES),
				pendingMax, Math.round(added(before, Figure.DROPS)), Math.round(added(before, Figure.LOADS)),
				Math.round(added(before, Figure.TIER_HITS)));
	}

	/** Returns whether no request is in flight, and none ended since another reading. */
	boolean isQuietSince(Reading before) {
		return get(Figure.REQUESTS) == before.get(Figure.REQUESTS) && get(Figure.BUSY) == 0;
	}

	/** Returns a figure; zero if it is missing. */
	double get(Figure figure) {
		return this.figures.getOrDefault(figure, 0.0);
	}

	private void gauge(Map<Series, Double> values, Series series, Figure figure, double factor) {
		if (this.figures.containsKey(figure)) {
			values.put(series, get(figure) * factor);
		}
	}

	private void rate(Map<Series, Double> values, Series series, Reading before, Figure figure) {
		double seconds = (this.nanos - before.nanos) / NANOS;
		if (this.figures.containsKey(figure) && seconds > 0) {
			// The lab's own requests may be subtracted before the service has counted
			// them.
			values.put(series, Math.max(0, added(before, figure)) / seconds);
		}
	}

	/** Returns the CPU share of the busiest thread that was there before. */
	private OptionalDouble busiest(Reading before) {
		double seconds = (this.nanos - before.nanos) / NANOS;
		return this.threads.entrySet()
			.stream()
			.mapToDouble((thread) -> thread.getValue() - before.threads.getOrDefault(thread.getKey(), Double.NaN))
			.map((used) -> used / seconds)
			.filter(Double::isFinite)
			.max();
	}

	private void mean(Map<Series, Double> values, Series series, Reading before, Figure time, Figure count) {
		double mean = mean(before, time, count);
		if (!Double.isNaN(mean)) {
			values.put(series, mean);
		}
	}

	private double mean(Reading before, Figure time, Figure count) {
		double times = added(before, count);
		return (times > 0) ? added(before, time) / times * MILLIS : Double.NaN;
	}

	private double added(Reading before, Figure figure) {
		return get(figure) - before.get(figure);
	}

}
