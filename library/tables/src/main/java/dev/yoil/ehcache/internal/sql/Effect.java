package dev.yoil.ehcache.internal.sql;

import java.util.HashSet;
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

	/** Reads and writes nothing. */
	static final Effect NONE = new Effect(Set.of(), Set.of(), false, false, false, false, false);

	/** May do anything. */
	static final Effect ANYTHING = new Effect(Set.of(), Set.of(), true, true, true, true, true);

	/** Reads and writes any tables, such as in a function. */
	static final Effect ANY_TABLE = new Effect(Set.of(), Set.of(), true, true, false, false, true);

	/** Writes any tables. */
	static final Effect ANY_WRITE = new Effect(Set.of(), Set.of(), false, true, false, false, true);

	/** Reads any tables. */
	static final Effect ANY_READ = new Effect(Set.of(), Set.of(), true, false, false, false, false);

	/** Commits. */
	static final Effect COMMIT = new Effect(Set.of(), Set.of(), false, false, false, true, false);

	/** Its update count may be 0. */
	static final Effect UNCOUNTED = new Effect(Set.of(), Set.of(), false, false, false, false, true);

	/**
	 * {@return whether the statement may change a table}
	 */
	public boolean isWrite() {
		return this.writesUnknown || !this.writes.isEmpty();
	}

	/**
	 * Adds up effects. Not thread-safe.
	 */
	static final class Builder {

		private final Set<String> reads = new HashSet<>();

		private final Set<String> writes = new HashSet<>();

		private Effect flags = NONE;

		Builder add(Effect effect) {
			this.reads.addAll(effect.reads);
			this.writes.addAll(effect.writes);
			this.flags = new Effect(Set.of(), Set.of(), this.flags.readsUnknown || effect.readsUnknown,
					this.flags.writesUnknown || effect.writesUnknown,
					this.flags.changesCatalog || effect.changesCatalog,
					this.flags.endsTransaction || effect.endsTransaction,
					this.flags.changesUncounted || effect.changesUncounted);
			return this;
		}

		void add(String table, boolean isRead) {
			(isRead ? this.reads : this.writes).add(table);
		}

		Effect build() {
			return new Effect(Set.copyOf(this.reads), Set.copyOf(this.writes), this.flags.readsUnknown,
					this.flags.writesUnknown, this.flags.changesCatalog, this.flags.endsTransaction,
					this.flags.changesUncounted && (this.flags.writesUnknown || !this.writes.isEmpty()));
		}

	}

}
