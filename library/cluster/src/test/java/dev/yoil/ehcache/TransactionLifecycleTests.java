package dev.yoil.ehcache;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.stream.Stream;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import dev.yoil.ehcache.TransactionScenario.Action;
import dev.yoil.ehcache.TransactionScenario.End;
import dev.yoil.ehcache.TransactionScenario.Outcome;
import dev.yoil.ehcache.TransactionScenario.Phase;
import dev.yoil.ehcache.TransactionScenario.Propagated;
import dev.yoil.ehcache.internal.purge.Purges;
import dev.yoil.ehcache.region.Regions;
import dev.yoil.ehcache.spi.CacheValidity;
import org.h2.jdbcx.JdbcConnectionPool;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.slf4j.LoggerFactory;

import org.springframework.cache.Cache;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.TransactionException;
import org.springframework.transaction.TransactionSystemException;
import org.springframework.transaction.support.DefaultTransactionDefinition;
import org.springframework.transaction.support.DefaultTransactionStatus;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionSynchronizationUtils;
import org.springframework.transaction.support.TransactionTemplate;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Transactions that change a database and a cache, with a callback in one phase, in every
 * combination. The cache must match the scenario's model and hold committed values only,
 * and an edge that is purged must not keep older ones.
 */
@Timeout(60)
class TransactionLifecycleTests {

	private static final int BEFORE = 0;

	private final Regions regions = Regions.alone();

	private final TestCaches caches = TestCaches.transactional(100, "ttl='200s'", this.regions);

	/** The copies of an edge that requests each value right after its purge. */
	private final Map<String, Integer> edge = new HashMap<>();

	private final Cache cache = this.caches.manager().getCache("cache");

	private final JdbcConnectionPool database = JdbcConnectionPool.create("jdbc:h2:mem:" + UUID.randomUUID(), "", "");

	private final JdbcClient rows = JdbcClient.create(this.database);

	private final Transactions transactions = new Transactions();

	private final List<String> wrong = new ArrayList<>();

	/** Logs the planted exceptions. */
	private final Logger callbacks = (Logger) LoggerFactory.getLogger(TransactionSynchronizationUtils.class);

	@BeforeEach
	void becomeQuiet() {
		this.callbacks.setLevel(Level.OFF);
	}

	@BeforeEach
	void copyToTheEdge() {
		Purges.of(this.regions)
			.add((changed) -> Stream.of(TransactionScenario.NAMES)
				.filter((name) -> changed.contains("cache#") || changed.containsAll(regionsOf(name)))
				.forEach(this::copyToTheEdge));
	}

	private Set<String> regionsOf(String name) {
		return this.caches.cache().unwrap(CacheValidity.class).regions(name);
	}

	private void copyToTheEdge(String name) {
		Integer cached = cached(name);
		this.edge.put(name, (cached != null) ? cached : committed(name));
	}

	@AfterEach
	void close() {
		this.callbacks.setLevel(null);
		this.caches.close();
		this.database.dispose();
	}

	@ParameterizedTest
	@EnumSource
	void cacheHoldsCommittedValuesOnly(Phase phase) {
		this.rows.sql("create table counter (name varchar primary key, n int)").update();
		List<TransactionScenario> scenarios = TransactionScenario.of(phase).toList();
		scenarios.forEach(this::run);
		assertThat(scenarios).hasSizeGreaterThan(300);
		assertThat(this.wrong).isEmpty();
		assertThat(TransactionSynchronizationManager.getResourceMap()).isEmpty();
	}

	private void run(TransactionScenario scenario) {
		reset();
		this.transactions.outcome = scenario.outcome();
		try {
			template("outer", Propagated.REQUIRES_NEW).executeWithoutResult((status) -> {
				if (scenario.touchesCacheFirst()) {
					act(scenario, scenario.outer(), "outer", TransactionScenario.OUTER);
				}
				Callback callback = new Callback(scenario);
				TransactionSynchronizationManager.registerSynchronization(callback);
				if (!scenario.touchesCacheFirst()) {
					act(scenario, scenario.outer(), "outer", TransactionScenario.OUTER);
				}
				if (scenario.outcome() == Outcome.ROLLBACK) {
					status.setRollbackOnly();
				}
				callback.in(Phase.BODY);
			});
		}
		catch (PlantedException | TransactionException ex) {
			// planted
		}
		for (String name : TransactionScenario.NAMES) {
			Integer cached = cached(name);
			int committed = committed(name);
			check(scenario, cached == null || cached == committed,
					() -> name + " is stale: " + cached + " instead of " + committed);
			Integer expected = scenario.expected().get(name);
			check(scenario, Objects.equals(cached, expected), () -> name + " is " + cached + " instead of " + expected);
			check(scenario, !scenario.isPurgedInTime() || this.edge.get(name) == committed,
					() -> name + " is " + this.edge.get(name) + " at the edge instead of " + committed);
		}
	}

