package dev.yoil.ehcache.internal.sql;

import java.util.Set;

/**
 * What a statement may do, at most. Immutable.
 *
 * @param reads the tables that it may read
 * @param writes the tables that it may change, also by cascades
 * @param readsUnknown whether it may read further tables, such as in a function
 * @param writesUnknown whether it may change further tables, such as in a trigger
 * @param changesCatalog whether it may change tables, views or functions themselves
 * @param endsTransaction whether its text commits a transaction
 */
public record Effect(Set<String> reads, Set<String> writes, boolean readsUnknown, boolean writesUnknown,
		boolean changesCatalog, boolean endsTransaction) {

	/** Reads and writes nothing. */
	static final Effect NONE = new Effect(Set.of(), Set.of(), false, false, false, false);

	/**
	 * {@return whether the statement may change a table}
	 */
	public boolean isWrite() {
		return this.writesUnknown || !this.writes.isEmpty();
	}

}
