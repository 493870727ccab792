package dev.yoil.ehcache.region;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

/**
 * The versions of regions that this instance has recorded, and those that it has applied:
 * nothing in its caches is older than an applied version. A version is recorded before it
 * is applied. In between, the instance may hold older values and shares nothing of the
 * region. Thread-safe. All times are {@link System#nanoTime()}.
 */
final class RegionVersions {

	/** The most rows of a region with concurrent writers. */
	private static final int SLOTS = 16;

	/** Written under this object's lock, read without it. */
	private final Map<String, Noted> applied = new ConcurrentHashMap<>();

	private final Map<String, Noted> recorded = new HashMap<>();

	/** The changes by region that this instance has begun and not ended. */
	private final Map<String, Integer> changing = new HashMap<>();

	/** The rows beyond the first one, by region. */
	private final Map<String, Set<String>> further = new ConcurrentHashMap<>();

	/** True if no other instance changes regions. */
	private final boolean only;

	RegionVersions(boolean only) {
		this.only = only;
	}

	/**
	 * Chooses the rows for a change of some regions. If this instance is changing a
	 * region several times, each change takes a random row, so that few wait for the
	 * commits of others. The versions of each row are in the order of their commits.
	 */
	synchronized SortedSet<String> choose(Set<String> regions) {
		return regions.stream()
			.map((region) -> RegionRows.row(region,
					(!this.only && this.changing.getOrDefault(region, 0) > 1)
							? ThreadLocalRandom.current().nextInt(SLOTS) : 0))
			.collect(Collectors.toCollection(TreeSet::new));
	}

	private Stream<String> rows(String region) {
		return Stream.concat(Stream.of(region), this.further.getOrDefault(region, Set.of()).stream());
	}

	private void record(String row, RegionVersion version, long now) {
		this.recorded.put(row, new Noted(version, now));
		String region = RegionRows.region(row);
		if (!region.equals(row)) {
			this.further.computeIfAbsent(region, (first) -> new ConcurrentSkipListSet<>()).add(row);
		}
	}

	/**
	 * Begins a change by this instance: until it ends, the regions have no state.
	 */
	synchronized void begin(Set<String> regions) {
		regions.forEach((region) -> this.changing.merge(region, 1, Integer::sum));
	}

	/**
	 * Ends a change that was applied or rolled back.
	 */
	synchronized void end(Set<String> regions) {
		regions.forEach((region) -> this.changing.computeIfPresent(region,
				(same, changes) -> (changes > 1) ? Integer.valueOf(changes - 1) : null));
	}

	/**
	 * Records versions that this instance has committed, before it applies them. Those of
	 * an only instance count as applied: until its changes end, their regions have no
	 * state anyway.
	 */
	synchronized void recordLocal(Map<String, RegionVersion> committed) {
		long now = System.nanoTime();
		committed.forEach((region, version) -> {
			Noted before = this.recorded.get(region);
			// Threads may get here in another order than they committed in.
			if (before == null || version.number() > before.version().number()) {
				record(region, version, now);
				if (this.only) {
					this.applied.put(region, new Noted(version, now));
				}
			}
		});
	}

	/**
	 * Marks versions that this instance has committed as applied. A version that does not
	 * follow the applied one is left to the next read, because another instance has made
	 * a change in between.
	 */
	synchronized void markApplied(Map<String, RegionVersion> committed, long now) {
		committed.forEach((region, version) -> {
			RegionVersion before = version(region);
			if (((before != null) ? before.number() : 0) == version.number() - 1) {
				this.applied.put(region, new Noted(version, now));
			}
		});
	}

	/**
	 * Records all versions of the table and applies those that are new.
	 * @param read the versions that were read
	 * @param started the time at which the read began
	 * @param applier applies the changed regions; if it throws, they stay unapplied
	 * @return the number of changed regions
	 */
	synchronized int recordRemote(Map<String, RegionVersion> read, long started, long now,
			Consumer<Set<String>> applier) {
		Set<String> changed = new HashSet<>();
		read.forEach((region, version) -> {
			if (isNews(this.applied.get(region), version, started)) {
				changed.add(region);
			}
			if (isNews(this.recorded.get(region), version, started)) {
				record(region, version, now);
			}
		});
		// A missing row belongs to a region that never changed, or was lost with its
		// change.
		this.applied.forEach((region, before) -> {
			if (!read.containsKey(region) && started - before.at() > 0) {
				changed.add(region);
			}
		});
		this.recorded.entrySet()
			.removeIf((before) -> !read.containsKey(before.getKey()) && started - before.getValue().at() > 0);
		if (!changed.isEmpty()) {
			applier.accept(changed);
		}
		changed.forEach((region) -> this.applied.compute(region, (same, before) -> {
			RegionVersion version = read.get(region);
			return (version != null) ? new Noted(version, now) : null;
		}));
		return changed.size();
	}

	/**
	 * Accepts a lower number only if the read began after the higher one was noted:
	 * otherwise a newer change overtook the read.
	 */
	private static boolean isNews(@Nullable Noted before, RegionVersion version, long started) {
		if (before == null || version.number() > before.version().number()) {
			return true;
		}
		return !version.equals(before.version()) && started - before.at() > 0;
	}

	/**
	 * Returns the name of the state of some regions. Waits for a running
	 * {@link #recordRemote}.
	 * @return {@code null} if one of them is being changed here, or has a recorded
	 * version that is not applied
	 */
	synchronized @Nullable String state(SortedSet<String> regions) {
		StringBuilder state = new StringBuilder();
		for (String region : regions) {
			if (this.changing.containsKey(region) || !rows(region).allMatch(this::isApplied)) {
				return null;
			}
			state.append(region).append('=');
			// A region without a version was never changed. A deleted row is none.
			rows(region).forEach((row) -> {
				RegionVersion version = version(row);
				if (version != null) {
					state.append(row.equals(region) ? "" : " " + row + "=")
						.append(version.number())
						.append('/')
						.append(version.tag());
				}
			});
			state.append(' ');
		}
		return state.toString();
	}

	private boolean isApplied(String row) {
		Noted newest = this.recorded.get(row);
		return Objects.equals((newest != null) ? newest.version() : null, version(row));
	}

	/**
	 * Returns the applied version of a row, or {@code null} if there is none. Takes no
	 * lock, because a load asks while it holds its lease.
	 */
	@Nullable RegionVersion version(String row) {
		Noted version = this.applied.get(row);
		return (version != null) ? version.version() : null;
	}

	/**
	 * Returns the sum of the applied versions of a region, or {@code null} if there is
	 * none. Takes no lock.
	 */
	@Nullable RegionVersion sum(String region) {
		return rows(region).map(this::version)
			.filter(Objects::nonNull)
			.reduce((one, other) -> new RegionVersion(one.number() + other.number(), other.tag()))
			.orElse(null);
	}

	/**
	 * {@return whether these versions or newer ones are applied}
	 * @param numbers the version numbers by region
	 */
	boolean hasApplied(Map<String, Long> numbers) {
		return numbers.entrySet().stream().allMatch((number) -> {
			RegionVersion version = version(number.getKey());
			return version != null && version.number() >= number.getValue();
		});
	}

	private record Noted(RegionVersion version, long at) {
	}

}
