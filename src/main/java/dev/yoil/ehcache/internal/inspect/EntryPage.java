package dev.yoil.ehcache.internal.inspect;

import java.util.List;

/**
 * Some entries of a cache, sought and sorted.
 *
 * @param total how many entries there were to look through
 * @param matched how many of them have a key that was sought
 * @param entries those of them that were asked for, without value and history
 */
public record EntryPage(long total, long matched, List<EntrySnapshot> entries) {
}
