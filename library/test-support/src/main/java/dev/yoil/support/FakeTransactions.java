package dev.yoil.support;

import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.AbstractPlatformTransactionManager;
import org.springframework.transaction.support.DefaultTransactionStatus;

/**
 * Transactions of no resource, one at a time.
 */
public final class FakeTransactions extends AbstractPlatformTransactionManager {

	private static final long serialVersionUID = 1L;

	@Override
	protected Object doGetTransaction() {
		return this;
	}

	@Override
	protected void doBegin(Object transaction, TransactionDefinition definition) {
		// Nothing to open.
	}

	@Override
	protected void doCommit(DefaultTransactionStatus status) {
		// Nothing to commit.
	}

	@Override
	protected void doRollback(DefaultTransactionStatus status) {
		// Nothing to roll back.
	}

}
