package dev.yoil.ehcache.internal.inspect;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;

import dev.yoil.ehcache.EhCacheCache;
import dev.yoil.ehcache.statistics.CacheStatistics;
import org.jspecify.annotations.Nullable;

/**
 * Recorder of the activity of all caches in the last hour. Samples only read counters, so
 * they have no effect on a cache.
 * <p>
 * Thread-safe. Keeps 720 samples of each cache, about 100 KB.
 */
public final class CacheHistory {

	/** The time between samples. */
	public static final Duration STEP = Duration.ofSeconds(5);

	private static final int KEPT = 720;

	private static final Duration SHOWN = Duration.ofMinutes(15);

	private static final List<Integer> MINUTES = List.of(1, 15, 60);

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
	 * {@return the samples of a cache in the last 15 minutes, the oldest first}
	 */
	public HistorySnapshot of(EhCacheCache cache) {
		return new HistorySnapshot(STEP.toSeconds(), latest(cache, SHOWN));
	}

	/**
	 * {@return the activity of a cache in the last minute, 15 minutes and hour, by
	 * {@code 1m}, {@code 15m} and {@code 60m}}
	 */
	public Map<String, RecentActivity> recent(EhCacheCache cache) {
		Map<String, RecentActivity> recent = new LinkedHashMap<>();
		MINUTES.forEach(
				(minutes) -> recent.put(minutes + "m", RecentActivity.of(latest(cache, Duration.ofMinutes(minutes)))));
		return recent;
	}

	/**
	 * {@return the activity of a cache in the last minute}
	 */
	public RecentActivity lastMinute(EhCacheCache cache) {
		return RecentActivity.of(latest(cache, Duration.ofMinutes(1)));
	}

	private synchronized List<HistorySnapshot.Sample> latest(EhCacheCache cache, Duration window) {
		Recording recording = this.recordings.get(cache);
		if (recording == null) {
			return List.of();
		}
		long steps = window.dividedBy(STEP);
		return recording.samples.stream().skip(Math.max(0, recording.samples.size() - steps)).toList();
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
				this.samples.addLast(HistorySnapshot.Sample.between(this.before, after, cache.size(), now));
			}
			this.before = after;
		}

	}

}
