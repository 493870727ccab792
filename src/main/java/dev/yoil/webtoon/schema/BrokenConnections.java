package dev.yoil.webtoon.schema;

import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;

import com.zaxxer.hikari.SQLExceptionOverride;

/**
 * Has the pool replace each connection whose driver reports that it is broken for good.
 * After a failed write, for example on a full disk, H2 closes the database, but its
 * connections still call themselves valid. Thread-safe.
 */
public class BrokenConnections implements SQLExceptionOverride {

	/** Evicts a connection from the pool if its driver reports that it is broken. */
	// The interface has an Override of its own.
	@java.lang.Override
	public Override adjudicate(SQLException failure) {
		return (failure instanceof SQLNonTransientConnectionException) ? Override.MUST_EVICT : Override.CONTINUE_EVICT;
	}

}
