package dev.yoil.ehcache.region;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

import dev.yoil.ehcache.internal.label.Change;
import dev.yoil.ehcache.internal.tx.TransactionWork;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * The regions that one transaction changes. They are raised last, so that their rows are
 * locked for a short time only, and forgotten before caches are written and anybody else
 * hears of the commit. For the thread of the transaction only.
 */
final class ChangedRegions implements TransactionWork.Part {

	private static final Logger LOG = LoggerFactory.getLogger(Regions.class);

	private final Regions regions;

	private final TransactionWork work;

	/** What the other instances are to be told of, and is not raised yet. */
	private final TreeSet<String> changed = new TreeSet<>();

	/** What this instance is to forget, too, and has not forgotten yet. */
	private final TreeSet<String> forgotten = new TreeSet<>();

	/** All that were ever to be forgotten here. */
	private final Set<String> own = new HashSet<>();

	/** All that were ever to be changed. */
	private final Set<String> begun = new HashSet<>();

	private final Map<String, RegionVersion> raised = new HashMap<>();

	private ChangedRegions(Regions regions, TransactionWork work) {
		this.regions = regions;
		this.work = work;
		TransactionSynchronizationManager.registerSynchronization(last());
	}

	/**
	 * Finds those of the calling thread's transaction, or begins to collect them.
	 */
	static ChangedRegions of(Regions regions) {
		return TransactionWork.part(regions, regions, (work) -> new ChangedRegions(regions, work));
	}

	/**
	 * Finds those of the calling thread's transaction.
	 * @return {@code null} if it has changed none, or there is no transaction
	 */
	static @Nullable ChangedRegions find(Regions regions) {
		return (ChangedRegions) TransactionWork.find(regions, regions);
	}

	void add(Set<String> names, boolean forget) {
		Set<String> news = names.stream().filter(this.begun::add).collect(Collectors.toUnmodifiableSet());
		this.regions.newest().begin(news);
		this.changed.addAll(names);
		if (forget) {
			this.forgotten.addAll(names);
			this.own.addAll(names);
			this.work.changed(names);
		}
		if (this.work.isCommitted()) {
			finish();
		}
	}

	/**
	 * Tells whether the transaction has changed any of some regions.
	 */
	boolean hasAny(Set<String> names) {
		return names.stream().anyMatch(this.own::contains);
	}

	/**
	 * Before the writes to caches: what is loaded from here on is of the new versions.
	 */
	@Override
	public int getOrder() {
		return HIGHEST_PRECEDENCE;
	}

	@Override
	public void afterCommit() {
		announce();
		forget();
	}

	/**
	 * If nobody knows of the commit, what it may have raised is raised again, behind it.
	 */
	@Override
	public void afterCompletion(int status) {
		if (status == STATUS_COMMITTED) {
			finish();
		}
		else if (status == STATUS_UNKNOWN) {
			Set<String> unknown = new HashSet<>(this.raised.keySet());
			unknown.addAll(this.changed);
			this.regions.raiseLate(unknown);
			forget();
		}
	}

	/**
	 * What was raised is known to this instance only now that everything of it is
	 * forgotten.
	 */
	private void finish() {
		announce();
		if (forget()) {
			this.regions.acted(this.raised);
		}
		Map<String, RegionVersion> told = Map.copyOf(this.raised);
		this.raised.clear();
		this.regions.tell(told);
	}

	/**
	 * What came too late to be raised with the commit is raised behind it.
	 */
	private void announce() {
		this.regions.newest().committed(this.raised);
		Set<String> late = Set.copyOf(this.changed);
		this.changed.clear();
		this.regions.raiseLate(late);
	}

	/**
	 * The transaction is over and cannot be told if this fails.
	 * @return whether everything is forgotten; else it will be when the versions are read
	 */
	private boolean forget() {
		try {
			if (!this.forgotten.isEmpty()) {
				Change change = this.regions.labels().change(this.forgotten);
				this.work.killed(change);
				this.regions.labels().remove(change);
				this.forgotten.clear();
			}
			return true;
		}
		catch (RuntimeException | Error ex) {
			LOG.error("After a commit, what belongs to {} could not be removed", this.forgotten, ex);
			return false;
		}
	}

	private void raise(boolean readOnly) {
		if (readOnly) {
			// It has changed nothing that others could see, whatever it stored here.
			this.changed.retainAll(this.own);
		}
		else if (!this.changed.isEmpty() && this.regions.isPartOfTransaction()) {
			this.raised.putAll(this.regions.raise(this.changed));
			this.changed.clear();
		}
	}

	/**
	 * Behind all others, who may change more.
	 */
	private TransactionSynchronization last() {
		return new TransactionSynchronization() {

			@Override
			public void beforeCommit(boolean readOnly) {
				raise(readOnly);
			}

			@Override
			public void afterCompletion(int status) {
				// By now caches are written, even if a callback failed after the commit.
				ChangedRegions.this.regions.newest().end(ChangedRegions.this.begun);
			}

		};
	}

}
