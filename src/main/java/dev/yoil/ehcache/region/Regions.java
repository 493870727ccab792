package dev.yoil.ehcache.region;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.Supplier;

import dev.yoil.ehcache.internal.label.Change;
import dev.yoil.ehcache.internal.label.Labelled;
import dev.yoil.ehcache.internal.label.Labels;
import dev.yoil.ehcache.internal.label.Purges;
import dev.yoil.ehcache.internal.label.RegionNames;
import dev.yoil.ehcache.internal.task.SharedTask;
import dev.yoil.ehcache.internal.tx.Transactions;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The regions of one instance: groups of cached values that become outdated together. A
 * change of a region is committed with the transaction that makes it. Then all entries of
 * the region are removed: here at once, on other instances over the same database as soon
 * as they are notified. An instance that has not heard from the database for the length
 * of its lease treats all its entries as expired.
 * <p>
 * Thread-safe. Transactions that are not bound to a thread are not seen.
 */
public final class Regions extends Labelled {

	private static final Logger LOG = LoggerFactory.getLogger(Regions.class);

	/** {@code null} if no versions are needed. */
	private final @Nullable RegionTable table;

	private final RegionLease lease;

	private final RegionVersions versions;

	private final Labels labels = new Labels();

	private final RegionActions actions = new RegionActions();

	private volatile boolean notified = true;

	/** The read that all callers with a token share. */
	private final SharedTask read = new SharedTask("yoil-cache-catch-up-", this::catchUp);

	private final List<Consumer<Map<String, RegionVersion>>> commitListeners = new CopyOnWriteArrayList<>();

	private final Purges purges = new Purges();

