package dev.yoil.ehcache.region;

import java.util.HashMap;
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

	/** The most rows of an only instance, about 200 bytes each. */
	static final int MOST_OF_ONLY = 1_000_000;

	/** The most rows of a region with concurrent writers. */
	private static final int SLOTS = 16;

	/** Changed under this object's lock, read without it. */
	private final Map<String, Row> rows = new ConcurrentHashMap<>();

	/** The changes by region that this instance has begun and not ended. */
	private final Map<String, Integer> changing = new HashMap<>();

	/** The rows beyond the first one, by region. */
	private final Map<String, Set<String>> further = new ConcurrentHashMap<>();

	/** True if no other instance changes regions. */
	private final boolean only;

	/** True since a change could not be recorded. Guarded by this object. */
	private boolean statesLost;

	/** The number of reads that have begun. */
	private int reads;

	/** Rows with a lower number are absent. */
	private volatile long horizon;

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
			.map((region) -> RegionNames.row(region,
					(!this.only && this.changing.getOrDefault(region, 0) > 1)
							? ThreadLocalRandom.current().nextInt(SLOTS) : 0))
			.collect(Collectors.toCollection(TreeSet::new));
	}

	private Stream<String> rows(String region) {
		return Stream.concat(Stream.of(region), this.further.getOrDefault(region, Set.of()).stream());
	}

	private Row row(String name) {
		return this.rows.computeIfAbsent(name, (missing) -> {
			String region = RegionNames.ofRow(name);
			if (!region.equals(name)) {
				this.further.computeIfAbsent(region, (first) -> new ConcurrentSkipListSet<>()).add(name);
			}
			return new Row();
		});
	}

	/**
	 * Begins a change by this instance: until it ends, the regions have no state.
	 */
	synchronized void begin(Set<String> regions) {
		regions.forEach((region) -> this.changing.merge(region, 1, Integer::sum));
	}

	/** Takes the states of all regions away for good. */
	synchronized void loseStates() {
		this.statesLost = true;
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
	synchronized void recordLocal(Map<String, RegionIncrement> committed) {
		long now = System.nanoTime();
		committed.forEach((name, increment) -> {
			Row row = row(name);
			// Threads may get here in another order than they committed in.
			if (row.recorded == null || increment.version().number() > row.recorded.version().number()) {
				row.recorded = new Noted(increment.version(), now);
				if (this.only) {
					row.applied = row.recorded;
				}
			}
		});
	}

	/**
	 * Marks versions that this instance has committed as applied. A version that does not
	 * follow the applied one is left to the next read, because another instance has made
	 * a change in between.
	 */
	synchronized void markApplied(Map<String, RegionIncrement> committed, long now) {
		committed.forEach((name, increment) -> {
			RegionVersion before = version(name);
			if (((before != null) ? before.number() : 0) == increment.previous()) {
				row(name).applied = new Noted(increment.version(), now);
			}
		});
	}

	/**
	 * Begins a read of the table. The caller passes the versions in any number of parts,
	 * and then ends the read.
	 * @param started the time before the read began
	 */
	synchronized Read read(long started) {
		return new Read(started, ++this.reads);
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
	 * Forgets rows that the table need not have. What they say is known to be applied.
	 */
	private void forgetBeyond(long horizon) {
		this.horizon = horizon;
		this.rows.entrySet().removeIf((each) -> {
			String name = each.getKey();
			Row row = each.getValue();
			boolean gone = row.isEmpty() || (row.isSettledBelow(horizon) && !name.equals(RegionTable.SECRET));
			if (gone) {
				this.further.computeIfPresent(RegionNames.ofRow(name), (region, names) -> {
					names.remove(name);
					return names.isEmpty() ? null : names;
				});
			}
			return gone;
		});
	}

	/**
	 * Returns the name of the state of some regions. Waits for a running read that
	 * applies changes.
	 * @return {@code null} if one of them is being changed here, has a recorded version
	 * that is not applied, or if the states are lost
	 */
	synchronized @Nullable String state(SortedSet<String> regions) {
		if (this.statesLost) {
			return null;
		}
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

	private boolean isApplied(String name) {
		Row row = this.rows.get(name);
		return row == null || row.isApplied();
	}

	/**
	 * Returns the applied version of a row, or {@code null} if there is none. Takes no
	 * lock, because a load asks while it holds its lease.
	 */
	@Nullable RegionVersion version(String name) {
		Row row = this.rows.get(name);
		Noted applied = (row != null) ? row.applied : null;
		return (applied != null) ? applied.version() : null;
	}

	/**
	 * Returns the latest applied version of the rows of a region, or {@code null} if
	 * there is none. Takes no lock.
	 */
	@Nullable RegionVersion latest(String region) {
		return rows(region).map(this::version)
			.filter(Objects::nonNull)
			.reduce((one, other) -> (one.number() >= other.number()) ? one : other)
			.orElse(null);
	}

	/**
	 * {@return whether these versions or newer ones are applied}
	 * @param numbers the version numbers by region
	 */
	boolean hasApplied(Map<String, Long> numbers) {
		return numbers.entrySet().stream().allMatch((number) -> {
			RegionVersion version = version(number.getKey());
			return (version != null) ? version.number() >= number.getValue() : number.getValue() < this.horizon;
		});
	}

	/**
	 * {@return the number below which versions are absent; 0 if none are}
	 */
	long horizon() {
		return this.horizon;
	}

	/**
	 * {@return the number of rows, about 200 bytes each}
	 */
	int size() {
		return this.rows.size();
	}

	boolean isOnly() {
		return this.only;
	}

	/**
	 * {@return whether an only instance has too many rows; those of several are removed
	 * in their table}
	 */
	boolean isTooLarge() {
		return this.only && size() > MOST_OF_ONLY;
	}

	private record Noted(RegionVersion version, long at) {

		boolean isBefore(long time) {
			return time - this.at > 0;
		}

	}

	/** A row, of which at least one version is known. Guarded by the versions. */
	private static final class Row {

		private @Nullable Noted recorded;

		private volatile @Nullable Noted applied;

		/** The latest read that had the row. */
		private int seen;

		boolean isApplied() {
			return Objects.equals(version(this.recorded), version(this.applied));
		}

		private static @Nullable RegionVersion version(@Nullable Noted noted) {
			return (noted != null) ? noted.version() : null;
		}

		boolean isEmpty() {
			return this.recorded == null && this.applied == null;
		}

		boolean isSettledBelow(long horizon) {
			return this.recorded != null && this.recorded.version().number() < horizon && isApplied();
		}

	}

	/**
	 * A read of the table. Its versions are recorded part by part. They are applied
	 * together at its end, because one transaction may have changed several of them.
	 */
	final class Read {

		private final long started;

		private final int id;

		/** New versions that are not applied yet; {@code null} for a missing row. */
		private final Map<String, @Nullable RegionVersion> news = new HashMap<>();

		private Read(long started, int id) {
			this.started = started;
			this.id = id;
		}

		/**
		 * Records versions.
		 */
		void part(Map<String, RegionVersion> versions, long now) {
			synchronized (RegionVersions.this) {
				versions.forEach((name, version) -> {
					Row row = row(name);
					row.seen = Math.max(row.seen, this.id);
					if (isNews(row.applied, version, this.started)) {
						this.news.put(name, version);
					}
					if (isNews(row.recorded, version, this.started)) {
						row.recorded = new Noted(version, now);
					}
				});
			}
		}

		/**
		 * Applies the versions that are new.
		 * @param applier applies the changed rows, also if there are none but a
		 * {@linkplain RegionRead#gap() gap}; if it throws, they stay unapplied
		 * @return the number of changed rows
		 */
		int end(RegionRead end, long now, Consumer<Set<String>> applier) {
			synchronized (RegionVersions.this) {
				this.news.entrySet().removeIf((each) -> !isStillNews(each.getKey(), each.getValue()));
				if (end.complete()) {
					findMissing(end.horizon());
				}
				if (!this.news.isEmpty() || end.gap()) {
					applier.accept(Set.copyOf(this.news.keySet()));
				}
				this.news
					.forEach((name, version) -> row(name).applied = (version != null) ? new Noted(version, now) : null);
				if (end.complete() || end.horizon() > RegionVersions.this.horizon) {
					forgetBeyond(Math.max(end.horizon(), RegionVersions.this.horizon));
				}
				return this.news.size();
			}
		}

		private boolean isStillNews(String name, @Nullable RegionVersion version) {
			Row row = RegionVersions.this.rows.get(name);
			return version != null && (row == null || isNews(row.applied, version, this.started));
		}

		/**
		 * Finds rows that are missing in the table. They were lost with their changes,
		 * unless they are beyond the horizon.
		 */
		private void findMissing(long horizon) {
			RegionVersions.this.rows.forEach((name, row) -> {
				if (row.seen >= this.id || row.isSettledBelow(horizon)) {
					return;
				}
				if (row.recorded != null && row.recorded.isBefore(this.started)) {
					row.recorded = null;
				}
				Noted applied = row.applied;
				if (applied != null && applied.isBefore(this.started)) {
					this.news.put(name, null);
				}
			});
		}

	}

}
