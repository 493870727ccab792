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
 * Recorder of the activity of all caches in the last 15 minutes. Samples only read
 * counters, so they have no effect on a cache.
 * <p>
 * Thread-safe. Keeps 180 samples of each cache, a few dozen kilobytes.
 */
public final class CacheHistory {

	/** The time between samples. */
	public static final Duration STEP = Duration.ofSeconds(5);

	private static final int KEPT = 180;

	private final InspectedCaches caches;

	/** The keys are not names: managers may share names, or create their caches again. */
	private final Map<EhCacheCache, Recording> recordings = new WeakHashMap<>();

	CacheHistory(InspectedCaches caches) {
		this.caches = caches;
	}

	/**
	 * Takes a sample of each cache. The first call for a cache only records its counters.
	 */
	public synchronized void sample() {
		Instant now = this.caches.clock().instant();
		this.caches.all()
			.forEach(
					(cache) -> this.recordings.computeIfAbsent(cache, (missing) -> new Recording()).sample(cache, now));
	}

	/**
	 * {@return the samples of a cache, the oldest first}
	 */
	public synchronized HistorySnapshot of(EhCacheCache cache) {
		Recording recording = this.recordings.get(cache);
		return new HistorySnapshot(STEP.toSeconds(), (recording != null) ? List.copyOf(recording.samples) : List.of());
	}

	private static final class Recording {

		private final Deque<HistorySnapshot.Sample> samples = new ArrayDeque<>();

		private @Nullable CacheStatistics before;

		void sample(EhCacheCache cache, Instant now) {
			CacheStatistics after = cache.statistics();
			if (this.before != null) {
				if (this.samples.size() == KEPT) {
					this.samples.removeFirst();
				}
				this.samples.addLast(HistorySnapshot.Sample.between(this.before, after,
						CacheInternals.of(cache).index().size(), now));
			}
			this.before = after;
		}

	}

}
