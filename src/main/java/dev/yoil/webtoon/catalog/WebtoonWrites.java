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
 * A queue for the likes and reviews of each webtoon. Each change runs in a transaction
 * that locks the webtoon.
 * <p>
 * The row lock alone would serialize them too, but each waiting transaction holds a
 * connection: a hundred concurrent likes of one webtoon would exhaust the pool. Therefore
 * writers of this instance wait here first, in fair order, and at most one per webtoon
 * takes a connection. The row lock excludes other instances. Thread-safe.
 */
@Component
public class WebtoonWrites {

	/** Enough that two webtoons seldom share a queue. */
	private static final int QUEUES = 256;

	/** Clients have given up by then. */
	private static final Duration LONGEST_WAIT = Duration.ofSeconds(20);

	private final List<ReentrantLock> queues = Stream.generate(() -> new ReentrantLock(true)).limit(QUEUES).toList();

	private final TransactionTemplate transaction;

	private final WebtoonCounts counts;

	WebtoonWrites(PlatformTransactionManager transactions, WebtoonCounts counts) {
		this.transaction = new TransactionTemplate(transactions);
		this.counts = counts;
	}

	/**
	 * Runs a change when its turn comes. Must not be called in a transaction, which would
	 * hold a connection while it waits.
	 * @throws CannotAcquireLockException on timeout
	 */
	public <T> T write(WebtoonId webtoon, Supplier<T> change) {
		ReentrantLock queue = this.queues.get(Math.floorMod(webtoon.value(), QUEUES));
		if (!await(queue)) {
			throw new CannotAcquireLockException("Timed out waiting to update webtoon " + webtoon.value());
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
