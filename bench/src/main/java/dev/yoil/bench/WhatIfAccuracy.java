package dev.yoil.bench;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;

import dev.yoil.ehcache.EhCacheCacheManager;
import dev.yoil.ehcache.internal.index.ElapsedTime;
import dev.yoil.ehcache.internal.whatif.CacheSimulation;
import dev.yoil.ehcache.internal.whatif.WhatIf;
import dev.yoil.ehcache.policy.CachePolicy;
import dev.yoil.ehcache.xml.EhcacheXml;
import org.jspecify.annotations.Nullable;

import org.springframework.cache.Cache;
import org.springframework.core.io.ByteArrayResource;

/**
 * Compares predictions with real caches: one cache per cell, with the capacity and the
 * TTL of the cell. The clock is injected; on average two milliseconds pass per lookup,
 * and half of the lookups share a millisecond with the one before.
 */
public final class WhatIfAccuracy {

	private static final Duration TTL = Duration.ofSeconds(60);

	private static final long MINUTE = 60_000;

	private static final double DECAY = Math.pow(2, -1.0 / 60);

	private final Trace trace;

	private final @Nullable Duration ttl;

	private final double droppedShare;

	private final long[] moments;

	private WhatIfAccuracy(Trace trace, @Nullable Duration ttl, double droppedShare) {
		this.trace = trace;
		this.ttl = ttl;
		this.droppedShare = droppedShare;
		Random random = new Random(5);
		this.moments = new long[trace.keys().length];
		long now = Instant.parse("2026-11-21T03:00:00Z").toEpochMilli();
		for (int i = 0; i < this.moments.length; i++) {
			now += random.nextBoolean() ? 0 : 1 + random.nextInt(7);
			this.moments[i] = now;
		}
	}

	/**
	 * Prints a table, and the cost of the simulation.
	 * @param args a directory of trace files, or nothing
	 * @throws IOException if a file cannot be read
	 */
	public static void main(String[] args) throws IOException {
		List<Trace> traces = new ArrayList<>();
		for (double exponent : new double[] { 0.6, 0.8, 1.0, 1.2 }) {
			traces.add(Trace.zipf(exponent, 20_000, 1000));
		}
		traces.add(Trace.zipf(1.0, 100_000, 10_000));
		traces.add(Trace.zipf(0.6, 100_000, 16_000));
		traces.add(Trace.scans(20_000, 4000, 2000));
		traces.add(Trace.loop("loop of 900 in 1,000", 900, 1000));
		traces.add(Trace.loop("loop of 1,100 in 1,000", 1100, 1000));
		traces.add(Trace.loop("loop of 9,500 in 10,000", 9500, 10_000));
		traces.add(Trace.loop("loop of 10,500 in 10,000", 10_500, 10_000));
		traces.add(Trace.moving(2000, 1000));
		traces.add(Trace.site());
		if (args.length > 0) {
			traces.addAll(Trace.in(Path.of(args[0])));
		}
		print("| trace | capacity | TTL | cells | shown | within 2 points | p95 | max | present | loads | database time |");
		print("|---|--:|---|--:|--:|--:|--:|--:|--:|--:|--:|");
		Errors all = new Errors();
		for (Trace trace : traces) {
			all.add(new WhatIfAccuracy(trace, null, 0).compare());
			all.add(new WhatIfAccuracy(trace, TTL, 0).compare());
		}
		all.add(new WhatIfAccuracy(traces.get(2), TTL, 0.05).compare());
		print(all.row("all", 0, ""));
		print("\n" + Machine.name() + ", " + Machine.jdk() + ", " + Machine.libraries().get(0) + "\n");
		print("| simulation | CPU ns per reported lookup | ns per lookup of the filter |");
		print("|---|--:|--:|");
		print(cost("one row, no TTL", 1 << 20, null));
		print(cost("one row, eight TTLs", 1 << 20, TTL));
		print(cost("all rows, no TTL", 1000, null));
		print(cost("all rows, eight TTLs", 1000, TTL));
	}

