package dev.yoil.ehcache.internal.sql;

import java.util.Set;

/**
 * The effect of a statement, at most. Immutable.
 *
 * @param reads the tables that it may read, in lower case and without a schema
 * @param writes the tables that it may change, also by cascades and triggers
 * @param readsUnknown whether it may read further tables, such as in a function
 * @param writesUnknown whether it may change further tables, such as in a trigger
 * @param changesCatalog whether it may change tables, views or functions themselves
 * @param endsTransaction whether it may commit the transaction, so that the changes so
 * far may be visible to others at once
 * @param changesUncounted whether it may change a table although its update count is 0,
 * such as TRUNCATE in PostgreSQL
 */
public record Effect(Set<String> reads, Set<String> writes, boolean readsUnknown, boolean writesUnknown,
		boolean changesCatalog, boolean endsTransaction, boolean changesUncounted) {

	/**
	 * {@return whether the statement may change a table}
	 */
	public boolean isWrite() {
		return this.writesUnknown || !this.writes.isEmpty();
	}

}
