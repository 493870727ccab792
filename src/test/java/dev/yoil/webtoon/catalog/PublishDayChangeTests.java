package dev.yoil.webtoon.catalog;

import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;

import dev.yoil.representation.Representation;
import dev.yoil.representation.Representations;
import dev.yoil.webtoon.PageParameters;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.TransactionSystemException;
import org.springframework.transaction.support.AbstractPlatformTransactionManager;
import org.springframework.transaction.support.DefaultTransactionStatus;
import org.springframework.transaction.support.TransactionTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatException;

/**
 * What is forgotten when, as far as no database is needed to see it.
 */
class PublishDayChangeTests {

	private static final PublishDayList LIST = new PublishDayList(PublishDay.MONDAY, WebtoonSort.TITLE);

	private final AskedPages asked = new AskedPages();

	private final RecordedLists lists = new RecordedLists(this.asked);

	private final PublishDayChanges changes = new PublishDayChanges(this.lists, this.asked);

	@Test
	void areForgottenOnceTheTransactionIsCommitted() {
		this.asked.add(new PublishDayPage(LIST, 1));
		transaction((status) -> {
		}).executeWithoutResult((status) -> {
			this.changes.contents(PublishDay.MONDAY);
			assertThat(this.lists.forgotten).isEmpty();
		});
		assertThat(this.lists.forgotten).contains(LIST, new PublishDayPage(LIST, 0), new PublishDayPage(LIST, 1))
			.doesNotContain("number of MONDAY", new PublishDayPage(LIST, 2),
					new PublishDayList(PublishDay.TUESDAY, WebtoonSort.TITLE));
	}

	/**
	 * The second failure has Spring say that it was rolled back.
	 */
	static List<RuntimeException> failuresOfCommits() {
		return List.of(new TransactionSystemException("The connection broke"),
				new DataAccessResourceFailureException("The connection broke"));
	}

	@ParameterizedTest
	@MethodSource("failuresOfCommits")
	void areForgottenIfNobodyKnowsWhetherItIsCommitted(RuntimeException failure) {
		this.asked.add(new PublishDayList(PublishDay.MONDAY, WebtoonSort.LIKES));
		TransactionTemplate broken = transaction((status) -> {
			throw failure;
		});
		assertThatException()
			.isThrownBy(() -> broken.executeWithoutResult((status) -> this.changes.number(PublishDay.MONDAY)));
		assertThat(this.lists.forgotten).contains(new PublishDayList(PublishDay.MONDAY, WebtoonSort.LIKES),
				"number of MONDAY");
	}

	@Test
	void areNotForgottenIfItIsRolledBack() {
		this.asked.add(LIST);
		transaction((status) -> {
		}).executeWithoutResult((status) -> {
			this.changes.number(PublishDay.MONDAY);
			status.setRollbackOnly();
		});
		assertThat(this.lists.forgotten).isEmpty();
	}

	/**
	 * Else a change that is committed while the page is being loaded would not see it.
	 */
	@Test
	void findAPageThatIsAskedForBeforeItIsLoaded() {
		new PublishedWebtoons(this.lists, this.asked).page(LIST, new PageParameters(2, PublishDayPage.SIZE));
		assertThat(this.lists.loaded).containsExactly(new PublishDayPage(LIST, 2));
	}

	private static TransactionTemplate transaction(Consumer<DefaultTransactionStatus> commit) {
		return new TransactionTemplate(new CommitOnly(commit));
	}

	/** Does nothing but tell when to commit. */
	private static final class CommitOnly extends AbstractPlatformTransactionManager {

		private final transient Consumer<DefaultTransactionStatus> commit;

		CommitOnly(Consumer<DefaultTransactionStatus> commit) {
			this.commit = commit;
		}

		@Override
		protected Object doGetTransaction() {
			return this;
		}

		@Override
		protected void doBegin(Object transaction, TransactionDefinition definition) {
			// Nothing to begin.
		}

		@Override
		protected void doCommit(DefaultTransactionStatus status) {
			this.commit.accept(status);
		}

		@Override
		protected void doRollback(DefaultTransactionStatus status) {
			// Nothing to undo.
		}

	}

	/** Remembers what is forgotten, and what is loaded. */
	private static final class RecordedLists extends PublishDayLists {

		private final List<Object> forgotten = new ArrayList<>();

		private final List<PublishDayPage> loaded = new ArrayList<>();

		private final AskedPages asked;

		RecordedLists(AskedPages asked) {
			super(new NoCatalog(), new Representations(JsonMapper.shared(), Clock.systemUTC(), true, Supplier::get));
			this.asked = asked;
		}

		@Override
		void forget(PublishDayList list) {
			this.forgotten.add(list);
		}

		@Override
		void forget(PublishDayPage page) {
			this.forgotten.add(page);
		}

		@Override
		void forgetNumber(PublishDayList list) {
			this.forgotten.add("number of " + list);
		}

		@Override
		long countWebtoons(PublishDayList list) {
			return 100;
		}

		@Override
		Representation findWebtoonPage(PublishDayPage page) {
			assertThat(this.asked.of(page.list())).contains(page);
			this.loaded.add(page);
			return new Representations(JsonMapper.shared(), Clock.systemUTC(), true, Supplier::get).of(List.of());
		}

	}

	/** Is never asked. */
	private static final class NoCatalog extends Catalog {

		NoCatalog() {
			super(null);
		}

	}

}
