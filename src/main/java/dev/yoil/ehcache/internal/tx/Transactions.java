package dev.yoil.ehcache.internal.tx;

import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.util.ClassUtils;

/**
 * Tells whether the calling thread is in a transaction whose end can be waited for, also
 * to applications without {@code spring-tx}, which never are.
 */
public final class Transactions {

	private static final boolean ARE_POSSIBLE = ClassUtils.isPresent(
			"org.springframework.transaction.support.TransactionSynchronizationManager",
			Transactions.class.getClassLoader());

	private Transactions() {
	}

	public static boolean isActive() {
		return ARE_POSSIBLE && TransactionSynchronizationManager.isSynchronizationActive()
				&& TransactionSynchronizationManager.isActualTransactionActive();
	}

}
