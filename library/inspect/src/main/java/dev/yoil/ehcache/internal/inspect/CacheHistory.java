package dev.yoil.ehcache.internal.inspect;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.stream.Stream;

import dev.yoil.ehcache.EhCacheCache;
import dev.yoil.ehcache.statistics.CacheStatistics;
import org.jspecify.annotations.Nullable;

/**
 * Recorder of the activity of all caches in the last hour. Samples only read counters, so
 * they have no effect on a cache.
 * <p>
 * Thread-safe. Keeps 180 samples and 59 minutes of each cache, about 30 KB.
 */
public final class CacheHistory {

	/** The time between samples. */
	public static final Duration STEP = Duration.ofSeconds(5);

	/** The samples of 15 minutes. */
	private static final int KEPT = 180;

	private static final int STEPS_OF_MINUTE = 12;

	/** The complete minutes of an hour, of which the last minute has only begun. */
	private static final int KEPT_MINUTES = 59;

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
	public synchronized HistorySnapshot of(EhCacheCache cache) {
		return new HistorySnapshot(STEP.toSeconds(), recording(cache).latest(KEPT));
	}

	/**
	 * {@return the last hour of all caches, by minutes}
	 */
	public synchronized HourSnapshot hour() {
		Map<String, HourSnapshot.Series> series = new LinkedHashMap<>();
		this.caches.byName().forEach((name, cache) -> series.put(name, recording(cache).series(cache)));
		return new HourSnapshot(STEP.toSeconds() * STEPS_OF_MINUTE, series);
	}

	/**
	 * {@return the activity of a cache in the last minute, 15 minutes and hour, by
	 * {@code 1m}, {@code 15m} and {@code 60m}; the hour begins with a whole minute}
	 */
	public synchronized Map<String, RecentActivity> recent(EhCacheCache cache) {
		Recording recording = recording(cache);
		Map<String, RecentActivity> recent = new LinkedHashMap<>();
		recent.put("1m", RecentActivity.of(recording.latest(STEPS_OF_MINUTE)));
		recent.put("15m", RecentActivity.of(recording.latest(KEPT)));
		recent.put("60m", RecentActivity.sum(recording.minutes(cache).stream().map(Minute::activity).toList()));
		return recent;
	}

	/**
	 * {@return the activity of a cache in the last minute}
	 */
	public synchronized RecentActivity lastMinute(EhCacheCache cache) {
		return RecentActivity.of(recording(cache).latest(STEPS_OF_MINUTE));
	}

	private Recording recording(EhCacheCache cache) {
		return this.recordings.getOrDefault(cache, Recording.NONE);
	}

	/**
	 * The activity of a cache in one minute.
	 *
	 * @param loadP95Millis in milliseconds; {@code null} without loads
	 */
	private record Minute(RecentActivity activity, @Nullable Double loadP95Millis) {
	}

	private static final class Recording {

		/** Of a cache without samples; never changed. */
		static final Recording NONE = new Recording();

		private final Deque<HistorySnapshot.Sample> samples = new ArrayDeque<>();

		private final Deque<Minute> complete = new ArrayDeque<>();

		private @Nullable CacheStatistics before;

		/** The number of samples since the last complete minute. */
		private int begun;

		/** The number of loads until then. */
		private long loadsBefore;

		void sample(EhCacheCache cache, Instant now) {
			CacheStatistics after = cache.statistics();
			if (this.before == null) {
				this.loadsBefore = cache.unwrap(EventLog.class).loads();
			}
			else {
				add(this.samples, HistorySnapshot.Sample.between(this.before, after, cache.size(), now), KEPT);
				if (++this.begun == STEPS_OF_MINUTE) {
					add(this.complete, minute(cache), KEPT_MINUTES);
					this.begun = 0;
					this.loadsBefore = cache.unwrap(EventLog.class).loads();
				}
			}
			this.before = after;
		}

		private static <T> void add(Deque<T> latest, T element, int most) {
			if (latest.size() == most) {
				latest.removeFirst();
			}
			latest.addLast(element);
		}

		List<HistorySnapshot.Sample> latest(int steps) {
			return this.samples.stream().skip(Math.max(0, this.samples.size() - steps)).toList();
		}

		private Minute minute(EhCacheCache cache) {
			LoadTimes times = cache.unwrap(EventLog.class).loadTimesSince(this.loadsBefore);
			return new Minute(RecentActivity.of(latest(this.begun)), (times != null) ? times.p95Millis() : null);
		}

		List<Minute> minutes(EhCacheCache cache) {
			return this.samples.isEmpty() ? List.of()
					: Stream.concat(this.complete.stream(), Stream.of(minute(cache))).toList();
		}

		HourSnapshot.Series series(EhCacheCache cache) {
			List<@Nullable Double> ratios = new ArrayList<>();
			List<@Nullable Double> times = new ArrayList<>();
			List<Long> failures = new ArrayList<>();
			for (Minute minute : minutes(cache)) {
				ratios.add(rounded(minute.activity().hitRatio(), 1000));
				times.add(rounded(minute.loadP95Millis(), 100));
				failures.add(minute.activity().failedLoads());
			}
			return new HourSnapshot.Series(ratios, times, failures);
		}

		/** Rounds, because the response has a figure for each minute of each cache. */
		private static @Nullable Double rounded(@Nullable Double value, int parts) {
			return (value != null) ? (double) Math.round(value * parts) / parts : null;
		}

	}

}
