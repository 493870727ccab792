package dev.yoil.webtoon.moderation;

import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.ScheduledFuture;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.InitializingBean;
import org.springframework.context.SmartLifecycle;
import org.springframework.context.annotation.Lazy;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.scheduling.concurrent.ThreadPoolTaskScheduler;
import org.springframework.stereotype.Component;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Keeps the lists in memory as they are in the database: reads them before the service
 * listens, again after each change on this instance, and looks now and then whether
 * another instance changed them. While the database is away, the last ones stay in force,
 * and it is asked again every second. Thread-safe.
 */
@Component
@Lazy(false)
class ModerationRefresh implements InitializingBean, SmartLifecycle {

	private static final Log log = LogFactory.getLog(ModerationRefresh.class);

	/**
	 * How soon to try again what failed: a change that was made here may be waiting for
	 * it.
	 */
	private static final Duration RETRY = Duration.ofSeconds(1);

	private final BannedWords words;

	private final BannedWordTable wordTable;

	private final BlockedAddresses addresses;

	private final BlockedAddressTable addressTable;

	private final Revisions revisions;

	private final TransactionTemplate reading;

	private final Duration pause;

	private final ThreadPoolTaskScheduler scheduler = new ThreadPoolTaskScheduler();

	/** What is in force; guarded by this object's lock. */
	private final Map<ModerationList, Long> inForce = new EnumMap<>(ModerationList.class);

	/** Guarded by this object's lock. */
	private boolean failing;

	/** Guarded by this object's lock. */
	private boolean retrying;

	/** {@code null} unless this is running. */
	private volatile @Nullable ScheduledFuture<?> looks;

	ModerationRefresh(BannedWords words, BannedWordTable wordTable, BlockedAddresses addresses,
			BlockedAddressTable addressTable, Revisions revisions, PlatformTransactionManager transactions,
			ModerationProperties properties) {
		this.words = words;
		this.wordTable = wordTable;
		this.addresses = addresses;
		this.addressTable = addressTable;
		this.revisions = revisions;
		this.reading = new TransactionTemplate(transactions);
		this.reading.setReadOnly(true);
		this.pause = properties.refresh();
	}

	/**
	 * Reads the lists for the first time.
	 * @throws RuntimeException if they cannot be read: without them the service must not
	 * start
	 */
	@Override
	public void afterPropertiesSet() {
		read();
	}

	/**
	 * Reads the lists that have changed. If they cannot be read, what is in force stays,
	 * and only the first of several failures in a row is told.
	 */
	synchronized void refresh() {
		try {
			read();
		}
		catch (RuntimeException ex) {
			if (!this.failing) {
				log.warn("The banned words and blocked addresses cannot be read again; the last ones stay in force: "
						+ NestedExceptionUtils.getMostSpecificCause(ex));
			}
			this.failing = true;
			retryLater();
			return;
		}
		if (this.failing) {
			log.info("The banned words and blocked addresses can be read again.");
		}
		this.failing = false;
	}

	private void retryLater() {
		if (!this.retrying && isRunning()) {
			this.retrying = true;
			ScheduledFuture<?> unused = this.scheduler.schedule(this::retry,
					this.scheduler.getClock().instant().plus(RETRY));
		}
	}

	private synchronized void retry() {
		this.retrying = false;
		refresh();
	}

	/**
	 * The count is read before the list, which may so be newer than it says; it is then
	 * read once more than needed, and never too rarely.
	 */
	private synchronized void read() {
		this.reading.executeWithoutResult((transaction) -> this.revisions.all().forEach((list, revision) -> {
			if (!revision.equals(this.inForce.get(list))) {
				switch (list) {
					case BANNED_WORDS -> this.words.replace(this.wordTable.words());
					case BLOCKED_ADDRESSES -> this.addresses.replace(this.addressTable.ranges());
				}
				this.inForce.put(list, revision);
			}
		}));
	}

	@Override
	public void start() {
		this.scheduler.setDaemon(true);
		this.scheduler.setThreadNamePrefix("moderation-");
		this.scheduler.initialize();
		this.looks = this.scheduler.scheduleWithFixedDelay(this::refresh,
				this.scheduler.getClock().instant().plus(this.pause), this.pause);
	}

	@Override
	public void stop() {
		this.looks = null;
		this.scheduler.shutdown();
	}

	@Override
	public boolean isRunning() {
		return this.looks != null;
	}

}
