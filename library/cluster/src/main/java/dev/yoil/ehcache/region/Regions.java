package dev.yoil.ehcache.region;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Supplier;

import dev.yoil.ehcache.internal.OwnedThreads;
import dev.yoil.ehcache.internal.label.Change;
import dev.yoil.ehcache.internal.label.Labels;
import dev.yoil.ehcache.internal.purge.Purges;
import dev.yoil.ehcache.internal.task.SharedTask;
import dev.yoil.ehcache.internal.tx.Transactions;
import dev.yoil.ehcache.spi.CacheValidity;
import dev.yoil.ehcache.spi.Validity;
import org.jspecify.annotations.Nullable;

/**
 * The regions of one instance: groups of cached values that become outdated together. A
 * change of a region is committed with the transaction that makes it. Then all entries of
 * the region are removed: here at once, on other instances over the same database as soon
 * as they are notified. An instance that has not heard from the database for the length
 * of its lease treats all its entries as expired.
 * <p>
 * Thread-safe. Transactions that are not bound to a thread are not seen.
 */
public final class Regions extends Purges.Owner implements Validity, AutoCloseable {

	/** In nanoseconds: longer than any load, and no difference of two times overflows. */
	private static final long ANY_AGE = Long.MAX_VALUE / 2;

	/** {@code null} if no versions are needed. */
	private final @Nullable RegionTable table;

	/** True if other instances make changes. */
	private final boolean shared;

	/** In nanoseconds. The lease of a single instance does not end. */
	private final long lease;

	/** The end of the lease by {@link System#nanoTime()}. */
	private final AtomicLong validUntil = new AtomicLong(System.nanoTime());

	private final ThreadLocal<@Nullable Boolean> distrusted = new ThreadLocal<>();

	private final RegionVersions versions;

	/** The position at which the next read of the versions continues. */
	private final AtomicReference<@Nullable RegionRead> lastRead = new AtomicReference<>();

	private final Labels labels = new Labels();

	private final OwnedThreads threads = new OwnedThreads();

	private final RegionActions actions = new RegionActions(this.threads);

	private volatile boolean notified = true;

	/** The read that all callers with a token share. */
	private final SharedTask read = new SharedTask(this.threads.pool("yoil-cache-catch-up-", 1, 1), this::catchUp);

	private final Purges purges = new Purges();

	private final RegionIncrements increments;

	private Regions(@Nullable RegionTable table, @Nullable Duration lease) {
		this.table = table;
		this.shared = lease != null;
		this.lease = (lease != null) ? lease.toNanos() : ANY_AGE;
		this.versions = new RegionVersions(lease == null);
		this.increments = new RegionIncrements(table, this.versions, this.purges, this.read);
	}

	/**
	 * {@return the regions of a single instance}
	 */
	public static Regions alone() {
		return new Regions(null, null);
	}

	/**
	 * Creates the regions of a single instance whose local tiers outlive their entries on
	 * the heap. The tiers are used after the first {@link #catchUp()}.
	 * @param table the versions, which last as long as the values in the tiers
	 */
	public static Regions versioned(RegionTable table) {
		return new Regions(table, null);
	}

	/**
	 * Creates the regions of one of several instances. Its lease begins with the first
	 * {@link #catchUp()}.
	 * @param table the table that all instances share
	 * @param lease how long entries may be served after the versions were last read
	 */
	public static Regions shared(RegionTable table, Duration lease) {
		return new Regions(table, lease);
	}

	/**
	 * Changes regions: with the transaction of the calling thread if there is one, else
	 * at once. If other instances cannot be notified now, that is retried.
	 * @param regions the names, of 1 to 200 characters
	 * @throws IllegalArgumentException if a name is not valid
	 */
	public void changed(String... regions) {
		Set<String> names = RegionNames.checked(Set.copyOf(List.of(regions)));
		if (!Transactions.isActive()) {
			changedNow(names);
			return;
		}
		RegionTransaction transaction = RegionTransaction.of(this);
		transaction.add(names, true);
		transaction.purge();
	}

	/** Changes regions at once, also in a transaction. */
	public void changedNow(Set<String> regions) {
		changeAtOnce(regions, () -> {
			changedHere(regions);
			return null;
		});
	}

