package dev.yoil.ehcache.region;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

import dev.yoil.ehcache.internal.tx.TransactionWork;
import dev.yoil.support.Background;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.TransactionSystemException;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.awaitility.Awaitility.await;

/**
 * The order of increments, removals and notifications, over a table in memory.
 */
@Timeout(30)
class RegionTransactionTests {

	private static final Duration LEASE = Duration.ofMinutes(1);

	private final FakeRegionTable table = new FakeRegionTable();

	private final Regions regions = Regions.shared(this.table, LEASE);

	private final TransactionTemplate transaction = new TransactionTemplate((PlatformTransactionManager) this.table);

	private final Map<String, Long> token = new HashMap<>();

	@BeforeEach
	void listen() {
		this.regions.register((change) -> {
			if (!change.regions().isEmpty()) {
				this.table.log.add("remove " + new TreeSet<>(change.regions()));
			}
		});
		this.regions
			.onCommit((committed) -> committed.forEach((region, version) -> this.token.put(region, version.number())));
	}

	@AfterEach
	void leavesNothingBehind() {
		assertThat(TransactionSynchronizationManager.getResourceMap()).isEmpty();
	}

	private List<String> log() {
		return this.table.log;
	}

	private void inTransaction(Runnable action) {
		this.transaction.executeWithoutResult((status) -> action.run());
	}

	@ParameterizedTest
	@ValueSource(ints = { 0, 201 })
	void rejectsANameThatDoesNotFitTheTable(int length) {
		assertThatIllegalArgumentException().isThrownBy(() -> this.regions.changed("x".repeat(length)))
			.withMessage("Invalid region name of " + length + " characters: use 1 to 200 characters");
	}

