package dev.yoil.ehcache.internal.label;

import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

/**
 * The cells of the regions of a key. Entries, loads and writes of transactions carry the
 * label that was taken before their value was read. A change of a region kills its cell
 * and so the label, because the value may be older than the change.
 * <p>
 * Thread-safe. A dead label stays dead. A subclass may die of more causes.
 */
public class Label {

	/** The cell of the whole cache, which does not know its entries. */
	private final Cell whole;

	private final Cell[] cells;

	Label(Cell whole, Cell... cells) {
		this.whole = whole;
		this.cells = cells;
	}

	/** Creates a label with the same cells. */
	protected Label(Label same) {
		this(same.whole, same.cells);
	}

	/** Returns a label with the cells of others, too. */
	public Label plus(Collection<Label> others) {
		Stream<Cell> further = others.stream()
			.flatMap((label) -> Stream.concat(Stream.of(label.whole), Stream.of(label.cells)));
		return new Label(this.whole, Stream.concat(Stream.of(this.cells), further).distinct().toArray(Cell[]::new));
	}

	/**
	 * {@return whether one of the regions has changed since the label was taken}
	 */
	public boolean isDead() {
		if (this.whole.isDead()) {
			return true;
		}
		for (Cell cell : this.cells) {
			if (cell.isDead()) {
				return true;
			}
		}
		return false;
	}

	/**
	 * {@return one of the regions that have changed; {@code null} if none has, or only
	 * the region of the whole cache}
	 */
	public @Nullable String changedRegion() {
		for (Cell cell : this.cells) {
			if (cell.isDead()) {
				return cell.region();
			}
		}
		return null;
	}

	/**
	 * {@return whether it has the cell of one of some regions}
	 */
	public boolean isIn(Set<String> regions) {
		return Stream.of(this.cells).map(Cell::region).anyMatch(regions::contains);
	}

	/**
	 * Returns a label with other cells in the place of some.
	 */
	public Label with(Map<Cell, Cell> replaced) {
		return new Label(replaced.getOrDefault(this.whole, this.whole),
				Stream.of(this.cells).map((cell) -> replaced.getOrDefault(cell, cell)).toArray(Cell[]::new));
	}

	/**
	 * Adds an entry that carries the label, so that a change finds it.
	 * @param owner the index that has the entry
	 */
	public void add(Object owner, Object entry) {
		for (Cell cell : this.cells) {
			cell.add(owner, entry, this.cells.length > 1);
		}
	}

	/** Removes an entry that has left its cache. */
	public void remove(Object owner, Object entry) {
		for (Cell cell : this.cells) {
			cell.remove(owner, entry);
		}
	}

}