	/** Removes the entries of changed regions, on this instance only. */
	public void changedHere(Set<String> regions) {
		this.labels.remove(this.labels.change(regions));
	}

	/**
	 * Names regions that an earlier attempt of the caller's request may have changed,
	 * before it is known whether this one does. Purges only copies in front of the
	 * application, after the calling thread's transaction, even if it is rolled back.
	 */
	public void mayHaveChanged(String... regions) {
		RegionTransaction.name(this, RegionNames.checked(Set.copyOf(List.of(regions))));
	}

	/**
	 * Announces a change of regions to the other instances and to the tiers only. On this
	 * instance, the write removes entries itself. The regions have no {@linkplain #state
	 * state} until the write is done, or the transaction has completed.
	 * @param write writes to a cache, or defers that until after the commit
	 * @return the result of the write
	 */
	public <T extends @Nullable Object> T announce(Set<String> regions, Supplier<T> write) {
		if (this.table == null && this.purges.isEmpty()) {
			return write.get();
		}
		Set<String> names = RegionNames.checked(Set.copyOf(regions));
		if (Transactions.isActive()) {
			RegionTransaction transaction = RegionTransaction.of(this);
			transaction.add(names, false);
			T written = write.get();
			transaction.purge();
			return written;
		}
		return changeAtOnce(names, write);
	}

	private <T extends @Nullable Object> T changeAtOnce(Set<String> regions, Supplier<T> write) {
		this.versions.begin(regions);
		try {
			Map<String, RegionIncrement> incremented = this.increments.atOnce(regions);
			T written = write.get();
			this.versions.markApplied(incremented, System.nanoTime());
			this.increments.committed(incremented);
			this.purges.purge(regions, !incremented.isEmpty());
			return written;
		}
		finally {
			this.versions.end(regions);
		}
	}

	/**
	 * Registers an action for changes of a region by other instances, to refresh state
	 * that is kept outside of caches.
	 * @param action runs in another thread; if it throws, it runs again after the next
	 * read of the versions
	 */
	public void onChange(String region, Runnable action) {
		this.actions.add(region, action);
	}

	@Override
	public CacheValidity cache(String cache, @Nullable String region) {
		return new KeyRegions(cache, region, this);
	}

	@Override
	public Runnable register(Consumer<Change> removal) {
		return this.labels.register(removal);
	}

	@Override
	protected Purges purges() {
		return this.purges;
	}

	/**
	 * Registers a listener for the versions that this instance commits. It is called by
	 * the thread that made the change.
	 */
	public void onCommit(Consumer<Map<String, RegionVersion>> listener) {
		this.increments.onCommit(listener);
	}

	@Override
	public boolean isShared() {
		return this.shared;
	}

	@Override
	public boolean isVersioned() {
		return this.table != null;
	}

	@Override
	public boolean isValid() {
		return !this.shared || (left() > 0 && !isDistrusted());
	}

	@Override
	public long oldestToShare() {
		long now = System.nanoTime();
		if (isValid()) {
			return now - ANY_AGE;
		}
		return isDistrusted() ? now : now - this.lease;
	}

	/**
	 * Begins a scope in which the calling thread treats every entry as expired, because
	 * its client has seen a change that cannot be read now.
	 * @return ends the scope, to be run by the same thread
	 */
	public Runnable distrust() {
		this.distrusted.set(Boolean.TRUE);
		return this.distrusted::remove;
	}

	@Override
	public boolean isDistrusted() {
		return this.distrusted.get() != null;
	}

	@Override
	public boolean isNotified() {
		return this.notified;
	}

	@Override
	public boolean isPurged() {
		return this.purges.isComplete();
	}

	/** Records whether notifications arrive. */
	public void notified(boolean notified) {
		this.notified = notified;
	}

	@Override
	public Duration leaseLeft() {
		return Duration.ofNanos(left());
	}

	private long left() {
		return this.validUntil.get() - System.nanoTime();
	}

	/**
	 * {@return the latest version of a region that this instance has applied;
	 * {@code null} if there is none}
	 */
	public @Nullable RegionVersion version(String region) {
		return this.versions.latest(region);
	}

