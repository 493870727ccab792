package dev.yoil.ehcache.internal.audit;

import java.time.Instant;
import java.util.List;

import dev.yoil.ehcache.internal.tables.TableMap.TableWrite;

/**
 * A cached value that differs from the value that its loader returns. Immutable.
 *
 * @param at when the audit found it
 * @param key the key
 * @param ageMillis the age of the value at that time, in milliseconds
 * @param cached the cached value from shortly before the first difference, cut
 * @param loaded the loaded value from there
 * @param writes if tables are watched: the latest writes, since the value was stored, of
 * the tables that the cache reads
 */
public record Mismatch(Instant at, String key, long ageMillis, String cached, String loaded, List<TableWrite> writes) {
}
