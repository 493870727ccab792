package dev.yoil.ehcache.internal.tables;

import java.time.Instant;
import java.util.List;

/**
 * A place in the code that writes a table and does not evict from a cache whose values
 * were read from it. Immutable.
 *
 * @param cache the name of the cache
 * @param table the table
 * @param statement the writing statement, without literals
 * @param place the place that executes it
 * @param calledBy its callers, each called by the next; at most two
 * @param read the statement by which the cache reads the table
 * @param times how many writes were found to evict nothing. At most one write per second
 * of each place is checked
 * @param firstAt when the first of them was executed
 * @param lastAt when the latest of them was executed
 * @param entries the entries that were older than that write and still present some
 * seconds after it, at most {@value #MOST_ENTRIES}
 * @param keys some of their keys
 */
public record ForgottenEviction(String cache, String table, String statement, String place, List<String> calledBy,
		String read, long times, Instant firstAt, Instant lastAt, int entries, List<String> keys) {

	static final int MOST_ENTRIES = 1_000;

	/** Returns this with one more write. */
	ForgottenEviction again(ForgottenEviction latest) {
		return new ForgottenEviction(this.cache, this.table, latest.statement, this.place, this.calledBy, this.read,
				this.times + 1, this.firstAt, latest.lastAt, latest.entries, latest.keys);
	}

}
