package dev.yoil.ehcache.internal.tables;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import dev.yoil.ehcache.internal.label.Cell;
import dev.yoil.ehcache.internal.label.Label;
import org.jspecify.annotations.Nullable;

/**
 * The label of a value that depends on the tables that its load reads. It grows before
 * each statement, so that no caller joins a load that has read old rows. A label that no
 * load has completed is dead once its value is stored: it is not known where a value that
 * was put came from.
 * <p>
 * To ask whether a label is dead is to use its value, or to wait for its load. So a load
 * of the calling thread then depends on the same tables, without a line in the path of a
 * hit. Thread-safe.
 */
final class DependentLabel extends Label {

	/** Loads that wait for each other across more threads are taken for a cycle. */
	private static final int DEEPEST = 8;

	/** What the load has read so far, each taken before it was read. */
	private volatile Set<Label> read = ConcurrentHashMap.newKeySet(1);

	/** What must not have changed before the load ends. */
	private volatile Set<Label> during = ConcurrentHashMap.newKeySet(1);

	private volatile boolean unusable;

	/** All cells, when the load has ended. */
	private volatile @Nullable Label complete;

	DependentLabel(Label own) {
		super(own);
	}

	private DependentLabel(Label own, @Nullable Label complete) {
		super(own);
		this.complete = complete;
	}

	/** Adds what the load is about to read. */
	void add(Label label) {
		if (label != this) {
			this.read.add(label);
		}
	}

	/** Makes the load fail to store its value if a label dies before it ends. */
	void during(Label label) {
		this.during.add(label);
	}

	/** Keeps the value out of the cache if the load has read what it now writes. */
	void writes(Set<String> regions) {
		if (areIn(this.read, regions)) {
			this.unusable = true;
		}
	}

	/**
	 * {@return whether one of some labels has one of some regions of tables}
	 */
	static boolean areIn(Set<Label> labels, Set<String> regions) {
		return labels.stream().anyMatch((label) -> regions.contains(TableDependencies.ANY) || label.isIn(regions));
	}

	/** Keeps the value out of the cache, because it is not known what it depends on. */
	void makeUnusable() {
		this.unusable = true;
	}

	/**
	 * Ends the load in its thread. A load without a statement may have read in another
	 * thread.
	 * @return whether the value may be stored
	 */
	boolean end() {
		List<Label> all = new ArrayList<>();
		for (Label each : this.read) {
			Label label = (each instanceof DependentLabel dependent) ? dependent.complete : each;
			if (label == null) {
				this.unusable = true;
				return false;
			}
			all.add(label);
		}
		if (all.isEmpty() || isDead(0)) {
			this.unusable = true;
			return false;
		}
		this.complete = plus(all);
		this.read = Set.of();
		this.during = Set.of();
		return true;
	}

	/**
	 * {@return whether a load that has ended depends on nothing}
	 */
	boolean hasReadNothing() {
		return this.read.isEmpty() && this.complete == null;
	}

	@Override
	public boolean isDead() {
		// Once more, because a change after the last check finds the outer load.
		return isDead(0) || (TableReads.uses(this) && isDead(0));
	}

	private boolean isDead(int depth) {
		Label all = this.complete;
		if (all != null) {
			return all.isDead();
		}
		if (this.unusable || depth > DEEPEST || super.isDead() || anyDead(this.read, depth)
				|| anyDead(this.during, depth)) {
			return true;
		}
		// If the load has ended since the first check, what it has read was no longer
		// there.
		Label ended = this.complete;
		return ended != null && ended.isDead();
	}

	private static boolean anyDead(Set<Label> labels, int depth) {
		for (Label label : labels) {
			if ((label instanceof DependentLabel dependent) ? dependent.isDead(depth + 1) : label.isDead()) {
				return true;
			}
		}
		return false;
	}

	@Override
	public boolean isIn(Set<String> regions) {
		Label all = this.complete;
		return (all != null) ? all.isIn(regions) : super.isIn(regions);
	}

	@Override
	public @Nullable String changedRegion() {
		Label all = this.complete;
		return (all != null) ? all.changedRegion() : super.changedRegion();
	}

	@Override
	public Label with(Map<Cell, Cell> replaced) {
		Label all = this.complete;
		return new DependentLabel(super.with(replaced), (all != null) ? all.with(replaced) : null);
	}

	@Override
	public void add(Object owner, Object entry) {
		Label all = this.complete;
		if (all != null) {
			all.add(owner, entry);
		}
		else {
			this.unusable = true;
		}
	}

	@Override
	public void remove(Object owner, Object entry) {
		Label all = this.complete;
		if (all != null) {
			all.remove(owner, entry);
		}
	}

}
