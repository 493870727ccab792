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
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import dev.yoil.ehcache.internal.purge.Purges;
import dev.yoil.ehcache.internal.tx.TransactionWork;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.core.Ordered;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.TransactionSystemException;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
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
		Purges.of(this.regions).add((changed) -> this.table.log.add("purge " + new TreeSet<>(changed)));
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

	@ParameterizedTest(name = "{0}")
	@MethodSource("orders")
	void happenInOrder(String when, Consumer<RegionTransactionTests> changes, List<String> log) {
		changes.accept(this);
		assertThat(log()).isEqualTo(log);
	}

	static Stream<Arguments> orders() {
		return Stream.of(
				order("without a transaction", (test) -> test.regions.changed("b", "a"), "increment [a, b]",
						"remove [a, b]", "wake [a, b]", "purge [a, b]"),
				order("without a transaction, on a broken connection of a completed one", (test) -> {
					test.table.breakConnection(new DataAccessResourceFailureException("planted"));
					test.regions.changed("a");
				}, "later", "remove [a]", "purge [a]"),
				order("last of all statements", (test) -> test.inTransaction(() -> {
					test.regions.changed("b", "c");
					beforeCommit(0, () -> {
						test.log().add("another's last statement");
						test.regions.changed("d");
					});
					test.regions.changed("a");
					test.regions.changed("b");
				}), "another's last statement", "increment [a, b, c, d]", "commit", "remove [a, b, c, d]",
						"wake [a, b, c, d]", "purge [a, b, c, d]"),
				// As an event listener of the phase BEFORE_COMMIT does.
				order("after the others", (test) -> test.inTransaction(() -> {
					test.regions.changed("a");
					beforeCommit(() -> test.regions.changed("b"));
				}), "increment [a]", "increment [b]", "commit", "remove [a, b]", "wake [a, b]", "purge [a, b]"),
				order("first when the commit has begun", (test) -> test.inTransaction(() -> {
					TransactionWork.part(test.regions, "cache", (work) -> new TransactionWork.Part() {
					});
					beforeCommit(() -> test.regions.changed("a"));
				}), "increment [a]", "commit", "remove [a]", "wake [a]", "purge [a]"),
				order("first when the manager reports the commit", (test) -> {
					test.table.addListener(TransactionWork.lastBeforeCommit());
					test.inTransaction(() -> beforeCommit(() -> test.regions.changed("a")));
				}, "increment [a]", "commit", "remove [a]", "wake [a]", "purge [a]"),
				order("in afterCommit", (test) -> test.inTransaction(() -> {
					test.regions.changed("a");
					TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {

						@Override
						public void afterCommit() {
							test.regions.changed("late");
						}

					});
				}), "increment [a]", "commit", "remove [a]", "later", "remove [late]", "wake [a]", "purge [a, late]"),
				order("rolled back", (test) -> test.rollBack(() -> {
					test.regions.mayHaveChanged("a");
					test.regions.changed("b");
					test.regions.announce(Set.of("c"), () -> null);
				}), "rollback", "purge [a, b, c]"),
				order("announced by a write, which removes nothing here",
						(test) -> test.inTransaction(() -> test.regions.announce(Set.of("a"), () -> null)),
						"increment [a]", "commit", "wake [a]", "purge [a]"),
				order("perhaps changed", (test) -> test.inTransaction(() -> {
					test.regions.mayHaveChanged("a", "b");
					test.regions.changed("a");
				}), "increment [a]", "commit", "remove [a]", "wake [a]", "purge [a, b]"),
				order("perhaps changed, without a transaction", (test) -> test.regions.mayHaveChanged("a"),
						"purge [a]"),
				// PostgreSQL would reject the statement.
				order("in a read-only transaction", (test) -> {
					test.transaction.setReadOnly(true);
					test.inTransaction(() -> {
						test.regions.mayHaveChanged("a");
						test.regions.announce(Set.of("b"), () -> null);
					});
				}, "commit", "purge [a, b]"), order("outside of the table's transactions", (test) -> {
					test.table.leaveTransactions();
					test.inTransaction(() -> test.regions.changed("a"));
				}, "commit", "later", "remove [a]", "purge [a]"), order("by an inner transaction", (test) -> {
					TransactionTemplate inner = new TransactionTemplate((PlatformTransactionManager) test.table);
					inner.setPropagationBehavior(TransactionDefinition.PROPAGATION_REQUIRES_NEW);
					test.rollBack(() -> {
						test.regions.changed("outer");
						inner.executeWithoutResult((own) -> test.regions.changed("inner"));
					});
				}, "increment [inner]", "commit", "remove [inner]", "wake [inner]", "purge [inner]", "rollback",
						"purge [outer]"));
	}

	private static Arguments order(String when, Consumer<RegionTransactionTests> changes, String... log) {
		return Arguments.of(when, changes, List.of(log));
	}

	@ParameterizedTest
	@CsvSource({ "false, false, true", "false, true, true", "true, false, true", "false, false, false",
			"false, true, false" })
	void areRemovedButNotAppliedIfTheOutcomeIsUnknown(boolean outside, boolean reported, boolean systemException) {
		if (outside) {
			this.table.leaveTransactions();
		}
		if (reported) {
			this.table.addListener(TransactionWork.lastBeforeCommit());
		}
		this.table.failNextCommit(systemException ? new TransactionSystemException("The response was lost")
				: new DataAccessResourceFailureException("The response was lost"));
		assertThatThrownBy(() -> inTransaction(() -> {
			this.regions.changed("a");
			this.regions.mayHaveChanged("b");
		})).hasMessageContaining("The response was lost");
		assertThat(log()).contains("commit", "later", "remove [a]", "purge [a, b]").doesNotContain("wake [a]");
		assertThat(log().contains("increment [a]")).isNotEqualTo(outside);
		assertThat(this.regions.version("a")).isNull();
		assertThat(this.token).isEmpty();
		// The commit may follow.
		log().clear();
		this.regions.catchUp();
		assertThat(log().contains("remove [a]")).isNotEqualTo(outside);
	}

	@Test
	void giveTheirVersionsToTheToken() {
		inTransaction(() -> this.regions.changed("a", "b"));
		rollBack(() -> this.regions.changed("c"));
		assertThat(this.token).isEqualTo(Map.of("a", 1L, "b", 1L));
	}

	private void rollBack(Runnable action) {
		this.transaction.executeWithoutResult((status) -> {
			action.run();
			status.setRollbackOnly();
		});
	}

	private static void beforeCommit(Runnable action) {
		beforeCommit(Ordered.LOWEST_PRECEDENCE, action);
	}

	private static void beforeCommit(int order, Runnable action) {
		TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {

			@Override
			public int getOrder() {
				return order;
			}

			@Override
			public void beforeCommit(boolean readOnly) {
				action.run();
			}

		});
	}

	@ParameterizedTest
	@ValueSource(ints = { 0, 201 })
	void rejectsANameThatDoesNotFitTheTable(int length) {
		assertThatIllegalArgumentException().isThrownBy(() -> this.regions.changed("x".repeat(length)))
			.withMessage("Invalid region name of " + length + " characters: use 1 to 200 characters");
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

	@Test
	void areLimitedWhileTheyWaitForTheDatabase() {
		this.table.set(RegionTable.SECRET, 1);
		this.table.leaveTransactions();
		changed(IntStream.range(0, RegionIncrements.MAX_DUE).mapToObj(String::valueOf).toArray(String[]::new));
		changed("more");
		changed("even more");
		changed("0");
		this.table.incrementLate();
		this.regions.catchUp();
		assertThat(this.table.read()).hasSize(RegionIncrements.MAX_DUE + 1).doesNotContainKey("more");
		assertThat(this.regions.state(Set.of("0"))).as("after a restart only").isNull();
	}

	private void changed(String... names) {
		inTransaction(() -> this.regions.changed(names));
	}

	/**
	 * The client then needs a token that covers unknown versions.
	 */
	@Test
	void areReportedUnlessTheVersionsAreCommitted() {
		AtomicInteger reports = new AtomicInteger();
		Regions without = Regions.shared(this.table, Duration.ofMinutes(1));
		Purges.of(without).onUncommitted(reports::incrementAndGet);
		this.transaction.executeWithoutResult((status) -> {
			without.mayHaveChanged("a");
			without.changed("a", "b");
		});
		without.changed("a");
		assertThat(reports).hasValue(0);
		this.transaction.executeWithoutResult((status) -> {
			without.mayHaveChanged("a", "b");
			without.changed("a");
		});
		assertThat(reports).hasValue(1);
		this.transaction.executeWithoutResult((status) -> {
			without.changed("a");
			status.setRollbackOnly();
		});
		assertThat(reports).hasValue(2);
		without.mayHaveChanged("a");
		assertThat(reports).hasValue(3);
		assertThat(Purges.of(without).isEmpty()).isTrue();
	}

}