	/** Measures the last of several rounds, on keys that each row samples as it does in production. */
	private static String cost(String name, int capacity, @Nullable Duration ttl) {
		Trace trace = Trace.zipf(1.0, (capacity > Trace.LENGTH) ? 2000 : 100_000, capacity);
		MovingClock clock = new MovingClock();
		ElapsedTime time = new ElapsedTime(clock);
		CacheSimulation simulation = new CacheSimulation(capacity, new CachePolicy(ttl, null, null),
				(key) -> Set.of("region"), time::now, (since) -> Long.MAX_VALUE);
		double reported = 0;
		double filtered = 0;
		for (int round = 0; round < 10; round++) {
			long start = cpuNanos();
			int accepted = 0;
			for (Integer key : trace.keys()) {
				accepted += simulation.samples(key.hashCode()) ? 1 : 0;
			}
			filtered = (double) (cpuNanos() - start) / trace.keys().length;
			start = cpuNanos();
			for (Integer key : trace.keys()) {
				if (simulation.samples(key.hashCode())) {
					simulation.referenced(key, ++clock.now);
				}
			}
			reported = (double) (cpuNanos() - start) / accepted;
		}
		return "| %s | %.0f | %.1f |".formatted(name, reported, filtered);
	}

	private static long cpuNanos() {
		return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
	}

	private static void print(String line) {
		System.out.write((line + "\n").getBytes(StandardCharsets.UTF_8), 0,
				(line + "\n").getBytes(StandardCharsets.UTF_8).length);
		System.out.flush();
	}

	private Errors compare() {
		WhatIf predicted = predict();
		List<@Nullable Long> capacities = predicted.capacities();
		List<@Nullable String> ttls = predicted.ttls();
		Errors errors = new Errors();
		errors.compare(predicted, IntStream.range(0, capacities.size() * ttls.size())
			.parallel()
			.mapToObj((i) -> (predicted.cells().get(i / ttls.size()).get(i % ttls.size()) != null)
					? new RealCache(capacities.get(i / ttls.size()), ttls.get(i % ttls.size())).run(null)
					: Figures.NONE)
			.toList());
		String label = this.trace.name() + ((this.droppedShare > 0) ? ", 5 % dropped" : "");
		print(errors.row(label, this.trace.capacity(), (this.ttl != null) ? CachePolicy.text(this.ttl) : "none"));
		return errors;
	}

	private WhatIf predict() {
		RealCache real = new RealCache((long) this.trace.capacity(),
				(this.ttl != null) ? CachePolicy.text(this.ttl) : null);
		CacheSimulation simulation = new CacheSimulation(this.trace.capacity(), new CachePolicy(this.ttl, null, null),
				(key) -> Set.of("region"), new ElapsedTime(real.clock)::now, (since) -> Long.MAX_VALUE);
		real.run(simulation);
		return simulation.result(0);
	}

	/** Rare keys are up to ten times more expensive. */
	private static long loadNanos(Integer key) {
		return 1_000_000 + Math.min(9_000_000, key * 1000L);
	}

	/** A cache like one cell. */
	private final class RealCache {

		private final MovingClock clock = new MovingClock();

		private final String xml;

		private boolean hit;

		RealCache(@Nullable Long capacity, @Nullable String ttl) {
			this.xml = "<config xmlns='http://www.ehcache.org/v3' xmlns:y='urn:yoil:ehcache-policy'>"
					+ "<cache alias='cache'><heap>"
					+ ((capacity != null) ? capacity : 2L * WhatIfAccuracy.this.trace.distinct()) + "</heap><y:policy "
					+ ((ttl != null) ? "ttl='" + ttl + "'" : "") + "/></cache></config>";
			this.clock.now = WhatIfAccuracy.this.moments[0];
		}

		/** Replays the trace, and reports it to a simulation as a cache does. */
		Figures run(@Nullable CacheSimulation simulation) {
			EhCacheCacheManager manager = new EhCacheCacheManager(
					EhcacheXml.read("ehcache.xml", new ByteArrayResource(this.xml.getBytes(StandardCharsets.UTF_8))),
					this.clock);
			manager.afterPropertiesSet();
			try {
				return replay(manager.caches().get(0), simulation);
			}
			finally {
				manager.destroy();
			}
		}