	@Test
	void incrementRowsOnceLastAndInOrder() {
		inTransaction(() -> {
			this.regions.changed("b", "c");
			TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {

				@Override
				public int getOrder() {
					return 0;
				}

				@Override
				public void beforeCommit(boolean readOnly) {
					log().add("another's last statement");
					RegionTransactionTests.this.regions.changed("d");
				}

			});
			this.regions.changed("a");
			this.regions.changed("b");
		});
		assertThat(log()).containsExactly("another's last statement", "increment [a, b, c, d]", "commit",
				"remove [a, b, c, d]", "wake [a, b, c, d]");
		assertThat(this.token).isEqualTo(Map.of("a", 1L, "b", 1L, "c", 1L, "d", 1L));
	}

	/**
	 * As an event listener of the phase {@code BEFORE_COMMIT} does.
	 */
	@Test
	void incrementRowsBeforeTheCommitIfChangedAfterTheOthers() {
		inTransaction(() -> {
			this.regions.changed("a");
			beforeCommit(() -> this.regions.changed("b"));
		});
		assertThat(log()).containsExactly("increment [a]", "increment [b]", "commit", "remove [a, b]", "wake [a, b]");
	}

	@Test
	void incrementRowsBeforeTheCommitIfFirstChangedWhenItHasBegun() {
		inTransaction(() -> {
			TransactionWork.part(this.regions, "cache", (work) -> new TransactionWork.Part() {
			});
			beforeCommit(() -> this.regions.changed("a"));
		});
		assertThat(log()).containsExactly("increment [a]", "commit", "remove [a]", "wake [a]");
	}

	@Test
	void incrementRowsBeforeTheCommitIfTheManagerReportsIt() {
		this.table.addListener(TransactionWork.lastBeforeCommit());
		inTransaction(() -> beforeCommit(() -> this.regions.changed("a")));
		assertThat(log()).containsExactly("increment [a]", "commit", "remove [a]", "wake [a]");
		log().clear();
		this.table.failNextCommit(new DataAccessResourceFailureException("The response was lost"));
		assertThatExceptionOfType(DataAccessResourceFailureException.class)
			.isThrownBy(() -> inTransaction(() -> beforeCommit(() -> this.regions.changed("a"))));
		assertThat(log()).containsSequence("increment [a]", "commit").contains("remove [a]").doesNotContain("wake [a]");
	}

	private static void beforeCommit(Runnable action) {
		TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {

			@Override
			public void beforeCommit(boolean readOnly) {
				action.run();
			}

		});
	}

	@Test
	void areAppliedOnlyAfterTheirEntriesAreRemoved() {
		this.regions.register((changed) -> assertThat(this.regions.version("a")).as("during the removal").isNull());
		inTransaction(() -> this.regions.changed("a", "a"));
		assertThat(this.regions.version("a")).isEqualTo(this.table.read().get("a"));
		log().clear();
		this.regions.catchUp();
		assertThat(log()).as("its own change is not new").isEmpty();
	}

	@Test
	void doNotIncrementRowsAfterARollback() {
		this.transaction.executeWithoutResult((status) -> {
			this.regions.changed("a");
			status.setRollbackOnly();
		});
		assertThat(log()).containsExactly("rollback");
		assertThat(this.token).isEmpty();
	}

	@Test
	void announcedByAWriteRemoveNothingHere() {
		inTransaction(() -> this.regions.announce(Set.of("a"), () -> null));
		assertThat(log()).containsExactly("increment [a]", "commit", "wake [a]");
	}

	@Test
	void incrementRowsLateIfChangedInAfterCommit() {
		inTransaction(() -> {
			this.regions.changed("a");
			TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {

				@Override
				public void afterCommit() {
					RegionTransactionTests.this.regions.changed("late");
				}

			});
		});
		assertThat(log()).containsExactly("increment [a]", "commit", "remove [a]", "later", "remove [late]",
				"wake [a]");
	}

	@Test
	void incrementRowsLateIfTheTableIsNotPartOfTheTransaction() {
		this.table.leaveTransactions();
		inTransaction(() -> this.regions.changed("a"));
		assertThat(log()).containsExactly("commit", "later", "remove [a]");
	}

	@Test
	void incrementRowsAtOnceWithoutATransaction() {
		this.regions.changed("b", "a");
		assertThat(log()).containsExactly("increment [a, b]", "remove [a, b]", "wake [a, b]");
	}

	@Test
	void incrementRowsLateIfTheConnectionOfACompletedTransactionIsBroken() {
		this.table.breakConnection(new DataAccessResourceFailureException("planted"));
		this.regions.changed("a");
		assertThat(log()).containsExactly("later", "remove [a]");
	}

	@Test
	void ofAnInnerTransactionAreCommittedWithIt() {
		TransactionTemplate inner = new TransactionTemplate((PlatformTransactionManager) this.table);
		inner.setPropagationBehavior(TransactionDefinition.PROPAGATION_REQUIRES_NEW);
		this.transaction.executeWithoutResult((status) -> {
			this.regions.changed("outer");
			inner.executeWithoutResult((own) -> this.regions.changed("inner"));
			status.setRollbackOnly();
		});
		assertThat(log()).containsExactly("increment [inner]", "commit", "remove [inner]", "wake [inner]", "rollback");
	}

	@Test
	void areRemovedButNotAppliedIfTheOutcomeIsUnknown() {
		this.table.failNextCommit(new TransactionSystemException("The response was lost"));
		assertThatExceptionOfType(TransactionSystemException.class)
			.isThrownBy(() -> inTransaction(() -> this.regions.changed("a")));
		assertThat(log()).containsExactly("increment [a]", "commit", "later", "remove [a]");
		assertThat(this.regions.version("a")).isNull();
		// The commit may follow.
		this.regions.catchUp();
		assertThat(log()).endsWith("remove [a]", "remove [a]");
	}

	@Test
	void areRemovedIfTheCommitFailsWithAnotherException() {
		this.table.failNextCommit(new DataAccessResourceFailureException("The response was lost"));
		assertThatExceptionOfType(DataAccessResourceFailureException.class)
			.isThrownBy(() -> inTransaction(() -> this.regions.changed("a")));
		assertThat(log()).containsSequence("increment [a]", "commit").contains("remove [a]").doesNotContain("wake [a]");
	}

	@Test
	void incrementRowsLateIfTheOutcomeIsUnknownAndTheTableIsNotPartOfIt() {
		this.table.leaveTransactions();
		this.table.failNextCommit(new TransactionSystemException("The response was lost"));
		assertThatExceptionOfType(TransactionSystemException.class)
			.isThrownBy(() -> inTransaction(() -> this.regions.changed("a")));
		assertThat(log()).contains("later", "remove [a]");
	}

	@Test
	void areNotAppliedIfTheRemovalFails() {
		AtomicBoolean failing = new AtomicBoolean(true);
		List<Set<String>> removed = new ArrayList<>();
		this.regions.register((change) -> {
			if (!change.regions().isEmpty() && failing.get()) {
				throw new IllegalStateException("planted");
			}
			removed.add(change.regions());
		});
		try {
			inTransaction(() -> this.regions.changed("a"));
		}
		catch (IllegalStateException ex) {
			// planted
		}
		failing.set(false);
		this.regions.catchUp();
		assertThat(removed).contains(Set.of("a"));
	}

	/**
	 * PostgreSQL would reject the statement.
	 */
	@Test
	void doNotIncrementRowsInAReadOnlyTransaction() {
		this.transaction.setReadOnly(true);
		inTransaction(() -> this.regions.announce(Set.of("a"), () -> null));
		assertThat(log()).doesNotContain("increment [a]");
	}

	@Test
	void ofOtherInstancesAreRemovedByTheNextCatchUp() {
		this.regions.catchUp();
		this.table.set("a", 3);
		this.regions.catchUp();
		assertThat(log()).containsExactly("remove [a]");
		this.table.set("a", 2);
		this.regions.catchUp();
		assertThat(log()).as("lower number").containsExactly("remove [a]", "remove [a]");
		this.table.delete("a");
		this.regions.catchUp();
		assertThat(log()).as("deleted row").hasSize(3);
	}

	@Test
	void aTokenOfANewVersionCatchesUp() {
		this.table.set("a", 1);
		this.regions.catchUp(Map.of("a", 1L));
		assertThat(log()).containsExactly("remove [a]");
		this.table.set("b", 1);
		this.regions.catchUp(Map.of("a", 1L));
		assertThat(log()).as("nothing is read").containsExactly("remove [a]");
	}

	@Test
	void aTokenWaitsForTheActionsOfItsRegions() {
		AtomicBoolean called = new AtomicBoolean();
		CountDownLatch begun = new CountDownLatch(1);
		this.regions.onChange("a", () -> {
			try {
				begun.await(200, TimeUnit.MILLISECONDS);
				called.set(true);
			}
			catch (InterruptedException ex) {
				Thread.currentThread().interrupt();
			}
		});
		this.table.set("a", 1);
		this.regions.catchUp(Map.of("a", 1L));
		assertThat(called).isTrue();
	}

	@Test
	void aRegionMayHaveSeveralActions() {
		List<String> called = new CopyOnWriteArrayList<>();
		this.regions.onChange("a", () -> {
			called.add("first");
			throw new IllegalStateException("this one fails");
		});
		this.regions.onChange("a", () -> called.add("second"));
		this.table.set("a", 1);
		this.regions.catchUp(Map.of("a", 1L));
		await().untilAsserted(() -> assertThat(called).contains("first", "second"));
	}

	@Test
	void aDistrustingThreadTreatsNothingAsFresh() {
		this.regions.catchUp();
		long begun = System.nanoTime();
		Runnable trust = this.regions.distrust();
		try {
			this.regions.catchUp();
			assertThat(this.regions.isValid()).isFalse();
			assertThat(begun - this.regions.oldestToShare()).isNegative();
			assertThat(Background.supply(this.regions::isValid).join()).as("other threads").isTrue();
		}
		finally {
			trust.run();
		}
		assertThat(this.regions.isValid()).isTrue();
		assertThat(begun - this.regions.oldestToShare()).isPositive();
	}

	@Test
	void ofASingleInstanceAreRemovedHereOnly() {
		Regions alone = Regions.alone();
		List<Set<String>> removed = new ArrayList<>();
		alone.register((change) -> removed.add(change.regions()));
		inTransaction(() -> alone.changed("a"));
		alone.changed("b");
		assertThat(removed).containsExactly(Set.of("a"), Set.of("b"));
		assertThat(alone.isValid()).isTrue();
		assertThat(log()).containsExactly("commit");
	}

}
