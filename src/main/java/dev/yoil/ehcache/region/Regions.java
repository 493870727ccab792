package dev.yoil.ehcache.region;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Supplier;

import dev.yoil.ehcache.internal.label.Change;
import dev.yoil.ehcache.internal.label.Labelled;
import dev.yoil.ehcache.internal.label.Labels;
import dev.yoil.ehcache.internal.region.RegionTokens;
import dev.yoil.ehcache.internal.tx.Transactions;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What changes as one. A change of a region is committed with the transaction that makes
 * it; then whatever the caches hold of the region is removed, here at once and, where
 * several instances share a database, on the others as soon as they hear of it. An
 * instance that has not heard from the database for the length of its lease treats all
 * its entries as expired.
 * <p>
 * Thread-safe. Transactions that are not bound to a thread are not seen.
 */
public final class Regions extends Labelled {

	private static final Logger LOG = LoggerFactory.getLogger(Regions.class);

	/** As many characters as the table has room for. */
	private static final int LONGEST_NAME = 200;

	/** Far more than any load takes, and far from overflowing a difference. */
	private static final long ANY_AGE = Long.MAX_VALUE / 2;

	/** Where the others see changes; {@code null} if there are no others. */
	private final @Nullable RegionTable table;

	private final long leaseNanos;

	private final NewestVersions newest = new NewestVersions();

	private final KnownVersions known = new KnownVersions(this.newest);

	/** Up to when entries may be served, by {@link System#nanoTime()}. */
	private final AtomicLong validUntil = new AtomicLong(System.nanoTime());

	private final Labels labels = new Labels();

	private final ChangeActions actions = new ChangeActions();

	private volatile boolean notified = true;

	private final ThreadLocal<@Nullable Boolean> doubts = new ThreadLocal<>();

	/** By all who have a token. */
	private final SharedRead read = new SharedRead(this::catchUp);

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
	 * Says that regions are changed: with the transaction of the calling thread, if it is
	 * in one, else at once. Other instances that cannot be told at once are told as soon
	 * as that is possible.
	 * @param regions their names, of 1 to 200 characters
	 * @throws IllegalArgumentException if one cannot be a name
	 */
	public void changed(String... regions) {
		Set<String> changed = Set.copyOf(List.of(regions));
		requireNames(changed);
		if (Transactions.isActive()) {
			ChangedRegions.of(this).add(changed, true);
		}
		else {
			changeAtOnce(changed, () -> {
				this.labels.remove(this.labels.change(changed));
				return null;
			});
		}
	}

	/**
	 * Says likewise that regions are changed, but removes nothing here: that is left to a
	 * write. They have no {@linkplain #state state} before it is done; in a transaction,
	 * before that is completed.
	 * @param write writes to a cache, at once, or says that this is to be done after the
	 * commit
	 * @return what it returns
	 */
	public <T extends @Nullable Object> T announce(Set<String> regions, Supplier<T> write) {
		if (this.table == null) {
			return write.get();
		}
		Set<String> changed = Set.copyOf(regions);
		requireNames(changed);
		if (Transactions.isActive()) {
			ChangedRegions.of(this).add(changed, false);
			return write.get();
		}
		return changeAtOnce(changed, write);
	}

	private static void requireNames(Set<String> regions) {
		for (String region : regions) {
			if (region.isEmpty() || region.length() > LONGEST_NAME) {
				throw new IllegalArgumentException(
						"The name of a region has 1 to " + LONGEST_NAME + " characters, and not " + region.length());
			}
		}
	}

	private <T extends @Nullable Object> T changeAtOnce(Set<String> regions, Supplier<T> write) {
		this.newest.begin(regions);
		try {
			Map<String, RegionVersion> raised = raiseAtOnce(regions);
			T written = write.get();
			acted(raised);
			tell(raised);
			return written;
		}
		finally {
			this.newest.end(regions);
		}
	}

	/**
	 * What is changed is committed already: to fail would not take that back.
	 * @return what could be raised
	 */
	private Map<String, RegionVersion> raiseAtOnce(Set<String> regions) {
		// The connection of a transaction that is over may still be the thread's.
		if (this.table != null && !this.table.isPartOfTransaction()) {
			try {
				Map<String, RegionVersion> raised = this.table.raise(new TreeSet<>(regions));
				this.newest.committed(raised);
				return raised;
			}
			catch (RuntimeException ex) {
				LOG.warn("Other instances cannot be told of the change of {} yet: {}", regions, ex.toString());
			}
		}
		raiseLate(regions);
		return Map.of();
	}

