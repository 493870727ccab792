package dev.yoil.ehcache.internal.tx;

import java.sql.SQLException;

import org.springframework.jdbc.datasource.ConnectionHolder;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.util.ClassUtils;

/**
 * Queries of the calling thread's transaction. They also work without {@code spring-tx}
 * or {@code spring-jdbc} on the class path.
 */
public final class Transactions {

	private static final boolean TX_IS_PRESENT = isPresent(
			"org.springframework.transaction.support.TransactionSynchronizationManager");

	private static final boolean JDBC_IS_PRESENT = isPresent("org.springframework.jdbc.datasource.ConnectionHolder");

	private Transactions() {
	}

	private static boolean isPresent(String type) {
		return ClassUtils.isPresent(type, Transactions.class.getClassLoader());
	}

	/**
	 * {@return whether the thread is in a transaction with synchronizations}
	 */
	public static boolean isActive() {
		return TX_IS_PRESENT && TransactionSynchronizationManager.isSynchronizationActive()
				&& TransactionSynchronizationManager.isActualTransactionActive();
	}

	/**
	 * {@return whether the thread is in a transaction, even if that is completing; its
	 * snapshot may be older than the last commit}
	 */
	public static boolean isOpen() {
		return TX_IS_PRESENT && TransactionSynchronizationManager.isActualTransactionActive();
	}

	/**
	 * Tells whether the transaction may hold uncommitted changes. The read-only flag of
	 * Spring is only a hint, so the JDBC connections must be read-only, too. Call this
	 * after a miss only: some drivers ask the database.
	 * @return {@code false} outside of a transaction
	 */
	public static boolean mayWrite() {
		return isActive() && !(TransactionSynchronizationManager.isCurrentTransactionReadOnly() && JDBC_IS_PRESENT
				&& Connections.areReadOnly());
	}

	/** A class of its own, because {@code spring-jdbc} may be absent. */
	private static final class Connections {

		private Connections() {
		}

		static boolean areReadOnly() {
			boolean any = false;
			for (Object resource : TransactionSynchronizationManager.getResourceMap().values()) {
				if (resource instanceof ConnectionHolder holder && holder.getConnectionHandle() != null) {
					any = true;
					if (!isReadOnly(holder)) {
						return false;
					}
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

}
