package dev.yoil.webtoon.catalog;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import java.util.stream.Stream;

import org.springframework.dao.CannotAcquireLockException;
import org.springframework.stereotype.Component;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * What readers do to a webtoon, one after the other, each in a transaction that has the
 * webtoon locked.
 * <p>
 * They would take turns anyway, by the lock on the row. But whoever waits for that has a
 * connection already: a hundred who like one webtoon at once would take all that there
 * are, have everybody else wait for theirs, and some give up. So those of this instance
 * wait here, in the order in which they came, and of each webtoon one at most takes a
 * connection. The row's lock is for those of other instances. Thread-safe.
 */
@Component
public class WebtoonWrites {

	/** So that the transactions of two webtoons seldom have to wait for each other. */
	private static final int QUEUES = 256;

	/** After which nobody waits for an answer any more. */
	private static final Duration LONGEST_WAIT = Duration.ofSeconds(20);

	private final List<ReentrantLock> queues = Stream.generate(() -> new ReentrantLock(true)).limit(QUEUES).toList();

	private final TransactionTemplate transaction;

	private final WebtoonCounts counts;

	WebtoonWrites(PlatformTransactionManager transactions, WebtoonCounts counts) {
		this.transaction = new TransactionTemplate(transactions);
		this.counts = counts;
	}

	/**
	 * Writes when it is the caller's turn. Not to be called within a transaction, which
	 * would have a connection while it waits.
	 * @param webtoon the webtoon's number
	 * @param change what to do in the transaction; what it throws rolls that back
	 * @param <T> what the change returns
	 * @return what the change returned, once it is committed
	 * @throws UnknownWebtoonException if there is no such webtoon
	 * @throws CannotAcquireLockException if it took too long until it was the caller's
	 * turn
	 */
	public <T> T write(WebtoonId webtoon, Supplier<T> change) {
		ReentrantLock queue = this.queues.get(Math.floorMod(webtoon.value(), QUEUES));
		if (!await(queue)) {
			throw new CannotAcquireLockException("Too many write to webtoon " + webtoon.value() + " at once");
		}
		try {
			return this.transaction.execute((status) -> {
				this.counts.lock(webtoon);
				return change.get();
			});
		}
		finally {
			queue.unlock();
		}
	}

	private static boolean await(ReentrantLock queue) {
		try {
			return queue.tryLock(LONGEST_WAIT.toMillis(), TimeUnit.MILLISECONDS);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			return false;
		}
	}

}
