package dev.yoil.ehcache.region;

import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

import dev.yoil.ehcache.region.KnownVersions.Known;
import org.jspecify.annotations.Nullable;

/**
 * The newest versions that this instance has heard of. They are noted <em>before</em> it
 * acts upon them: until it has, it may hold what is older, and shares nothing that is
 * made of that. Thread-safe. All times are {@link System#nanoTime()}.
 */
final class NewestVersions {

	private final Map<String, Known> newest = new HashMap<>();

	/**
	 * How many changes of a region this instance has begun and is not through with: they
	 * may be committed, and the newest version still be that of before.
	 */
	private final Map<String, Integer> changing = new HashMap<>();

	/**
	 * Notes what this instance has changed and committed, before it acts upon that.
	 */
	synchronized void committed(Map<String, RegionVersion> raised) {
		long now = System.nanoTime();
		raised.forEach((region, version) -> {
			Known before = this.newest.get(region);
			// Those who commit one after the other may get here in another order.
			if (before == null || version.number() > before.version().number()) {
				this.newest.put(region, new Known(version, now));
			}
		});
	}

	/**
	 * Notes that this instance begins to change regions: until it has ended, nothing of
	 * them can be shared, whatever else is heard.
	 */
	synchronized void begin(Set<String> regions) {
		regions.forEach((region) -> this.changing.merge(region, 1, Integer::sum));
	}

	/**
	 * Notes that such a change has come to nothing, or was committed, raised, and acted
	 * upon.
	 */
	synchronized void end(Set<String> regions) {
		regions.forEach((region) -> this.changing.computeIfPresent(region,
				(same, changes) -> (changes > 1) ? Integer.valueOf(changes - 1) : null));
	}

	/**
	 * Tells whether a version is the newest of a region that this instance has heard of,
	 * and nothing of the region is being changed.
	 * @param version {@code null} for none
	 */
	synchronized boolean isSettled(String region, @Nullable RegionVersion version) {
		Known newest = this.newest.get(region);
		return !this.changing.containsKey(region)
				&& Objects.equals((newest != null) ? newest.version() : null, version);
	}

	/**
	 * Notes what was read, before this instance acts upon that.
	 */
	synchronized void hear(Map<String, RegionVersion> read, long started, long now) {
		this.newest.entrySet()
			.removeIf((heard) -> !read.containsKey(heard.getKey()) && started - heard.getValue().noted() > 0);
		read.forEach((region, version) -> {
			if (KnownVersions.isNews(this.newest.get(region), version, started)) {
				this.newest.put(region, new Known(version, now));
			}
		});
	}

}
