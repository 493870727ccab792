package dev.yoil.ehcache.internal.label;

import java.util.Map;
import java.util.Set;

/**
 * A change of regions that has killed their labels: what is left is to remove the entries
 * that carry them.
 *
 * @param regions the regions that changed
 * @param cells the cells that it killed, which know those entries
 * @param replaced the cells that took their places at once, as far as no other change
 * came in between
 */
public record Change(Set<String> regions, Set<Cell> cells, Map<Cell, Cell> replaced) {

	/**
	 * Returns the label that a writer of this change goes on with.
	 * @param label what the writer took before
	 * @return a label that is dead if any other change came since
	 */
	public Label renewed(Label label) {
		return this.replaced.isEmpty() ? label : label.with(this.replaced);
	}

}
