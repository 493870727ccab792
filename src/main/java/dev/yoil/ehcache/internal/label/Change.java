package dev.yoil.ehcache.internal.label;

import java.util.Set;

/**
 * A change of regions that has killed their labels: what is left is to remove the entries
 * that carry them.
 *
 * @param regions the regions that changed
 * @param cells the cells that died, which know those entries
 */
public record Change(Set<String> regions, Set<Cell> cells) {
}
