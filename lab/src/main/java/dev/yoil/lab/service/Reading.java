package dev.yoil.lab.service;

import java.util.EnumMap;
import java.util.Map;
import java.util.OptionalDouble;

import dev.yoil.lab.result.Counted;
import dev.yoil.lab.result.Sample;
import dev.yoil.lab.result.Series;

/**
 * What was read at one instant. Immutable.
 *
 * @param nanos when, as {@link System#nanoTime()} tells
 * @param figures what; without what there is not
 * @param threads how many seconds of processors each thread of the service has used;
 * empty if that is not known
 */
record Reading(long nanos, Map<Figure, Double> figures, Map<Long, Double> threads) {

	private static final double NANOS = 1e9;

	private static final double MILLIS = 1e3;

	private static final double MEGABYTE = 1e6;

	Reading(long nanos, Map<Figure, Double> figures) {
		this(nanos, figures, Map.of());
	}

	/**
	 * Picks the figures out of what the service tells of itself.
	 * @param metrics what it tells
	 * @param port of the load, of which the requests are
	 * @return a map of the caller's own
	 */
	static Map<Figure, Double> of(Metrics metrics, int port) {
		Map<Figure, Double> figures = new EnumMap<>(Figure.class);
		put(figures, Figure.ACTIVE, metrics.sum("hikaricp_connections_active"));
		put(figures, Figure.PENDING, metrics.sum("hikaricp_connections_pending"));
		put(figures, Figure.ACQUIRES, metrics.sum("hikaricp_connections_acquire_seconds_count"));
		put(figures, Figure.ACQUIRE_TIME, metrics.sum("hikaricp_connections_acquire_seconds_sum"));
		put(figures, Figure.USES, metrics.sum("hikaricp_connections_usage_seconds_count"));
		put(figures, Figure.USAGE_TIME, metrics.sum("hikaricp_connections_usage_seconds_sum"));
		put(figures, Figure.BUSY, metrics.sum("tomcat_threads_busy_threads", (labels) -> isOf(labels, port)));
		put(figures, Figure.REQUESTS,
				metrics.sum("tomcat_global_request_seconds_count", (labels) -> isOf(labels, port)));
		put(figures, Figure.HITS, metrics.sum("cache_gets_total", "result", "hit"));
		put(figures, Figure.MISSES, metrics.sum("cache_gets_total", "result", "miss"));
		put(figures, Figure.LOADS, metrics.sum("cache_loads_seconds_count"));
		put(figures, Figure.SHARED, metrics.sum("cache_loads_shared_total"));
		put(figures, Figure.STALE, metrics.sum("cache_stale_served_total"));
		put(figures, Figure.TIER_HITS, metrics.sum("cache_tier_hits_total"));
		put(figures, Figure.HEAP, metrics.sum("jvm_memory_used_bytes", "area", "heap"));
		// There is none before the first pause.
		figures.put(Figure.PAUSES, metrics.sum("jvm_gc_pause_seconds_sum").orElse(0));
		return figures;
	}

	/** Tomcat names its threads as {@code http-nio-127.0.0.1-8080}. */
	private static boolean isOf(Map<String, String> labels, int port) {
		return labels.getOrDefault("name", "").replace("\"", "").endsWith("-" + port);
	}

	private static void put(Map<Figure, Double> figures, Figure figure, OptionalDouble value) {
		value.ifPresent((present) -> figures.put(figure, present));
	}

	/**
	 * Tells what was there at this instant, and what was added per second since another.
	 * @param before the reading before this one
	 * @param begin when the load began, as {@link System#nanoTime()} tells
	 */
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
		rate(values, Series.CACHE_SHARED, before, Figure.SHARED);
		rate(values, Series.CACHE_STALE, before, Figure.STALE);
		rate(values, Series.TIER_HITS, before, Figure.TIER_HITS);
		rate(values, Series.CPU_SERVICE, before, Figure.SERVICE_CPU);
		busiest(before).ifPresent((processors) -> values.put(Series.CPU_THREAD, processors));
		rate(values, Series.CPU_DATABASE, before, Figure.DATABASE_CPU);
		rate(values, Series.CPU_PROXY, before, Figure.PROXY_CPU);
		rate(values, Series.CPU_REDIS, before, Figure.REDIS_CPU);
		rate(values, Series.CPU_GENERATOR, before, Figure.GENERATOR_CPU);
		rate(values, Series.LISTEN_DROPS, before, Figure.DROPS);
		rate(values, Series.GC_PAUSE, before, Figure.PAUSES);
		values.computeIfPresent(Series.GC_PAUSE, (series, seconds) -> seconds * MILLIS);
		return new Sample((this.nanos - begin) / NANOS, values);
	}

	/**
	 * Tells what was counted since another reading.
	 * @param before the earlier reading
	 * @param pendingMax the most threads that were seen waiting for a connection
	 */
	Counted countedSince(Reading before, long pendingMax) {
		return new Counted(Math.round(added(before, Figure.REQUESTS)), Math.round(added(before, Figure.USES)),
				mean(before, Figure.ACQUIRE_TIME, Figure.ACQUIRES), mean(before, Figure.USAGE_TIME, Figure.USES),
				pendingMax, Math.round(added(before, Figure.DROPS)), Math.round(added(before, Figure.LOADS)),
				Math.round(added(before, Figure.TIER_HITS)));
	}

	/**
	 * Tells whether nothing is under way any more: nobody works, and nothing was counted
	 * since another reading.
	 */
	boolean isQuietSince(Reading before) {
		return get(Figure.REQUESTS) == before.get(Figure.REQUESTS) && get(Figure.BUSY) == 0;
	}

	/**
	 * Returns a figure.
	 * @return zero if there is none
	 */
	double get(Figure figure) {
		return this.figures.getOrDefault(figure, 0.0);
	}

	private void gauge(Map<Series, Double> values, Series series, Figure figure, double factor) {
		Double value = this.figures.get(figure);
		if (value != null) {
			values.put(series, value * factor);
		}
	}

	private void rate(Map<Series, Double> values, Series series, Reading before, Figure figure) {
		double seconds = (this.nanos - before.nanos) / NANOS;
		if (this.figures.containsKey(figure) && seconds > 0) {
			// Our own requests may be counted here before they are there.
			values.put(series, Math.max(0, added(before, figure)) / seconds);
		}
	}

	/**
	 * Tells which part of a processor the thread had that had most. Of one that was not
	 * there before it is not known since when it runs.
	 */
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

	/** A counter that was not there yet had counted nothing. */
	private double added(Reading before, Figure figure) {
		return get(figure) - before.get(figure);
	}

}
