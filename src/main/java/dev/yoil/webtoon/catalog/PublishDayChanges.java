package dev.yoil.webtoon.catalog;

import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * Takes out of the caches what a change of webtoons makes wrong, once the change is
 * committed, and nothing else. Which pages those are is looked up only then: a page that
 * somebody loads while the change is being written is of the time before it.
 */
@Component
class PublishDayChanges {

	private final PublishDayLists lists;

	private final AskedPages asked;

	PublishDayChanges(PublishDayLists lists, AskedPages asked) {
		this.lists = lists;
		this.asked = asked;
	}

	/**
	 * What a webtoon of a publish day shows is changed by the transaction.
	 */
	void contents(PublishDay publishDay) {
		afterCommit(() -> this.asked.of(publishDay).forEach(this::forget));
	}

	/**
	 * What decides one order of a publish day, and is not shown, is changed by the
	 * transaction.
	 */
	void order(PublishDay publishDay, WebtoonSort sort) {
		afterCommit(
				() -> this.asked.of(publishDay).stream().filter((list) -> list.sort() == sort).forEach(this::forget));
	}

	/**
	 * A publish day, or a genre of it, gets or loses a webtoon by the transaction.
	 */
	void number(PublishDay publishDay) {
		afterCommit(() -> this.asked.of(publishDay).forEach((list) -> {
			this.lists.forgetNumber(list.inAnyOrder());
			forget(list);
		}));
	}

	private void forget(PublishDayList list) {
		this.lists.forget(list);
		this.asked.of(list).forEach(this.lists::forget);
	}

	private static void afterCommit(Runnable forget) {
		TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {

			private boolean begun;

			@Override
			public void beforeCommit(boolean readOnly) {
				this.begun = true;
			}

			@Override
			public void afterCompletion(int status) {
				// Also if nobody knows whether it was committed: Spring takes some
				// failures of
				// a commit for rollbacks.
				if (status != STATUS_ROLLED_BACK || this.begun) {
					forget.run();
				}
			}

		});
	}

}
