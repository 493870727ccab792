package dev.yoil.ehcache.inspect;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.WeakHashMap;

import dev.yoil.ehcache.EhCacheCache;
import dev.yoil.ehcache.index.CacheStatistics;
import org.jspecify.annotations.Nullable;

/**
 * What happened in caches in the last quarter of an hour. Somebody has to take a sample
 * at every {@link #STEP}, whether anybody looks or not. A sample reads what the entry
 * indexes count anyway, so that neither taking nor reading samples has an effect on a
 * cache.
 * <p>
 * Thread-safe. It keeps {@link #KEPT} samples of each cache, a few dozen kilobytes.
 */
public final class CacheHistory {

	/**
	 * The time between two samples.
	 */
	public static final Duration STEP = Duration.ofSeconds(5);

	/**
	 * How many samples are kept of a cache.
	 */
	public static final int KEPT = 180;

	private final InspectedCaches caches;

	private final Clock clock;

	/**
	 * By the cache itself: managers may have caches of one name, or create theirs again.
	 */
	private final Map<EhCacheCache, Recording> recordings = new WeakHashMap<>();

	/**
	 * Creates an empty history.
	 * @param caches the caches to watch
	 * @param clock tells when samples are taken; it may be set back or forth
	 */
	public CacheHistory(InspectedCaches caches, Clock clock) {
		this.caches = caches;
		this.clock = clock;
	}

	/**
	 * Tells whether there is anything to take samples of.
	 * @return whether caching is switched on
	 */
	public boolean hasCaches() {
		return !this.caches.managers().isEmpty();
	}

	/**
	 * Takes a sample of each cache. The first time of a cache only notes what it has
	 * counted so far.
	 */
	public synchronized void sample() {
		Instant now = Instant.ofEpochMilli(this.clock.millis());
		this.caches.all()
			.forEach(
					(cache) -> this.recordings.computeIfAbsent(cache, (missing) -> new Recording()).sample(cache, now));
	}

	/**
	 * Returns the samples of a cache.
	 * @param name its name
	 * @return the samples in the order in which they were taken; empty if there is no
	 * cache of that name
	 */
	public synchronized Optional<HistorySnapshot> of(String name) {
		return this.caches.find(name)
			.map((cache) -> new HistorySnapshot(STEP.toSeconds(), samples(this.recordings.get(cache))));
	}

	private static List<HistorySample> samples(@Nullable Recording recording) {
		return (recording != null) ? List.copyOf(recording.samples) : List.of();
	}

	/**
	 * The samples of one cache.
	 */
	private static final class Recording {

		private final Deque<HistorySample> samples = new ArrayDeque<>();

		private @Nullable CacheStatistics before;

		void sample(EhCacheCache cache, Instant now) {
			CacheStatistics after = cache.statistics();
			if (this.before != null) {
				if (this.samples.size() == KEPT) {
					this.samples.removeFirst();
				}
				this.samples.addLast(HistorySample.between(this.before, after, cache.index().size(), now));
			}
			this.before = after;
		}

	}

}
