package dev.yoil.ehcache.region;

import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

import org.jspecify.annotations.Nullable;

/**
 * The versions of regions that this instance has acted upon: nothing in its caches is of
 * an older one. Thread-safe. All times are {@link System#nanoTime()}.
 */
final class KnownVersions {

	/** Written under this object's lock. */
	private final Map<String, Known> known = new ConcurrentHashMap<>();

	private final NewestVersions newest;

	KnownVersions(NewestVersions newest) {
		this.newest = newest;
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
	 * Notes what was read from the table, after whatever is of an older version is
	 * absent.
	 * @param read all versions
	 * @param started when reading began
	 * @param forget kills the labels of some regions; if it throws, they are not known
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
		this.newest.hear(read, started, now);
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

	/**
	 * A number that is lower than before is only believed if it was read after the higher
	 * one became known: else the read was overtaken.
	 */
	static boolean isNews(@Nullable Known before, RegionVersion version, long started) {
		if (before == null || version.number() > before.version().number()) {
			return true;
		}
		return !version.equals(before.version()) && started - before.noted() > 0;
	}

	/**
	 * Names the state of some regions. Waits while something read is acted upon.
	 * @return {@code null} if this instance has heard of a change of one of them, or
	 * makes one, and has not acted upon it yet: what it holds may be older
	 */
	synchronized @Nullable String state(SortedSet<String> regions) {
		StringBuilder state = new StringBuilder();
		for (String region : regions) {
			RegionVersion version = version(region);
			if (!this.newest.isSettled(region, version)) {
				return null;
			}
			state.append(region).append('=');
			// Without a version it was never changed.
			if (version != null) {
				state.append(version.number()).append('/').append(version.tag());
			}
			state.append(' ');
		}
		return state.toString();
	}

	/**
	 * Returns the version that is known of a region. It waits for nothing: a load that
	 * holds its lease asks, and {@link #read} may wait for that lease.
	 * @return {@code null} if none is
	 */
	@Nullable RegionVersion version(String region) {
		Known version = this.known.get(region);
		return (version != null) ? version.version() : null;
	}

	/**
	 * Tells whether this instance knows these versions or newer ones.
	 * @param numbers the number of a version by region
	 */
	boolean hasAll(Map<String, Long> numbers) {
		return numbers.entrySet().stream().allMatch((number) -> {
			RegionVersion version = version(number.getKey());
			return version != null && version.number() >= number.getValue();
		});
	}

	/** A version, and when it became known. */
	record Known(RegionVersion version, long noted) {
	}

}
