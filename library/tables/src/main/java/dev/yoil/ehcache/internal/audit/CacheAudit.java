package dev.yoil.ehcache.internal.audit;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import java.util.stream.Stream;

import dev.yoil.ehcache.EhCacheCache;
import dev.yoil.ehcache.internal.KeyText;
import dev.yoil.ehcache.internal.audit.AuditedCaches.Mismatch;
import dev.yoil.ehcache.internal.audit.AuditedCaches.State;
import dev.yoil.ehcache.internal.audit.AuditedCaches.Verdict;
import dev.yoil.ehcache.internal.index.EntryIndex;
import dev.yoil.ehcache.internal.index.StoredEntry;
import dev.yoil.ehcache.internal.tables.TableWatch;
import dev.yoil.ehcache.spi.HitSampler;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The audit of one cache. A hit after a random moment is a sample. Its value is loaded
 * again in the thread of the audit and compared. If the values differ, the eviction may
 * still be on its way, so {@link FreshnessAudit#PATIENCE} later three loads have to agree
 * against the cached value. Thread-safe.
 */
final class CacheAudit implements HitSampler {

	/** The most samples that wait for their second check. */
	private static final int MOST_DOUBTED = 1_000;

	private static final int MOST_MISMATCHES = 20;

	/** So many samples with an unstable loader end the audit, if they are a tenth. */
	private static final int UNSTABLE = 3;

	private static final Logger LOG = LoggerFactory.getLogger(CacheAudit.class);

	private final EhCacheCache cache;

	private final EntryIndex index;

	private final FreshnessAudit audit;

	private final long since;

	/** When the next sample is due. */
	private final AtomicLong next = new AtomicLong();

	/**
	 * The thread whose next hit with a loader is a sample. It may have asked for the
	 * value without a loader before, in front of Spring MVC.
	 */
	private volatile @Nullable Thread sampling;

	/** True after that thread has asked again. */
	private volatile boolean asked;

	/** False while a sample waits for its first check. */
	private volatile boolean ready = true;

	private final AtomicInteger doubted = new AtomicInteger();

	/** The number of samples by verdict. */
	private final Map<Verdict, Long> verdicts = new ConcurrentHashMap<>();

	private volatile State state = State.AUDITED;

	private final Map<String, Mismatch> mismatches = Collections.synchronizedMap(new LinkedHashMap<>());

	CacheAudit(EhCacheCache cache, FreshnessAudit audit) {
		this.cache = cache;
		this.index = cache.unwrap(EntryIndex.class);
		this.audit = audit;
		this.since = this.index.time().now();
	}

	@Override
	public boolean isDue() {
		Thread caller = Thread.currentThread();
		if (this.sampling == caller) {
			boolean again = this.asked;
			this.asked = true;
			if (again) {
				// It has no loader.
				this.sampling = null;
			}
			return !again;
		}
		long due = this.next.get();
		long now = this.index.time().told();
		if (now < due || !this.ready || !this.next.compareAndSet(due, now + this.audit.pause())) {
			return false;
		}
		this.asked = false;
		this.sampling = caller;
		return true;
	}

	@Override
	public boolean isTaken(Object key, Callable<Object> loader, Supplier<Executor> context) {
		if (this.sampling != Thread.currentThread()) {
			return false;
		}
		this.sampling = null;
		StoredEntry entry = this.index.find(key);
		if (entry != null) {
			this.ready = false;
			try {
				Sample sample = new Sample(entry, loader, context.get());
				this.audit.now(() -> check(sample));
			}
			catch (RuntimeException | Error ex) {
				this.ready = true;
				count(Verdict.UNRESOLVED);
			}
		}
		return true;
	}

	private void check(Sample sample) {
		Verdict verdict = verdict(() -> first(sample));
		this.ready = true;
		if (verdict != null) {
			count(verdict);
		}
	}

	private @Nullable Verdict verdict(Callable<@Nullable Verdict> check) {
		try {
			return check.call();
		}
		catch (Exception | Error ex) {
			LOG.debug("Cache '{}' could not be audited", this.cache.getName(), ex);
			return Verdict.UNRESOLVED;
		}
	}

	/** Returns the verdict; {@code null} if it takes a second check. */
	private @Nullable Verdict first(Sample sample) throws Exception {
		Object loaded = sample.load();
		if (Objects.deepEquals(sample.value(), loaded)) {
			return Verdict.CONSISTENT;
		}
		if (isGone(sample)) {
			return Verdict.CHANGED_MEANWHILE;
		}
		if (sample.value().getClass() == loaded.getClass()
				&& loaded.getClass().getMethod("equals", Object.class).getDeclaringClass() == Object.class) {
			end(State.NOT_COMPARABLE);
			return Verdict.UNRESOLVED;
		}
		if (this.doubted.get() >= MOST_DOUBTED) {
			return Verdict.UNRESOLVED;
		}
		this.doubted.incrementAndGet();
		this.audit.later(() -> checkAgain(sample));
		return null;
	}

	private void checkAgain(Sample sample) {
		this.doubted.decrementAndGet();
		count(Objects.requireNonNull(verdict(() -> second(sample))));
		Map<Verdict, Long> counts = counts();
		long unstable = counts.getOrDefault(Verdict.UNSTABLE_LOADER, 0L);
		if (unstable >= UNSTABLE && unstable * 10 >= samples(counts)) {
			end(State.UNSTABLE_LOADER);
		}
	}

	private Verdict second(Sample sample) throws Exception {
		if (isGone(sample)) {
			return Verdict.UNRESOLVED;
		}
		Object loaded = sample.load();
		Object again = sample.load();
		boolean stable = Objects.deepEquals(loaded, again) && Objects.deepEquals(again, sample.load());
		if (isGone(sample)) {
			return Verdict.UNRESOLVED;
		}
		if (!stable) {
			return Verdict.UNSTABLE_LOADER;
		}
		if (Objects.deepEquals(sample.value(), loaded)) {
			return Verdict.CHANGED_MEANWHILE;
		}
		found(sample, loaded);
		return Verdict.MISMATCH;
	}

	/** Tells whether a write, an expiry or a refresh has ended the entry of the hit. */
	private boolean isGone(Sample sample) {
		return sample.entry().isDead() || this.index.find(sample.entry().key()) != sample.entry();
	}

	private void found(Sample sample, Object loaded) {
		StoredEntry entry = sample.entry();
		long now = this.index.time().now();
		String key = KeyText.recorded(entry.key());
		List<String> texts = this.audit.difference(sample.value(), loaded);
		Mismatch found = new Mismatch(wall(now), key, now - entry.createdAt(), texts.get(0), texts.get(1),
				this.audit.writes(this.cache.getName(), wall(entry.createdAt())));
		synchronized (this.mismatches) {
			if (this.mismatches.isEmpty() && !TableWatch.isBrief(this.cache)) {
				LOG.warn(
						"Cache '{}' has a value for key {} that was stored {} s ago, but its loader returns another value",
						this.cache.getName(), KeyText.logged(entry.key()), found.ageMillis() / 1_000);
			}
			this.mismatches.remove(key);
			this.mismatches.put(key, found);
			if (this.mismatches.size() > MOST_MISMATCHES) {
				this.mismatches.remove(this.mismatches.keySet().iterator().next());
			}
		}
	}

	private void end(State ended) {
		if (this.state == State.AUDITED) {
			this.state = ended;
			this.cache.sampleHits(HitSampler.NONE);
			LOG.warn("Cache '{}' is not audited any longer: {}", this.cache.getName(), ended);
		}
	}

	private void count(Verdict verdict) {
		this.verdicts.merge(verdict, 1L, Long::sum);
	}

	private Map<Verdict, Long> counts() {
		Map<Verdict, Long> counts = new EnumMap<>(Verdict.class);
		Stream.of(Verdict.values()).forEach((verdict) -> counts.put(verdict, this.verdicts.getOrDefault(verdict, 0L)));
		return counts;
	}

	private static long samples(Map<Verdict, Long> counts) {
		return counts.values().stream().mapToLong(Long::longValue).sum();
	}

	AuditedCaches.Result result() {
		Map<Verdict, Long> counts = counts();
		long samples = samples(counts);
		State now = this.state;
		if (now != State.AUDITED || samples == 0) {
			return new AuditedCaches.Result(now, wall(this.since), samples, counts, null, List.of());
		}
		List<Mismatch> latest;
		synchronized (this.mismatches) {
			latest = new ArrayList<>(this.mismatches.values());
		}
		Collections.reverse(latest);
		double bound = ConfidenceLimit.atLeast(counts.getOrDefault(Verdict.CONSISTENT, 0L), samples);
		return new AuditedCaches.Result(now, wall(this.since), samples, counts, bound, latest);
	}

	private Instant wall(long moment) {
		return Instant.ofEpochMilli(this.index.time().toWall(moment));
	}

	/**
	 * A hit to check.
	 *
	 * @param context runs the loader with the context of the caller
	 */
	private record Sample(StoredEntry entry, Callable<Object> loader, Executor context) {

		Object value() {
			return this.entry.value();
		}

		Object load() throws Exception {
			FutureTask<Object> load = new FutureTask<>(this.loader);
			this.context.execute(load);
			return load.get();
		}

	}

}
