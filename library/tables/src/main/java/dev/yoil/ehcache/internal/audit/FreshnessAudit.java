package dev.yoil.ehcache.internal.audit;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.DoubleSupplier;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import dev.yoil.ehcache.EhCacheCache;
import dev.yoil.ehcache.internal.KeyText;
import dev.yoil.ehcache.internal.OwnedThreads;
import dev.yoil.ehcache.internal.tables.TableMap;
import dev.yoil.ehcache.internal.tables.TableMap.CacheTables;
import dev.yoil.ehcache.internal.tables.TableMap.TableUse;
import dev.yoil.ehcache.internal.tables.TableMap.TableWrite;
import dev.yoil.ehcache.spi.HitSampler;
import org.jspecify.annotations.Nullable;

import org.springframework.cache.support.NullValue;

/**
 * Audit of the caches of an application: it loads sampled hits again, in one thread of
 * its own, and compares. It stores and counts nothing in the caches. Thread-safe.
 */
public final class FreshnessAudit implements AutoCloseable {

	/** How long after a different load an eviction may come. */
	public static final Duration PATIENCE = Duration.ofSeconds(5);

	private static final Duration STEP = Duration.ofSeconds(1);

	private static final int SHOWN = 100;

	private static final int BEFORE = 20;

	private static final int WRITES = 5;

	private final Supplier<Stream<EhCacheCache>> caches;

	private final double perSecond;

	private final Function<@Nullable Object, String> text;

	private final Supplier<TableMap> tables;

	private final DoubleSupplier random;

	private final OwnedThreads threads = new OwnedThreads();

	private final Later later;

	private final Map<EhCacheCache, CacheAudit> audits = new ConcurrentHashMap<>();

	private boolean closed;

	/**
	 * Creates an audit; {@link #start} begins it.
	 * @param caches returns the caches to audit
	 * @param perSecond how many hits of each cache to sample per second, on average
	 * @param text returns the text of a value
	 * @param tables returns the tables that the caches read
	 */
	public FreshnessAudit(Supplier<Stream<EhCacheCache>> caches, double perSecond,
			Function<@Nullable Object, String> text, Supplier<TableMap> tables) {
		this(caches, perSecond, text, tables, Math::random, null);
	}

	/**
	 * Creates an audit for a test.
	 * @param random returns numbers from 0 to 1
	 * @param later runs tasks
	 */
	FreshnessAudit(Supplier<Stream<EhCacheCache>> caches, double perSecond, Function<@Nullable Object, String> text,
			Supplier<TableMap> tables, DoubleSupplier random, @Nullable Later later) {
		this.caches = caches;
		this.perSecond = perSecond;
		this.text = text;
		this.tables = tables;
		this.random = random;
		this.later = (later != null) ? later : ofThread(this.threads.scheduler("yoil-cache-audit-"));
	}

	private static Later ofThread(ScheduledExecutorService thread) {
		return (task, delay) -> {
			Future<?> unused = thread.schedule(task, delay.toMillis(), TimeUnit.MILLISECONDS);
		};
	}

	/** Audits the caches from now on, and each second those that are new. */
	public void start() {
		try {
			step();
		}
		finally {
			this.later.run(this::start, STEP);
		}
	}

	synchronized void step() {
		if (this.closed) {
			return;
		}
		Set<EhCacheCache> present = this.caches.get().collect(Collectors.toSet());
		this.audits.keySet().retainAll(present);
		present.forEach((cache) -> this.audits.computeIfAbsent(cache, (added) -> {
			CacheAudit audit = new CacheAudit(added, this);
			added.sampleHits(audit);
			return audit;
		}));
	}

	/** Ends the audit and its thread. */
	@Override
	public synchronized void close() {
		this.closed = true;
		this.audits.keySet().forEach((cache) -> cache.sampleHits(HitSampler.NONE));
		this.audits.clear();
		this.threads.close();
	}

	/**
	 * {@return the results of a cache; {@code null} if it is not audited yet}
	 */
	public AuditedCaches.@Nullable Result of(EhCacheCache cache) {
		CacheAudit audit = this.audits.get(cache);
		return (audit != null) ? audit.result() : null;
	}

	/**
	 * Returns a random time between two samples, in milliseconds: at equal intervals, a
	 * caller that asks at the same intervals would decide which keys are sampled.
	 */
	long pause() {
		return Math.round((0.5 + this.random.getAsDouble()) * 1_000 / this.perSecond);
	}

	void now(Runnable check) {
		this.later.run(check, Duration.ZERO);
	}

	void later(Runnable check) {
		this.later.run(check, PATIENCE);
	}

	/** Returns the texts of two values from shortly before the first difference. */
	List<String> difference(Object cached, Object loaded) {
		String one = text(cached);
		String other = text(loaded);
		int same = 0;
		while (same < Math.min(one.length(), other.length()) && one.charAt(same) == other.charAt(same)) {
			same++;
		}
		int begin = Math.max(0, same - BEFORE);
		return List.of(KeyText.shortened(KeyText.wellFormed(one.substring(begin)), SHOWN),
				KeyText.shortened(KeyText.wellFormed(other.substring(begin)), SHOWN));
	}

	private String text(Object value) {
		return this.text.apply((value != NullValue.INSTANCE) ? value : null);
	}

	/** Returns the latest writes of the tables that a cache reads. */
	List<TableWrite> writes(String cache, Instant since) {
		TableMap map = this.tables.get();
		CacheTables read = map.caches().get(cache);
		if (read == null) {
			return List.of();
		}
		return read.tables()
			.keySet()
			.stream()
			.flatMap((table) -> map.tables().getOrDefault(table, new TableUse(List.of(), List.of())).writes().stream())
			.filter((write) -> !write.lastAt().isBefore(since))
			.sorted(Comparator.comparing(TableWrite::lastAt).reversed())
			.limit(WRITES)
			.toList();
	}

	/** Runs tasks after a delay, in one thread. */
	@FunctionalInterface
	interface Later {

		/** Runs a task after a delay, or rejects it with an exception. */
		void run(Runnable task, Duration delay);

	}

}
