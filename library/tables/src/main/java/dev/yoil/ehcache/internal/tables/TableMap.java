package dev.yoil.ehcache.internal.tables;

import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * The caches that read each table, and the code that writes it. Immutable.
 *
 * @param watched whether tables are watched
 * @param caches the caches by name
 * @param tables the tables that caches read, by name
 * @param unknownWrites statements that may change any table, the first of each place
 * @param unchecked the number of writes that were not checked because too many waited
 */
public record TableMap(boolean watched, Map<String, CacheTables> caches, Map<String, TableUse> tables,
		List<TableWrite> unknownWrites, long unchecked) {

	/** Nothing, because tables are not watched. */
	public static final TableMap UNWATCHED = new TableMap(false, Map.of(), Map.of(), List.of(), 0);

	/**
	 * The tables of a cache.
	 *
	 * @param tables the tables, each with the first statement that has read it
	 * @param unknownReads the number of executed statements that may read any table
	 * @param depends whether its values depend on the tables
	 * @param notStored the number of loaded values that were not stored, because it was
	 * not known what they depend on, or because it has changed
	 */
	public record CacheTables(Map<String, String> tables, long unknownReads, boolean depends, long notStored) {
	}

	/**
	 * The use of a table.
	 *
	 * @param readBy the names of the caches
	 * @param writes the writes, at most one of each place and its callers
	 */
	public record TableUse(List<String> readBy, List<TableWrite> writes) {
	}

	/**
	 * The writes of a place.
	 *
	 * @param place the place in the code
	 * @param calledBy its callers, each called by the next; at most two
	 * @param statement its first statement, without literals
	 * @param times how many statements it has executed
	 * @param lastAt when it executed the latest
	 */
	public record TableWrite(String place, List<String> calledBy, String statement, long times, Instant lastAt) {

		/** Returns this with further writes. */
		TableWrite again(long further, Instant at) {
			return new TableWrite(this.place, this.calledBy, this.statement, this.times + further, at);
		}

	}

}