	/**
	 * {@return whether the calling thread's transaction has changed any of some regions}
	 */
	public boolean isChangedByTransaction(Supplier<Set<String>> regions) {
		ChangedRegions changed = ChangedRegions.find(this);
		return changed != null && changed.hasAny(regions.get());
	}

	/**
	 * Adds an action that is run whenever another instance has changed a region, for what
	 * is kept outside of caches.
	 * @param action takes over the change, in another thread; if it throws, all are run
	 * again when the versions are read the next time
	 */
	public void onChange(String region, Runnable action) {
		this.actions.add(region, action);
	}

	@Override
	protected Labels labels() {
		return this.labels;
	}

	/**
	 * Registers a listener to the changes that this instance commits, which is called by
	 * the thread that made them.
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
	 * {@return whether entries may be served as fresh: {@code false} if this instance may
	 * have missed a change for longer than its lease, or the calling thread
	 * {@linkplain #doubt doubts} that it knows of one}
	 */
	public boolean isValid() {
		return this.table == null || (this.validUntil.get() - System.nanoTime() > 0 && this.doubts.get() == null);
	}

	/**
	 * {@return when a load must have begun at the earliest, by {@link System#nanoTime()},
	 * to be shared with the calling thread}
	 */
	public long oldestToShare() {
		long now = System.nanoTime();
		if (this.table == null) {
			return now - ANY_AGE;
		}
		if (this.doubts.get() != null) {
			return now;
		}
		return isValid() ? now - ANY_AGE : now - this.leaseNanos;
	}

	/**
	 * Lets the calling thread take nothing for fresh, because whoever asks has seen a
	 * change that cannot be read now, until it {@linkplain #trust trusts} again.
	 */
	public void doubt() {
		this.doubts.set(Boolean.TRUE);
	}

	/** Ends {@link #doubt()}. */
	public void trust() {
		this.doubts.remove();
	}

	/**
	 * {@return whether this instance hears when others tell of changes, as far as is
	 * known; else it finds them by looking only}
	 */
	public boolean isNotified() {
		return this.notified;
	}

	/** Notes whether it does. */
	public void notified(boolean heard) {
		this.notified = heard;
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
	 * Names the state of some regions that this instance has acted upon, the same on all
	 * instances: what was read before a change has another name than what is read after
	 * it. To be asked before the value is read.
	 * @return {@code null} if this instance may have missed a change, has heard of one
	 * that it has not acted upon, or makes one; and where it is the only one
	 */
	public @Nullable String state(Set<String> regions) {
		// Also this, so that no other database has a state of the same name.
		RegionVersion database = (this.table != null && isValid()) ? this.known.version(RegionTokens.KEY) : null;
		if (database == null) {
			return null;
		}
		String state = this.known.state(new TreeSet<>(regions));
		return (state != null) ? database.tag() + " " + state : null;
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
		List<Change> changes = new ArrayList<>(1);
		int changed = this.known.read(read, started, System.nanoTime(), (regions) -> {
			changes.add(this.labels.change(regions));
			this.actions.due(regions);
		});
		this.actions.run();
		this.validUntil.accumulateAndGet(started + this.leaseNanos, (before, now) -> (now - before > 0) ? now : before);
		changes.forEach(this.labels::remove);
		return changed;
	}

	/**
	 * Sees to it that nothing older than some versions is served from here on. Costs
	 * nothing if they are known. However many ask, they share what one of them reads.
	 * @param versions the number of the version that somebody has seen, by region
	 * @return {@code false} if they could not be read within a lease
	 * @throws org.springframework.dao.DataAccessException if they cannot be read
	 */
	public boolean catchUp(Map<String, Long> versions) {
		long until = System.nanoTime() + this.leaseNanos;
		return (this.known.hasAll(versions) || this.read.await(this.leaseNanos))
				&& this.actions.await(versions.keySet(), until - System.nanoTime());
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
			this.newest.begin(regions);
			this.table.raiseLater(new TreeSet<>(regions), (raised) -> {
				this.newest.committed(raised);
				this.newest.end(regions);
			});
		}
	}

	NewestVersions newest() {
		return this.newest;
	}

	/**
	 * Notes what a transaction of this instance has raised, and everything of which is
	 * forgotten here.
	 */
	void acted(Map<String, RegionVersion> raised) {
		long now = System.nanoTime();
		raised.forEach((region, version) -> this.known.own(region, version, now));
	}

	void tell(Map<String, RegionVersion> raised) {
		if (this.table != null && !raised.isEmpty()) {
			this.table.wakeOthers(raised);
			this.tokens.forEach((told) -> told.accept(raised));
		}
	}

}
