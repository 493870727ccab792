package dev.yoil.ehcache;

import java.sql.SQLException;

import org.springframework.jdbc.datasource.ConnectionHolder;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * The JDBC connections that are bound to the calling thread's transaction.
 */
final class TransactionConnections {

	private TransactionConnections() {
	}

	/**
	 * Tells whether nothing uncommitted can be read through them, because they refuse
	 * writes.
	 * @return {@code false} also if there is none, or one that cannot tell
	 */
	static boolean areReadOnly() {
		boolean any = false;
		for (Object resource : TransactionSynchronizationManager.getResourceMap().values()) {
			if (resource instanceof ConnectionHolder holder && holder.getConnectionHandle() != null) {
				if (!isReadOnly(holder)) {
					return false;
				}
				any = true;
			}
		}
		return any;
	}

	private static boolean isReadOnly(ConnectionHolder holder) {
		try {
			return holder.getConnection().isReadOnly();
		}
		catch (SQLException | RuntimeException ex) {
			return false;
		}
	}

}