	private Regions(@Nullable RegionTable table, @Nullable Duration lease) {
		this.table = table;
		this.lease = new RegionLease(lease);
		this.versions = new RegionVersions(lease == null);
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
		if (Transactions.isActive()) {
			RegionTransaction transaction = RegionTransaction.of(this);
			transaction.add(names, true);
			transaction.purge();
		}
		else {
			changeAtOnce(names, () -> {
				this.labels.remove(this.labels.change(names));
				return null;
			});
		}
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
			Map<String, RegionVersion> incremented = incrementAtOnce(regions);
			T written = write.get();
			this.versions.markApplied(incremented, System.nanoTime());
			notifyOthers(incremented);
			this.purges.purge(regions, !incremented.isEmpty());
			return written;
		}
		finally {
			this.versions.end(regions);
		}
	}

	/**
	 * Increments the rows now if that is possible, else later. It does not fail, because
	 * the caller's data is already committed.
	 */
	private Map<String, RegionVersion> incrementAtOnce(Set<String> regions) {
		try {
			// The thread may still hold the connection of a completed transaction.
			if (this.table != null && !this.table.isPartOfTransaction()) {
				Map<String, RegionVersion> incremented = this.table.increment(new TreeSet<>(regions));
				this.versions.recordLocal(incremented);
				return incremented;
			}
		}
		catch (RuntimeException ex) {
			LOG.warn("Failed to notify other instances of the changed regions {}, will retry: {}", regions,
					ex.toString());
		}
		incrementLate(regions);
		return Map.of();
	}

	/**
	 * {@return whether the calling thread's transaction has changed any of these regions}
	 */
	public boolean isChangedByTransaction(Supplier<Set<String>> regions) {
		RegionTransaction transaction = RegionTransaction.find(this);
		return transaction != null && transaction.hasAny(regions.get());
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
	protected Labels labels() {
		return this.labels;
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
		this.commitListeners.add(listener);
	}

	/**
	 * {@return whether there may be other instances}
	 */
	public boolean isShared() {
		return this.lease.isLimited();
	}

	/**
	 * {@return whether versions of regions are counted, which tiers behind the heap need}
	 */
	public boolean isVersioned() {
		return this.table != null;
	}

	/**
	 * {@return whether entries may be served as fresh: not after the end of the lease,
	 * and not in a thread that {@linkplain #distrust distrusts} caches}
	 */
	public boolean isValid() {
		return this.lease.isValid();
	}

	/**
	 * {@return the earliest start of a load that the calling thread may join, by
	 * {@link System#nanoTime()}}
	 */
	public long oldestToShare() {
		return this.lease.oldestToShare();
	}

	/**
	 * Begins a scope in which the calling thread treats every entry as expired, because
	 * its client has seen a change that cannot be read now.
	 * @return ends the scope, to be run by the same thread
	 */
	public Runnable distrust() {
		return this.lease.distrust();
	}

	/**
	 * {@return whether the calling thread is in such a scope}
	 */
	public boolean isDistrusted() {
		return this.lease.isDistrusted();
	}

	/**
	 * {@return whether notifications of other instances arrive, as far as is known;
	 * otherwise changes are found by polling}
	 */
	public boolean isNotified() {
		return this.notified;
	}

	/** Records whether notifications arrive. */
	public void notified(boolean notified) {
		this.notified = notified;
	}

	/**
	 * {@return the remaining time of the lease, negative if it is over}
	 */
	public Duration leaseLeft() {
		return Duration.ofNanos(this.lease.left());
	}

	/**
	 * {@return the version of a region that this instance has applied; {@code null} if
	 * there is none}
	 */
	public @Nullable RegionVersion version(String region) {
		return this.versions.sum(region);
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
	 * Reads the versions of all regions, removes the entries of changed ones, and renews
	 * the lease.
	 * @throws org.springframework.dao.DataAccessException if they cannot be read
	 */
	public void catchUp() {
		if (this.table != null) {
			catchUp(this.table::read);
		}
	}

	/**
	 * Applies versions that the caller reads, as {@link #catchUp()} does.
	 * @return the number of regions that others have changed
	 */
	public int catchUp(Supplier<Map<String, RegionVersion>> reader) {
		long started = System.nanoTime();
		return apply(reader.get(), started);
	}

	/**
	 * Applies versions that an instance has committed. They count as a read that began
	 * before all others: it accepts higher numbers only, does not renew the lease, and
	 * missing regions mean nothing.
	 * @return the number of regions that others have changed
	 */
	public int applyCommitted(Map<String, RegionVersion> committed) {
		return apply(committed, System.nanoTime() - RegionLease.ANY_AGE);
	}

	private int apply(Map<String, RegionVersion> read, long started) {
		List<Change> changes = new ArrayList<>(1);
		int changed = this.versions.recordRemote(read, started, System.nanoTime(), (rows) -> {
			Set<String> regions = RegionRows.regions(rows);
			changes.add(this.labels.change(regions));
			this.actions.request(regions);
		});
		this.actions.retry();
		this.lease.renew(started);
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
		long until = System.nanoTime() + this.lease.nanos();
		return (this.versions.hasApplied(versions) || this.read.run(this.lease.nanos()))
				&& this.actions.await(RegionRows.regions(versions.keySet()), until);
	}

	/** Catches up with the versions of this moment, as {@link #catchUp(Map)}. */
	public boolean catchUpNow() {
		long until = System.nanoTime() + this.lease.nanos();
		return this.read.run(this.lease.nanos()) && this.actions.await(until);
	}

	RegionVersions versions() {
		return this.versions;
	}

	boolean isPartOfTransaction() {
		return this.table != null && this.table.isPartOfTransaction();
	}

	Map<String, RegionVersion> increment(SortedSet<String> regions) {
		return (this.table != null) ? this.table.increment(this.versions.choose(regions)) : Map.of();
	}

	/**
	 * Increments rows in another thread, which is needed after a transaction: the calling
	 * thread may still hold its connection.
	 */
	void incrementLate(Set<String> regions) {
		if (this.table != null && !regions.isEmpty()) {
			this.versions.begin(regions);
			this.table.incrementLater(new TreeSet<>(regions), (incremented) -> {
				this.versions.recordLocal(incremented);
				this.versions.end(regions);
				// Another instance may have answered from before this moment.
				this.purges.purge(regions);
			});
		}
	}

	void notifyOthers(Map<String, RegionVersion> committed) {
		if (this.table != null && isShared() && !committed.isEmpty()) {
			this.table.wakeOthers(committed);
			this.commitListeners.forEach((listener) -> listener.accept(committed));
		}
	}

}
