package dev.yoil.ehcache.internal.inspect;

import java.util.List;

/**
 * A page of a search.
 *
 * @param total all entries of the cache
 * @param matched the entries with a matching key
 * @param entries the entries of the page, without value and history
 */
public record EntryPage(long total, long matched, List<EntrySnapshot> entries) {
}
