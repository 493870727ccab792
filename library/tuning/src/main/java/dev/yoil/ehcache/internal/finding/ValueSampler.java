package dev.yoil.ehcache.internal.finding;

import java.lang.ref.WeakReference;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;

import dev.yoil.ehcache.EhCacheCache;
import dev.yoil.ehcache.internal.KeyText;
import dev.yoil.ehcache.internal.index.EntryIndex;
import dev.yoil.ehcache.internal.index.StoredEntry;
import dev.yoil.ehcache.internal.inspect.InspectedCaches;
import org.jspecify.annotations.Nullable;

/**
 * Sampler that detects values which callers change while they are cached. It remembers
 * digests of a few entries of each cache, and compares them with the same entries later.
 * Hits and writes do no work for it.
 * <p>
 * {@link #sample()} is for one thread, all else is thread-safe. Keeps {@value #KEPT}
 * digests of each cache, at most 16 KB, and no entry that has left.
 */
public final class ValueSampler {

	/** The time between samples. */
	public static final Duration STEP = Duration.ofSeconds(5);

	private static final int KEPT = 32;

	/** Samples replaced in a step, so that each is compared for at least 40 s. */
	private static final int REPLACED = 4;

	/** Entries searched in a step, which bounds its cost. */
	private static final int SEARCHED = 1_000;

	private static final int SHOWN = 100;

	private final InspectedCaches caches;

	private final Map<EhCacheCache, Samples> samples = Collections.synchronizedMap(new WeakHashMap<>());

	ValueSampler(InspectedCaches caches) {
		this.caches = caches;
	}

	/**
	 * Compares the samples of all caches with their entries, and takes new samples of
	 * entries that were used since the previous step.
	 */
	public void sample() {
		Instant now = this.caches.clock().instant();
		this.caches.all()
			.forEach((cache) -> this.samples.computeIfAbsent(cache, (missing) -> new Samples())
				.sample(cache.unwrap(EntryIndex.class), now));
	}

	/**
	 * {@return the last change of a cached value; {@code null} for none}
	 */
	@Nullable Mutation lastMutation(EhCacheCache cache) {
		Samples known = this.samples.get(cache);
		return (known != null) ? known.last : null;
	}

	/**
	 * A change of a cached value.
	 *
	 * @param type the type of the value
	 * @param key its key as text, shortened
	 * @param detectedAt the time of the comparison
	 * @param changes the number of changes so far, of all sampled values of the cache
	 */
	record Mutation(String type, String key, Instant detectedAt, long changes) {
	}

	private record Sample(WeakReference<StoredEntry> entry, @Nullable ValueDigest digest) {

		static Sample of(StoredEntry entry) {
			return new Sample(new WeakReference<>(entry), ValueDigest.of(entry.value()));
		}

	}

	private static final class Samples {

		/** The oldest first. */
		private List<Sample> kept = List.of();

		private long lastSequence;

		private volatile @Nullable Mutation last;

		void sample(EntryIndex index, Instant now) {
			List<Sample> samples = new ArrayList<>();
			Set<StoredEntry> sampled = new HashSet<>();
			for (Sample sample : this.kept) {
				StoredEntry entry = sample.entry().get();
				if (entry != null && !entry.isDead() && index.find(entry.key()) == entry) {
					samples.add(compared(sample, entry, now));
					sampled.add(entry);
				}
			}
			add(index, samples, sampled);
			this.kept = List.copyOf(samples.subList(Math.max(0, samples.size() - KEPT), samples.size()));
		}

		private Sample compared(Sample sample, StoredEntry entry, Instant now) {
			if (sample.digest() == null || sample.digest().matches(entry.value())) {
				return sample;
			}
			Mutation before = this.last;
			this.last = new Mutation(entry.value().getClass().getName(),
					KeyText.shortened(KeyText.of(entry.key()), SHOWN), now,
					(before != null) ? before.changes() + 1 : 1);
			return Sample.of(entry);
		}

		/**
		 * Continues behind the last sampled entry, so that all used entries get a turn.
		 */
		private void add(EntryIndex index, List<Sample> samples, Set<StoredEntry> sampled) {
			long usedSince = index.time().now() - STEP.toMillis();
			int most = Math.max(KEPT, samples.size() + REPLACED);
			Iterator<Map.Entry<Object, StoredEntry>> entries = index.entriesAfter(this.lastSequence).iterator();
			for (int i = 0; i < SEARCHED && samples.size() < most; i++) {
				if (!entries.hasNext()) {
					this.lastSequence = 0;
					return;
				}
				StoredEntry entry = entries.next().getValue();
				this.lastSequence = entry.sequence();
				if (entry.lastAccessedAt() >= usedSince && sampled.add(entry)) {
					samples.add(Sample.of(entry));
				}
			}
		}

	}

}
