package dev.yoil.ehcache.xml;

/**
 * Where {@code ehcache.xml} declares a cache. Lines count from 1 and are those in which a
 * start tag ends.
 *
 * @param file the name of the file, without the folders it is in
 * @param cache the line of the {@code <cache>}
 * @param heap the line of its {@code <heap>}, in its template if it has none of its own
 * @param policy the line of its {@code <policy>} or {@code <expiry>}, in its template if
 * it has none of its own; the line of the {@code <cache>} if there is none at all
 */
public record DeclaredPlace(String file, int cache, int heap, int policy) {
}