		private Figures replay(Cache cache, @Nullable CacheSimulation simulation) {
			Integer[] keys = WhatIfAccuracy.this.trace.keys();
			long[] accessed = new long[WhatIfAccuracy.this.trace.distinct()];
			Random dropping = new Random(6);
			Figures figures = Figures.NONE;
			double[] sums = new double[4];
			long decayAt = WhatIfAccuracy.this.moments[0] + MINUTE;
			for (int i = 0; i < keys.length; i++) {
				long now = WhatIfAccuracy.this.moments[i];
				this.clock.now = now;
				for (; now >= decayAt; decayAt += MINUTE) {
					Arrays.setAll(sums, (sum) -> sums[sum] * DECAY);
					if (simulation != null) {
						simulation.decay();
					}
				}
				this.hit = true;
				cache.get(keys[i], () -> {
					this.hit = false;
					return "value";
				});
				sums[0]++;
				sums[1] += this.hit ? 1 : 0;
				sums[2] += this.hit ? 0 : loadNanos(keys[i]);
				if (simulation != null) {
					boolean sampled = (!this.hit || accessed[keys[i]] < now) && simulation.samples(keys[i].hashCode());
					boolean dropped = sampled && dropping.nextDouble() < WhatIfAccuracy.this.droppedShare;
					report(simulation, keys[i], now, sampled && !dropped, dropped);
				}
				accessed[keys[i]] = now;
			}
			return new Figures(sums[1] / sums[0], sums[2] / sums[0]);
		}

		private void report(CacheSimulation simulation, Integer key, long now, boolean reported, boolean dropped) {
			if (reported) {
				simulation.referenced(key, now);
			}
			if (!this.hit && simulation.samples(key.hashCode())) {
				simulation.loaded(key, loadNanos(key));
			}
			simulation.counted(this.hit ? 1 : 0, this.hit ? 0 : 1, this.hit ? 0 : 1, this.hit ? 0 : loadNanos(key),
					dropped ? 1 : 0);
		}

	}

	/** The truth of a cell: hit ratio, and database nanoseconds per lookup. */
	private record Figures(double hitRatio, double databaseNanos) {

		static final Figures NONE = new Figures(0, 0);

	}

	/** The errors of the shown cells. */
	private static final class Errors {

		private final List<Double> points = new ArrayList<>();

		private double present = Double.NaN;

		private double loads;

		private double databaseTime;

		private int cells;

		void compare(WhatIf predicted, List<Figures> truths) {
			int columns = predicted.ttls().size();
			for (int i = 0; i < truths.size(); i++) {
				WhatIf.Cell cell = predicted.cells().get(i / columns).get(i % columns);
				this.cells++;
				if (cell == null) {
					continue;
				}
				Figures truth = truths.get(i);
				double error = 100 * Math.abs(cell.hitRatio() - truth.hitRatio());
				this.points.add(error);
				boolean isPresent = Long.valueOf(predicted.capacity())
					.equals(predicted.capacities().get(i / columns))
						&& Objects.equals(predicted.ttl(), predicted.ttls().get(i % columns));
				if (isPresent) {
					this.present = error;
				}
				if (truth.hitRatio() < 0.99 && cell.loadsPerSecond() > 0) {
					double meanCost = cell.databaseMillisPerSecond() * 1e6 / cell.loadsPerSecond();
					this.loads = Math.max(this.loads,
							Math.abs((1 - cell.hitRatio()) / (1 - truth.hitRatio()) - 1) * 100);
					this.databaseTime = Math.max(this.databaseTime,
							Math.abs(meanCost / (truth.databaseNanos() / (1 - truth.hitRatio())) - 1) * 100);
				}
			}
		}

		void add(Errors others) {
			this.points.addAll(others.points);
			this.cells += others.cells;
			this.present = Double.isNaN(others.present) ? this.present
					: Math.max(others.present, Double.isNaN(this.present) ? 0 : this.present);
			this.loads = Math.max(this.loads, others.loads);
			this.databaseTime = Math.max(this.databaseTime, others.databaseTime);
		}

		String row(String name, int capacity, String ttl) {
			List<Double> sorted = this.points.stream().sorted().toList();
			int shown = sorted.size();
			return "| %s | %s | %s | %d | %d | %.1f %% | %.2f | %.2f | %.2f | %.1f %% | %.1f %% |".formatted(name,
					(capacity > 0) ? "%,d".formatted(capacity) : "", ttl, this.cells, shown,
					(shown > 0) ? 100.0 * sorted.stream().filter((error) -> error <= 2).count() / shown : 100,
					(shown > 0) ? sorted.get((shown * 95 - 1) / 100) : 0, (shown > 0) ? sorted.get(shown - 1) : 0,
					this.present, this.loads, this.databaseTime);
		}

	}

	/** A clock that the replay moves. */
	private static final class MovingClock extends Clock {

		private long now;

		@Override
		public Instant instant() {
			return Instant.ofEpochMilli(this.now);
		}

		@Override
		public long millis() {
			return this.now;
		}

		@Override
		public ZoneId getZone() {
			return ZoneOffset.UTC;
		}

		@Override
		public Clock withZone(ZoneId zone) {
			return this;
		}

	}

}