	private void reset() {
		this.rows.sql("delete from counter").update();
		for (String name : TransactionScenario.NAMES) {
			this.rows.sql("insert into counter values (?, ?)").params(name, BEFORE).update();
		}
		this.cache.clear();
		for (String name : TransactionScenario.CACHED) {
			this.cache.put(name, BEFORE);
		}
		Stream.of(TransactionScenario.NAMES).forEach((name) -> this.edge.put(name, BEFORE));
	}

	private void act(TransactionScenario scenario, Action action, String name, int value) {
		if (action != Action.READ) {
			this.rows.sql("update counter set n = ? where name = ?").params(value, name).update();
		}
		switch (action) {
			case READ -> Stream.of(TransactionScenario.CACHED).forEach((read) -> {
				Integer found = this.cache.get(read, () -> row(read));
				int there = row(read);
				check(scenario, found != null && found == there,
						() -> "read " + found + " of " + read + " instead of " + there);
			});
			case LOAD -> this.cache.get(name, () -> row(name));
			case PUT -> this.cache.put(name, value);
			case EVICT -> this.cache.evict(name);
			case EVICT_IF_PRESENT -> this.cache.evictIfPresent(name);
			case CLEAR -> this.cache.clear();
		}
	}

	/** Returns the value that the current transaction sees. */
	private int row(String name) {
		return this.rows.sql("select n from counter where name = ?").param(name).query(Integer.class).single();
	}

	private int committed(String name) {
		return template("look", Propagated.NOT_SUPPORTED).execute((status) -> row(name));
	}

	private Integer cached(String name) {
		var entry = this.caches.cache().index().find(name);
		return (entry != null) ? (Integer) entry.value() : null;
	}

	private void check(TransactionScenario scenario, boolean right, Supplier<String> problem) {
		if (!right) {
			this.wrong.add(scenario + ": " + problem.get());
		}
	}

	private TransactionTemplate template(String name, Propagated propagated) {
		DefaultTransactionDefinition definition = new DefaultTransactionDefinition(propagated.behavior());
		definition.setName(name);
		return new TransactionTemplate(this.transactions, definition);
	}

	/**
	 * The callback in one phase of the outer transaction.
	 */
	private final class Callback implements TransactionSynchronization {

		private final TransactionScenario scenario;

		Callback(TransactionScenario scenario) {
			this.scenario = scenario;
		}

		void in(Phase phase) {
			if (phase != this.scenario.phase()) {
				return;
			}
			try {
				if (this.scenario.propagated() == Propagated.NONE) {
					act();
				}
				else {
					template("inner", this.scenario.propagated()).executeWithoutResult((status) -> {
						act();
						if (this.scenario.end() == End.ROLLBACK) {
							status.setRollbackOnly();
						}
					});
				}
			}
			finally {
				if (this.scenario.isCommittedAtOnce()) {
					for (String name : TransactionScenario.NAMES) {
						Integer cached = cached(name);
						check(this.scenario, cached == null || cached == BEFORE || cached == committed(name),
								() -> "others see " + cached + " of " + name + ", which is not committed");
					}
				}
			}
		}

		private void act() {
			TransactionLifecycleTests.this.act(this.scenario, this.scenario.inner(), this.scenario.target(),
					TransactionScenario.INNER);
			if (this.scenario.end() == End.THROW) {
				throw new PlantedException();
			}
		}

		@Override
		public void beforeCommit(boolean readOnly) {
			in(Phase.BEFORE_COMMIT);
		}

		@Override
		public void beforeCompletion() {
			in(Phase.BEFORE_COMPLETION);
		}

		@Override
		public void afterCommit() {
			in(Phase.AFTER_COMMIT);
		}

		@Override
		public void afterCompletion(int status) {
			in(Phase.AFTER_COMPLETION);
		}

	}

	/**
	 * A manager whose outer transaction can end with an unknown outcome.
	 */
	private final class Transactions extends JdbcTransactionManager {

		private Outcome outcome = Outcome.COMMIT;

		Transactions() {
			super(TransactionLifecycleTests.this.database);
			setNestedTransactionAllowed(true);
		}

		@Override
		protected void doCommit(DefaultTransactionStatus status) {
			boolean outer = "outer".equals(status.getTransactionName());
			if (outer && this.outcome == Outcome.UNKNOWN_LOST) {
				super.doRollback(status);
				throw new TransactionSystemException("The connection is lost, and so was the commit");
			}
			super.doCommit(status);
			if (outer && this.outcome == Outcome.UNKNOWN_COMMITTED) {
				throw new TransactionSystemException("The connection is lost, but the commit was not");
			}
		}

	}

	private static final class PlantedException extends RuntimeException {

		PlantedException() {
			super("planted", null, false, false);
		}

	}

}
