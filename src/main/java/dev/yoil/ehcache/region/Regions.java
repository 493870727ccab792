package dev.yoil.ehcache.region;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * What changes as one. A change of a region is committed with the transaction that makes
 * it; then whatever the caches hold of the region is forgotten, here at once and, where
 * several instances share a database, on the others as soon as they hear of it. An
 * instance that has not heard from the database for as long as its lease holds its
 * entries for expired.
 * <p>
 * Thread-safe. Transactions that are not bound to a thread are not seen.
 */
public final class Regions {

	/** Where the others see changes; {@code null} if there are no others. */
	private final @Nullable RegionTable table;

	private final long leaseNanos;

	private final KnownVersions known = new KnownVersions();

	/** Up to when entries may be served, by {@link System#nanoTime()}. */
	private final AtomicLong validUntil = new AtomicLong(System.nanoTime());

	private final List<Consumer<Set<String>>> caches = new CopyOnWriteArrayList<>();

	private final ChangeActions actions = new ChangeActions();

	private final List<Consumer<Map<String, RegionVersion>>> tokens = new CopyOnWriteArrayList<>();

	private Regions(@Nullable RegionTable table, Duration lease) {
		this.table = table;
		this.leaseNanos = lease.toNanos();
	}

	/**
	 * {@return the regions of an instance that is the only one}
	 */
	public static Regions alone() {
		return new Regions(null, Duration.ZERO);
	}

	/**
	 * Creates the regions of one of several instances. Its lease begins with the first
	 * {@link #catchUp()}.
	 * @param table where all instances see changes
	 * @param lease how long entries may be served after the versions were last read
	 */
	public static Regions shared(RegionTable table, Duration lease) {
		return new Regions(table, lease);
	}

	/**
	 * Changes regions: with the transaction of the calling thread, if it is in one, else
	 * at once.
	 * @param regions their names
	 * @throws org.springframework.dao.DataAccessException if the other instances cannot
	 * be told: then the transaction is to be rolled back
	 */
	public void changed(String... regions) {
		change(Set.of(regions), true);
	}

	/**
	 * Tells the other instances of a change of regions, of which this one forgets by
	 * itself what it has to.
	 * @see #changed(String...)
	 */
	public void changedElsewhere(Set<String> regions) {
		if (this.table != null) {
			change(regions, false);
		}
	}

	private void change(Set<String> regions, boolean forget) {
		if (TransactionSynchronizationManager.isSynchronizationActive()
				&& TransactionSynchronizationManager.isActualTransactionActive()) {
			ChangedRegions.of(this).add(regions, forget);
			return;
		}
		if (forget) {
			forget(regions);
		}
		if (this.table != null) {
			committed(this.table.raise(new TreeSet<>(regions)));
		}
	}

	/**
	 * Has something else than a cache told of changes that other instances made.
	 * @param action takes over what was changed, in a thread of its own; if it throws it
	 * is done again when the versions are read the next time
	 */
	public void onChange(String region, Runnable action) {
		this.actions.add(region, action);
	}

	/**
	 * Has whatever belongs to a region forgotten when that is changed.
	 * @param cache forgets what belongs to any of some regions, at once
	 */
	public void register(Consumer<Set<String>> cache) {
		this.caches.add(cache);
	}

	/**
	 * Has somebody told of the changes that this instance has committed, in the thread
	 * that did.
	 */
	public void onCommit(Consumer<Map<String, RegionVersion>> told) {
		this.tokens.add(told);
	}

	/**
	 * {@return whether there are other instances to tell of changes}
	 */
	public boolean isShared() {
		return this.table != null;
	}

	/**
	 * {@return whether entries may be served: {@code false} if this instance may have
	 * missed a change for longer than its lease}
	 */
	public boolean isValid() {
		return this.table == null || this.validUntil.get() - System.nanoTime() > 0;
	}

	/**
	 * Tells whether what was begun at some time is too old to be shared by whoever asks
	 * now: the lease is over, and was when it began or has passed since.
	 * @param begun by {@link System#nanoTime()}
	 */
	public boolean isOutlived(long begun) {
		return !isValid() && System.nanoTime() - begun > this.leaseNanos;
	}

	/**
	 * {@return the time that is left of the lease, less than zero if it is over}
	 */
	public Duration leaseLeft() {
		return Duration.ofNanos(this.validUntil.get() - System.nanoTime());
	}

	/**
	 * {@return the version of a region that this instance has acted upon, {@code null} if
	 * it knows of none}
	 */
	public @Nullable RegionVersion version(String region) {
		return this.known.version(region);
	}

	/**
	 * {@return the versions that this instance has acted upon, by region}
	 */
	public Map<String, RegionVersion> versions() {
		return this.known.all();
	}

	/**
	 * Reads the versions of all regions, forgets what was changed since this was done
	 * last, and renews the lease.
	 * @throws org.springframework.dao.DataAccessException if they cannot be read
	 */
	public void catchUp() {
		if (this.table != null) {
			catchUp(this.table::read);
		}
	}

	/**
	 * Does the same with what is read in another way than the table's own.
	 * @return how many regions others have changed since this was done last
	 */
	public int catchUp(Supplier<Map<String, RegionVersion>> reader) {
		long started = System.nanoTime();
		Map<String, RegionVersion> read = reader.get();
		int changes = this.known.read(read, started, System.nanoTime(), (changed) -> {
			forget(changed);
			this.actions.due(changed);
		});
		this.actions.run();
		long until = started + this.leaseNanos;
		this.validUntil.accumulateAndGet(until, (before, now) -> (now - before > 0) ? now : before);
		return changes;
	}

	/**
	 * Ends the lease, because somebody has seen what cannot be read now. It begins again
	 * with the next {@link #catchUp()}.
	 */
	public void expire() {
		this.validUntil.set(System.nanoTime());
	}

	/**
	 * Sees to it that nothing older than some versions is served from here on. Costs
	 * nothing if they are known.
	 * @param versions the number of the version that somebody has seen, by region
	 * @throws org.springframework.dao.DataAccessException if they have to be read and
	 * cannot be
	 */
	public void catchUp(Map<String, Long> versions) {
		for (Map.Entry<String, Long> version : versions.entrySet()) {
			RegionVersion known = this.known.version(version.getKey());
			if (known == null || known.number() < version.getValue()) {
				catchUp();
				return;
			}
		}
	}

	void forget(Set<String> regions) {
		this.caches.forEach((cache) -> cache.accept(regions));
	}

	boolean isPartOfTransaction() {
		return this.table != null && this.table.isPartOfTransaction();
	}

	Map<String, RegionVersion> raise(SortedSet<String> regions) {
		return (this.table != null) ? this.table.raise(regions) : Map.of();
	}

	/**
	 * Raises what could not be raised with a transaction that is over by now, and whose
	 * connection the calling thread may still hold.
	 */
	void raiseLate(Set<String> regions) {
		if (this.table != null && !regions.isEmpty()) {
			this.table.raiseLater(new TreeSet<>(regions));
		}
	}

	void committed(Map<String, RegionVersion> raised) {
		if (this.table == null || raised.isEmpty()) {
			return;
		}
		long now = System.nanoTime();
		raised.forEach((region, version) -> this.known.own(region, version, now));
		this.table.wakeOthers(raised);
		this.tokens.forEach((told) -> told.accept(raised));
	}

}
