package dev.yoil.ehcache.internal.label;

import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

import org.jspecify.annotations.Nullable;

/**
 * The present cells of all regions in use. A change replaces the cells of its regions in
 * constant time, however many entries there are. A region is forgotten when no entry,
 * load or transaction carries its cell any more.
 * <p>
 * Thread-safe.
 */
public final class Labels {

	private final ConcurrentMap<String, CellReference> cells = new ConcurrentHashMap<>();

	private final ReferenceQueue<Cell> collected = new ReferenceQueue<>();

	private final List<Consumer<Change>> removals = new CopyOnWriteArrayList<>();

	/**
	 * Takes the label of some regions. Call it before their value is read.
	 * @param whole the region of the whole cache, whose cell does not know its entries
	 */
	public Label of(String whole, Set<String> regions) {
		Cell[] present = new Cell[regions.size()];
		int next = 0;
		for (String region : regions) {
			present[next++] = present(region);
		}
		return new Label(present(whole), present);
	}

	private Cell present(String region) {
		Cell cell = cell(this.cells.get(region));
		return (cell != null) ? cell : created(region);
	}

	private Cell created(String region) {
		for (Object gone = this.collected.poll(); gone != null; gone = this.collected.poll()) {
			CellReference reference = (CellReference) gone;
			this.cells.remove(reference.region, reference);
		}
		Cell[] made = new Cell[1];
		this.cells.compute(region, (same, present) -> {
			Cell cell = cell(present);
			made[0] = (cell != null) ? cell : new Cell(region);
			return (cell != null) ? present : new CellReference(region, made[0], this.collected);
		});
		return made[0];
	}

	/**
	 * Changes regions. When this returns, all labels that were taken of them before are
	 * dead.
	 * <p>
	 * All cells are killed before the first is replaced, and a cell that replaced one of
	 * them in between is killed as well: a load that took its label in between may have
	 * read an entry of another of these regions that was not dead yet.
	 */
	public Change change(Set<String> regions) {
		Set<Cell> killed = new LinkedHashSet<>();
		for (String region : regions) {
			Cell cell = cell(this.cells.get(region));
			if (cell != null && cell.kill()) {
				killed.add(cell);
			}
		}
		return replace(regions, killed);
	}

	/**
	 * Changes all regions, as {@link #change(Set)} does.
	 */
	public Change changeAll() {
		Set<Cell> killed = new LinkedHashSet<>();
		this.cells.values().forEach((reference) -> {
			Cell cell = cell(reference);
			if (cell != null && cell.kill()) {
				killed.add(cell);
			}
		});
		// With the regions of labels that were taken in between.
		return replace(Set.copyOf(this.cells.keySet()), killed);
	}

	private Change replace(Set<String> regions, Set<Cell> killed) {
		Map<Cell, Cell> replaced = new HashMap<>();
		for (String region : regions) {
			this.cells.computeIfPresent(region, (same, reference) -> {
				Cell cell = cell(reference);
				if (cell == null) {
					return null;
				}
				if (cell.kill()) {
					killed.add(cell);
				}
				Cell next = new Cell(region);
				if (killed.contains(cell)) {
					replaced.put(cell, next);
				}
				return new CellReference(region, next, this.collected);
			});
		}
		return new Change(Set.copyOf(regions), killed, replaced);
	}

	/**
	 * Registers an action that removes the entries of changed regions.
	 * @return an action that ends the registration
	 */
	public Runnable register(Consumer<Change> removal) {
		this.removals.add(removal);
		return () -> this.removals.remove(removal);
	}

	/**
	 * Removes the entries that carry dead cells, which may take a while. They count as
	 * absent already.
	 */
	public void remove(Change change) {
		this.removals.forEach((removal) -> removal.accept(change));
	}

	private static @Nullable Cell cell(@Nullable CellReference reference) {
		return (reference != null) ? reference.get() : null;
	}

	private static final class CellReference extends WeakReference<Cell> {

		private final String region;

		CellReference(String region, Cell cell, ReferenceQueue<Cell> collected) {
			super(cell, collected);
			this.region = region;
		}

	}

}
