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

import dev.yoil.ehcache.Background;
import dev.yoil.ehcache.internal.label.Labels;
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
 * When changes are raised, forgotten, noted and told, over a table in memory.
 */
@Timeout(30)
class ChangedRegionsTests {

	private static final Duration LEASE = Duration.ofMinutes(1);

	private final FakeRegionTable table = new FakeRegionTable();

	private final Regions regions = Regions.shared(this.table, LEASE);

	private final TransactionTemplate transaction = new TransactionTemplate((PlatformTransactionManager) this.table);

	private final Map<String, Long> token = new HashMap<>();

	@BeforeEach
	void listen() {
		Labels.of(this.regions).register((change) -> {
			if (!change.regions().isEmpty()) {
				this.table.log.add("forget " + new TreeSet<>(change.regions()));
			}
		});
		this.regions
			.onCommit((raised) -> raised.forEach((region, version) -> this.token.put(region, version.number())));
	}

	@AfterEach
	void leavesNothingBehind() {
		assertThat(TransactionSynchronizationManager.getResourceMap()).isEmpty();
	}

	private List<String> log() {
		return this.table.log;
	}

	/**
	 * Does something in one phase of the open transaction.
	 */
	private static void register(int order, TransactionSynchronization synchronization) {
		TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {

			@Override
			public int getOrder() {
				return order;
			}

			@Override
			public void beforeCommit(boolean readOnly) {
				synchronization.beforeCommit(readOnly);
			}

			@Override
			public void afterCommit() {
				synchronization.afterCommit();
			}

			@Override
			public void afterCompletion(int status) {
				synchronization.afterCompletion(status);
			}

		});
	}

	private void inTransaction(Runnable action) {
		this.transaction.executeWithoutResult((status) -> action.run());
	}

	@ParameterizedTest
	@ValueSource(ints = { 0, 201 })
	void refusesANameForWhichTheTableHasNoRoom(int length) {
		assertThatIllegalArgumentException().isThrownBy(() -> this.regions.changed("x".repeat(length)))
			.withMessage("The name of a region has 1 to 200 characters, and not " + length);
	}

	@Test
	void areRaisedOnceLastAndInOrder() {
		inTransaction(() -> {
			this.regions.changed("b", "c");
			register(0, new TransactionSynchronization() {

				@Override
				public void beforeCommit(boolean readOnly) {
					log().add("another's last statement");
					ChangedRegionsTests.this.regions.changed("d");
				}

			});
			this.regions.changed("a");
			this.regions.changed("b");
		});
		assertThat(log()).containsExactly("another's last statement", "raise [a, b, c, d]", "commit",
				"forget [a, b, c, d]", "wake [a, b, c, d]");
		assertThat(this.token).isEqualTo(Map.of("a", 1L, "b", 1L, "c", 1L, "d", 1L));
	}

	@Test
	void areKnownOnlyAfterTheyWereForgotten() {
		Labels.of(this.regions)
			.register((changed) -> assertThat(this.regions.version("a")).as("while it is being forgotten").isNull());
		inTransaction(() -> this.regions.changed("a", "a"));
		assertThat(this.regions.version("a")).isEqualTo(this.table.read().get("a"));
		log().clear();
		this.regions.catchUp();
		assertThat(log()).as("its own change is no news").isEmpty();
	}

	@Test
	void areNotRaisedIfRolledBack() {
		this.transaction.executeWithoutResult((status) -> {
			this.regions.changed("a");
			status.setRollbackOnly();
		});
		assertThat(log()).containsExactly("rollback");
		assertThat(this.token).isEmpty();
	}

	@Test
	void areToldOthersOnlyIfSomethingElseForgetsThemHere() {
		inTransaction(() -> this.regions.announce(Set.of("a"), () -> null));
		assertThat(log()).containsExactly("raise [a]", "commit", "wake [a]");
	}

	@Test
	void areRaisedBehindTheCommitIfAnAfterCommitMakesThem() {
		inTransaction(() -> {
			this.regions.changed("a");
			register(0, new TransactionSynchronization() {

				@Override
				public void afterCommit() {
					ChangedRegionsTests.this.regions.changed("late");
				}

			});
		});
		assertThat(log()).containsExactly("raise [a]", "commit", "forget [a]", "raise later [late]", "forget [late]",
				"wake [a]");
	}

	@Test
	void areRaisedBehindTheCommitIfTheTableIsNotPartOfIt() {
		this.table.leaveTransactions();
		inTransaction(() -> this.regions.changed("a"));
		assertThat(log()).containsExactly("commit", "raise later [a]", "forget [a]");
	}

	@Test
	void areRaisedAtOnceWithoutATransaction() {
		this.regions.changed("b", "a");
		assertThat(log()).containsExactly("raise [a, b]", "forget [a, b]", "wake [a, b]");
	}

	@Test
	void ofAnInnerTransactionAreItsOwn() {
		TransactionTemplate inner = new TransactionTemplate((PlatformTransactionManager) this.table);
		inner.setPropagationBehavior(TransactionDefinition.PROPAGATION_REQUIRES_NEW);
		this.transaction.executeWithoutResult((status) -> {
			this.regions.changed("outer");
			inner.executeWithoutResult((own) -> this.regions.changed("inner"));
			status.setRollbackOnly();
		});
		assertThat(log()).containsExactly("raise [inner]", "commit", "forget [inner]", "wake [inner]", "rollback");
	}

	@Test
	void areForgottenButNotKnownIfNobodyKnowsOfTheCommit() {
		this.table.failNextCommit(new TransactionSystemException("The answer was lost"));
		assertThatExceptionOfType(TransactionSystemException.class)
			.isThrownBy(() -> inTransaction(() -> this.regions.changed("a")));
		assertThat(log()).containsExactly("raise [a]", "commit", "raise later [a]", "forget [a]");
		assertThat(this.regions.version("a")).isNull();
		// The commit may have come behind that.
		this.regions.catchUp();
		assertThat(log()).endsWith("forget [a]", "forget [a]");
	}

	/**
	 * Spring takes it for a rollback.
	 */
	@Test
	void areForgottenIfTheCommitFailedWithSomethingElse() {
		this.table.failNextCommit(new DataAccessResourceFailureException("The answer was lost"));
		assertThatExceptionOfType(DataAccessResourceFailureException.class)
			.isThrownBy(() -> inTransaction(() -> this.regions.changed("a")));
		assertThat(log()).containsSequence("raise [a]", "commit").contains("forget [a]").doesNotContain("wake [a]");
	}

	/**
	 * To raise once too often is harmless, not to raise is not.
	 */
	@Test
	void areRaisedLaterIfNobodyKnowsOfTheCommitAndTheyAreNotPartOfIt() {
		this.table.leaveTransactions();
		this.table.failNextCommit(new TransactionSystemException("The answer was lost"));
		assertThatExceptionOfType(TransactionSystemException.class)
			.isThrownBy(() -> inTransaction(() -> this.regions.changed("a")));
		assertThat(log()).contains("raise later [a]", "forget [a]");
	}

	@Test
	void areNotKnownIfTheyCouldNotBeForgotten() {
		AtomicBoolean failing = new AtomicBoolean(true);
		List<Set<String>> forgotten = new ArrayList<>();
		Labels.of(this.regions).register((change) -> {
			if (!change.regions().isEmpty() && failing.get()) {
				throw new IllegalStateException("planted");
			}
			forgotten.add(change.regions());
		});
		try {
			inTransaction(() -> this.regions.changed("a"));
		}
		catch (IllegalStateException ex) {
			// Whether the caller is told does not matter here.
		}
		failing.set(false);
		this.regions.catchUp();
		assertThat(forgotten).contains(Set.of("a"));
	}

	/**
	 * As {@code @Cacheable} without {@code sync} does: PostgreSQL would refuse the
	 * statement, and what was only read would fail.
	 */
	@Test
	void areNotRaisedByATransactionThatOnlyReads() {
		this.transaction.setReadOnly(true);
		inTransaction(() -> this.regions.announce(Set.of("a"), () -> null));
		assertThat(log()).doesNotContain("raise [a]");
	}

	@Test
	void ofOthersAreForgottenByTheNextCatchUp() {
		this.regions.catchUp();
		this.table.set("a", 3);
		this.regions.catchUp();
		assertThat(log()).containsExactly("forget [a]");
		this.table.set("a", 2);
		this.regions.catchUp();
		assertThat(log()).as("turned back").containsExactly("forget [a]", "forget [a]");
		this.table.delete("a");
		this.regions.catchUp();
		assertThat(log()).as("is gone").hasSize(3);
	}

	@Test
	void aReadThatWasOvertakenIsNotBelieved() {
		this.regions.changed("a");
		log().clear();
		this.regions.catchUp(() -> {
			Map<String, RegionVersion> read = this.table.read();
			this.regions.changed("a");
			return read;
		});
		assertThat(this.regions.version("a")).isEqualTo(this.table.read().get("a"));
		assertThat(log()).containsExactly("raise [a]", "forget [a]", "wake [a]");
	}

	@Test
	void aTokenCatchesUpIfItIsOfSomethingNew() {
		this.table.set("a", 1);
		this.regions.catchUp(Map.of("a", 1L));
		assertThat(log()).containsExactly("forget [a]");
		this.table.set("b", 1);
		this.regions.catchUp(Map.of("a", 1L));
		assertThat(log()).as("nothing is read").containsExactly("forget [a]");
	}

	/**
	 * Whoever banned a word finds it banned on whichever instance answers.
	 */
	@Test
	void aTokenWaitsForWhateverTakesTheChangeOver() {
		AtomicBoolean taken = new AtomicBoolean();
		CountDownLatch begun = new CountDownLatch(1);
		this.regions.onChange("a", () -> {
			try {
				begun.await(200, TimeUnit.MILLISECONDS);
				taken.set(true);
			}
			catch (InterruptedException ex) {
				Thread.currentThread().interrupt();
			}
		});
		this.table.set("a", 1);
		this.regions.catchUp(Map.of("a", 1L));
		assertThat(taken).isTrue();
	}

	@Test
	void aRegionMayHaveSeveralActions() {
		List<String> taken = new CopyOnWriteArrayList<>();
		this.regions.onChange("a", () -> {
			taken.add("first");
			throw new IllegalStateException("this one fails");
		});
		this.regions.onChange("a", () -> taken.add("second"));
		this.table.set("a", 1);
		this.regions.catchUp(Map.of("a", 1L));
		assertThat(taken).startsWith("first", "second");
	}

	@Test
	void theLeaseBeginsWithTheFirstReadAndCountsFromItsBeginning() {
		Regions brief = Regions.shared(this.table, Duration.ofMillis(50));
		assertThat(brief.isValid()).isFalse();
		brief.catchUp();
		await().until(() -> !brief.isValid());
		brief.catchUp(() -> {
			await().pollDelay(Duration.ofMillis(60)).until(() -> true);
			return this.table.read();
		});
		assertThat(brief.isValid()).as("the answer took longer than the lease").isFalse();
	}

	/**
	 * Somebody saw what this instance cannot read: no read that began before helps.
	 */
	@Test
	void whoeverDoubtsTakesNothingForFresh() {
		this.regions.catchUp();
		long begun = System.nanoTime();
		this.regions.doubt();
		try {
			this.regions.catchUp();
			assertThat(this.regions.isValid()).isFalse();
			assertThat(begun - this.regions.oldestToShare()).isNegative();
			assertThat(Background.supply(this.regions::isValid).join()).as("for others").isTrue();
		}
		finally {
			this.regions.trust();
		}
		assertThat(this.regions.isValid()).isTrue();
		assertThat(begun - this.regions.oldestToShare()).isPositive();
	}

	@Test
	void loadsOfTheLastLeaseAreSharedOnceItIsOver() {
		Regions brief = Regions.shared(this.table, Duration.ofMillis(50));
		long before = System.nanoTime();
		await().pollDelay(Duration.ofMillis(60)).until(() -> !brief.isValid());
		assertThat(before - brief.oldestToShare()).isNegative();
		assertThat(System.nanoTime() - brief.oldestToShare()).isPositive();
	}

	@Test
	void ofTheOnlyInstanceAreForgottenAndToldNobody() {
		Regions alone = Regions.alone();
		List<Set<String>> forgotten = new ArrayList<>();
		Labels.of(alone).register((change) -> forgotten.add(change.regions()));
		inTransaction(() -> alone.changed("a"));
		alone.changed("b");
		assertThat(forgotten).containsExactly(Set.of("a"), Set.of("b"));
		assertThat(alone.isValid()).isTrue();
		assertThat(log()).containsExactly("commit");
	}

}