	/**
	 * {@return the number of versions that this instance knows}
	 */
	public int size() {
		return this.versions.size();
	}

	/**
	 * Returns a text that stands for the versions of some regions. It is the same on all
	 * instances and differs after each change. Call this before the value is read.
	 * @return {@code null} without a table or before it was read, without a lease, and
	 * while a change of these regions is made or not yet applied
	 */
	public @Nullable String state(Set<String> regions) {
		// With the tag, so that states of different databases never have the same name.
		RegionVersion database = (this.table != null && isValid()) ? version(RegionTable.SECRET) : null;
		String state = (database != null) ? this.versions.state(new TreeSet<>(regions)) : null;
		return (database != null && state != null) ? database.tag() + " " + state : null;
	}

	/**
	 * Reads the versions of all regions that have changed, removes the entries of these
	 * regions, and renews the lease.
	 * @throws org.springframework.dao.DataAccessException if they cannot be read
	 */
	public void catchUp() {
		if (this.table != null) {
			if (this.versions.isTooLarge()) {
				this.table.prune(RegionVersions.MOST_OF_ONLY / 2);
			}
			catchUp(this.table);
		}
	}

	/**
	 * Applies versions that the caller reads, as {@link #catchUp()} does.
	 * @return the number of regions that others have changed
	 */
	public int catchUp(RegionReader reader) {
		long started = System.nanoTime();
		RegionRead before = this.lastRead.get();
		RegionVersions.Read read = this.versions.read(started);
		RegionRead end = reader.read(before, (part) -> read.part(part, System.nanoTime()));
		int changed = apply(read, end, started);
		// Another read may have gone further. Then the next one has some rows again.
		this.lastRead.compareAndSet(before, end);
		return changed;
	}

	/**
	 * Applies versions that an instance has committed. They count as a read that began
	 * before all others: it accepts higher numbers only, does not renew the lease, and
	 * missing regions mean nothing.
	 * @return the number of regions that others have changed
	 */
	public int applyCommitted(Map<String, RegionVersion> committed) {
		long started = System.nanoTime() - ANY_AGE;
		RegionVersions.Read read = this.versions.read(started);
		read.part(committed, System.nanoTime());
		return apply(read, RegionRead.NOTIFIED, started);
	}

	/** Kills the labels of changed regions, and removes their entries. */
	private int apply(RegionVersions.Read read, RegionRead end, long started) {
		List<Change> changes = new ArrayList<>(1);
		int changed = read.end(end, System.nanoTime(), (rows) -> {
			Set<String> regions = end.gap() ? this.actions.regions() : RegionNames.ofRows(rows);
			changes.add(end.gap() ? this.labels.changeAll() : this.labels.change(regions));
			this.actions.request(regions);
		});
		this.actions.retry();
		this.validUntil.accumulateAndGet(started + this.lease, (before, now) -> (now - before > 0) ? now : before);
		changes.forEach(this.labels::remove);
		return changed;
	}

	/**
	 * Catches up with the given versions or later ones, so that nothing older is served
	 * afterwards. Returns at once if they are already applied. Concurrent callers share
	 * one read.
	 * @param versions the version numbers that a client has seen, by region
	 * @return {@code false} if they could not be read within a lease
	 * @throws org.springframework.dao.DataAccessException if the read fails
	 */
	public boolean catchUp(Map<String, Long> versions) {
		long until = System.nanoTime() + this.lease;
		return (this.versions.hasApplied(versions) || this.read.run(this.lease))
				&& this.actions.await(RegionNames.ofRows(versions.keySet()), until);
	}

	/** Catches up with the versions of this moment, as {@link #catchUp(Map)}. */
	public boolean catchUpNow() {
		long until = System.nanoTime() + this.lease;
		return this.read.run(this.lease) && this.actions.await(this.actions.regions(), until);
	}

	/** Ends the threads in which versions are read and actions run. */
	@Override
	public void close() {
		this.threads.close();
	}

	Labels labels() {
		return this.labels;
	}

	RegionVersions versions() {
		return this.versions;
	}

	RegionIncrements increments() {
		return this.increments;
	}

}
