package dev.yoil.webtoon.moderation;

import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Objects;
import java.util.function.Function;

import org.springframework.transaction.support.TransactionTemplate;

/**
 * Changes lists: one change at a time in all instances, and in force on this one as soon
 * as it is committed. Thread-safe.
 */
class ModerationChanges {

	private final Revisions revisions;

	private final ModerationRefresh refresh;

	private final TransactionTemplate transaction;

	private final Clock clock;

	ModerationChanges(Revisions revisions, ModerationRefresh refresh, TransactionTemplate transaction, Clock clock) {
		this.revisions = revisions;
		this.refresh = refresh;
		this.transaction = transaction;
		this.clock = clock;
	}

	/**
	 * Changes a list.
	 * @param list the list
	 * @param change what to do with its rows, given the time of the change; nobody else
	 * changes the list meanwhile. If it throws, nothing is changed
	 * @return what the change returned
	 */
	<T> T make(ModerationList list, Function<Instant, T> change) {
		T result = Objects.requireNonNull(this.transaction.execute((status) -> {
			this.revisions.next(list);
			// No finer than every database keeps it.
			return change.apply(this.clock.instant().truncatedTo(ChronoUnit.MICROS));
		}));
		this.refresh.refresh();
		return result;
	}

}
