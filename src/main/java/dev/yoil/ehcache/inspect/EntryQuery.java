package dev.yoil.ehcache.inspect;

/**
 * Which entries of a cache to show, and in which order.
 *
 * @param search a text that the text of the key contains, whatever the case; empty for
 * all entries
 * @param sort what to sort by
 * @param descending whether the largest comes first
 * @param offset how many of them to leave out at the beginning, from 0
 * @param limit how many to show at most, from 1
 */
public record EntryQuery(String search, EntrySort sort, boolean descending, int offset, int limit) {
}
