package dev.yoil.ehcache.region;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;

import dev.yoil.ehcache.region.KnownVersions.Known;
import org.jspecify.annotations.Nullable;

/**
 * The newest versions that this instance has heard of, under which it may share what it
 * loads. They are noted <em>before</em> it acts upon them, so that a load which is not
 * voided when it does is of the newest. Thread-safe; nobody waits here while that is
 * done. All times are {@link System#nanoTime()}.
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
	 * Names the state of some regions by the newest versions.
	 * @return {@code null} if one of them is being changed
	 */
	synchronized @Nullable String state(SortedSet<String> regions) {
		StringBuilder state = new StringBuilder();
		for (String region : regions) {
			Known version = this.newest.get(region);
			if (this.changing.containsKey(region)) {
				return null;
			}
			state.append(region).append('=');
			// Without a version it was never changed.
			if (version != null) {
				state.append(version.version().number()).append('/').append(version.version().tag());
			}
			state.append(' ');
		}
		return state.toString();
	}

	/**
	 * Notes what was read of regions that others have changed, before this instance acts
	 * upon that.
	 */
	synchronized void hear(Set<String> changed, Map<String, RegionVersion> read, long started, long now) {
		for (String region : changed) {
			RegionVersion version = read.get(region);
			if (version == null) {
				this.newest.remove(region);
			}
			else if (KnownVersions.isNews(this.newest.get(region), version, started)) {
				this.newest.put(region, new Known(version, now));
			}
		}
	}

}
