package dev.yoil.ehcache.internal.inspect;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;

import dev.yoil.ehcache.EhCacheCache;
import dev.yoil.ehcache.internal.CacheInternals;
import dev.yoil.ehcache.statistics.CacheStatistics;
import org.jspecify.annotations.Nullable;

/**
 * What happened in caches in the last quarter of an hour, whether anybody looks or not. A
 * sample reads what the entry indexes count anyway, so that neither taking nor reading
 * samples has an effect on a cache.
 * <p>
 * Thread-safe. It keeps 180 samples of each cache, a few dozen kilobytes.
 */
public final class CacheHistory {

	/** The time between samples. */
	public static final Duration STEP = Duration.ofSeconds(5);

	private static final int KEPT = 180;

	private final InspectedCaches caches;

	/**
	 * By the cache itself: managers may have caches of one name, or create theirs again.
	 */
	private final Map<EhCacheCache, Recording> recordings = new WeakHashMap<>();

	CacheHistory(InspectedCaches caches) {
		this.caches = caches;
	}

	/**
	 * Takes a sample of each cache. The first time of a cache only notes what it has
	 * counted so far. A step follows the one before, so that none is caught up on after
	 * the machine was suspended.
	 */
	public synchronized void sample() {
		Instant now = this.caches.clock().instant();
		this.caches.all()
			.forEach(
					(cache) -> this.recordings.computeIfAbsent(cache, (missing) -> new Recording()).sample(cache, now));
	}

	/**
	 * {@return the samples of a cache, in the order in which they were taken}
	 */
	public synchronized HistorySnapshot of(EhCacheCache cache) {
		Recording recording = this.recordings.get(cache);
		return new HistorySnapshot(STEP.toSeconds(), (recording != null) ? List.copyOf(recording.samples) : List.of());
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
				this.samples
					.addLast(HistorySample.between(this.before, after, CacheInternals.of(cache).index().size(), now));
			}
			this.before = after;
		}

	}

}
