package dev.yoil.ehcache.internal.whatif;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

import dev.yoil.ehcache.internal.index.ElapsedTime;
import dev.yoil.ehcache.policy.CachePolicy;

/**
 * A whole cache with exact LRU, as simple as possible.
 */
final class ModelCache {

	private final long capacity;

	private final CachePolicy policy;

	private final ElapsedTime time;

	private final Map<Object, Entry> entries = new LinkedHashMap<>();

	private int hits;

	private int loads;

	ModelCache(long capacity, CachePolicy policy, ElapsedTime time) {
		this.capacity = capacity;
		this.policy = policy;
		this.time = time;
	}

	void referenced(Object key, long now) {
		Entry entry = this.entries.get(key);
		if (entry == null || this.policy
			.expiry(key, false, entry.written, entry.accessed, this.time.end(this.policy.until(), entry.written))
			.passed(now)) {
			this.loads++;
			written(key, now);
			return;
		}
		this.hits++;
		entry.accessed = now;
		if (this.policy.isRefreshedAt(now - entry.written, key)) {
			this.loads++;
			entry.written = now;
		}
	}

	void written(Object key, long now) {
		this.entries.put(key, new Entry(now));
		if (this.entries.size() > this.capacity) {
			this.entries.entrySet()
				.stream()
				.min(Comparator.comparing((entry) -> entry.getValue().accessed))
				.ifPresent((oldest) -> this.entries.remove(oldest.getKey()));
		}
	}

	void removed(Object key) {
		this.entries.remove(key);
	}

	void changed(Set<String> regions, Function<Object, Set<String>> regionsOfKey) {
		this.entries.keySet().removeIf((key) -> regionsOfKey.apply(key).stream().anyMatch(regions::contains));
	}

	void cleared() {
		this.entries.clear();
	}

	int hits() {
		return this.hits;
	}

	int loads() {
		return this.loads;
	}

	int size() {
		return this.entries.size();
	}

	private static final class Entry {

		private long written;

		private long accessed;

		Entry(long now) {
			this.written = now;
			this.accessed = now;
		}

	}

}
