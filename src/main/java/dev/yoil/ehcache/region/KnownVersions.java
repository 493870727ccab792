package dev.yoil.ehcache.region;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.function.Consumer;

import org.jspecify.annotations.Nullable;

/**
 * The versions of regions that this instance has acted upon: nothing in its caches is of
 * an older one. And the newest that it has heard of, under which it may share what it
 * loads: these are noted <em>before</em> it acts upon them, so that a load which is not
 * voided when it does is of the newest. Thread-safe. All times are
 * {@link System#nanoTime()}.
 */
final class KnownVersions {

	private final Map<String, Known> known = new HashMap<>();

	private final Map<String, Known> newest = new HashMap<>();

	/** How many changes of a region are committed, and its version is not raised yet. */
	private final Map<String, Integer> late = new HashMap<>();

	/**
	 * Notes what this instance has changed and committed, before it acts upon that.
	 */
	synchronized void committed(Map<String, RegionVersion> raised, long now) {
		raised.forEach((region, version) -> {
			Known before = this.newest.get(region);
			// Those who commit one after the other may get here in another order.
			if (before == null || version.number() > before.version().number()) {
				this.newest.put(region, new Known(version, now));
			}
		});
	}

	/**
	 * Notes what this instance has changed and will raise later, before it acts upon
	 * that: until then nothing of these regions can be shared, whatever else is heard.
	 */
	synchronized void late(Set<String> regions) {
		regions.forEach((region) -> this.late.merge(region, 1, Integer::sum));
	}

	/**
	 * Notes that it was raised.
	 */
	synchronized void caughtUp(Set<String> regions, Map<String, RegionVersion> raised, long now) {
		committed(raised, now);
		regions.forEach((region) -> this.late.computeIfPresent(region,
				(same, changes) -> (changes > 1) ? Integer.valueOf(changes - 1) : null));
	}

	/**
	 * Names the state of some regions by the newest versions.
	 * @return {@code null} if one of them is still to be raised
	 */
	synchronized @Nullable String state(SortedSet<String> regions) {
		StringBuilder state = new StringBuilder();
		for (String region : regions) {
			Known version = this.newest.get(region);
			if (this.late.containsKey(region)) {
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
	 * Notes a change that this instance has made, committed, and acted upon itself. If it
	 * does not follow what is known, another's change lies in between: that is to be
	 * read.
	 */
	synchronized void own(String region, RegionVersion version, long now) {
		Known before = this.known.get(region);
		if (((before != null) ? before.version().number() : 0) == version.number() - 1) {
			this.known.put(region, new Known(version, now));
		}
	}

	/**
	 * Notes what was read from the table, after whatever is of an older version was
	 * forgotten.
	 * @param read all versions
	 * @param started when reading began
	 * @param forget forgets what is of some regions; if it throws, they are not known
	 * @return how many regions that was
	 */
	synchronized int read(Map<String, RegionVersion> read, long started, long now, Consumer<Set<String>> forget) {
		Set<String> changed = new HashSet<>();
		read.forEach((region, version) -> {
			if (isNews(this.known.get(region), version, started)) {
				changed.add(region);
			}
		});
		// A region without a row was never changed, or its row was lost with the change.
		this.known.forEach((region, before) -> {
			if (!read.containsKey(region) && started - before.noted() > 0) {
				changed.add(region);
			}
		});
		changed.forEach((region) -> hear(region, read.get(region), started, now));
		if (!changed.isEmpty()) {
			forget.accept(changed);
		}
		changed.forEach((region) -> {
			RegionVersion version = read.get(region);
			if (version != null) {
				this.known.put(region, new Known(version, now));
			}
			else {
				this.known.remove(region);
			}
		});
		return changed.size();
	}

	private void hear(String region, @Nullable RegionVersion version, long started, long now) {
		if (version == null) {
			this.newest.remove(region);
		}
		else if (isNews(this.newest.get(region), version, started)) {
			this.newest.put(region, new Known(version, now));
		}
	}

	/**
	 * A number that is lower than before is only believed if it was read after the higher
	 * one became known: else the read was overtaken.
	 */
	private static boolean isNews(@Nullable Known before, RegionVersion version, long started) {
		if (before == null || version.number() > before.version().number()) {
			return true;
		}
		return !version.equals(before.version()) && started - before.noted() > 0;
	}

	/**
	 * {@return the version that is known of a region, {@code null} if none is}
	 */
	synchronized @Nullable RegionVersion version(String region) {
		Known version = this.known.get(region);
		return (version != null) ? version.version() : null;
	}

	private record Known(RegionVersion version, long noted) {
	}

}
