package dev.yoil.ehcache.internal.label;

import java.util.Map;
import java.util.Set;

/**
 * A change of regions that has killed their labels. The entries that carry them are still
 * to be removed.
 *
 * @param regions the regions that changed
 * @param cells the cells that the change killed, which know those entries
 * @param replaced the cells that replaced them at once, without another change in between
 */
public record Change(Set<String> regions, Set<Cell> cells, Map<Cell, Cell> replaced) {

	/**
	 * Returns the label that the writer of this change continues with.
	 * @param label the label that the writer took before
	 * @return a label that is dead if any other change came since
	 */
	public Label renewed(Label label) {
		return this.replaced.isEmpty() ? label : label.with(this.replaced);
	}

}
