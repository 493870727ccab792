package dev.yoil.ehcache.internal.cluster;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;

import javax.sql.DataSource;

import com.zaxxer.hikari.HikariDataSource;
import dev.yoil.ehcache.region.FakeRegionTable;
import dev.yoil.ehcache.region.RegionIncrement;
import dev.yoil.ehcache.region.Regions;
import dev.yoil.support.Background;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.core.io.ClassPathResource;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DelegatingDataSource;
import org.springframework.jdbc.datasource.init.ResourceDatabasePopulator;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Versions of regions in a real PostgreSQL.
 */
@Timeout(60)
@ExtendWith(OutputCaptureExtension.class)
class DatabaseRegionTableTests extends RegionDatabase {

	private static final String COUNTED = """
			create table increments (region varchar(200));
			create function count_increment() returns trigger language plpgsql as
			'begin insert into increments values (new.region); return null; end';
			create trigger count_increment after insert or update on cache_region for each row
			execute function count_increment()""";

	private final HikariDataSource pool = pool();

	private @Nullable DatabaseRegionTable opened;

	DatabaseRegionTableTests() {
		super(Duration.ofSeconds(10));
	}

	@AfterEach
	void closePool() {
		if (this.opened != null) {
			this.opened.close();
		}
		this.pool.close();
	}

	private DatabaseRegionTable table(boolean autoCommit) {
		this.pool.setAutoCommit(autoCommit);
		this.jdbc.execute(COUNTED);
		return table(this.pool);
	}

	private DatabaseRegionTable table(DataSource dataSource) {
		this.opened = new DatabaseRegionTable(dataSource);
		assertThat(this.opened.problemForCluster()).isNull();
		return this.opened;
	}

	/** Returns how often a region was incremented by a transaction that committed. */
	private long number(String region) {
		return Objects.requireNonNull(
				this.jdbc.queryForObject("select count(*) from increments where region = ? or region like '#% ' || ?",
						Long.class, region, region));
	}

	@Test
	void leavesNoTimeoutBehindInConnectionsToH2() throws SQLException {
		try (HikariDataSource h2 = new HikariDataSource()) {
			h2.setJdbcUrl("jdbc:h2:mem:regions");
			h2.setMaximumPoolSize(1);
			this.opened = new DatabaseRegionTable(h2);
			assertThat(this.opened.isPresent()).isFalse();
			try (Connection connection = h2.getConnection(); Statement statement = connection.createStatement()) {
				assertThat(statement.getQueryTimeout()).isZero();
			}
		}
	}

	@Test
	void hotRegionsAreIncrementedWithoutDeadlock() {
		Regions regions = Regions.shared(table(true), Duration.ofSeconds(10));
		TransactionTemplate transaction = new TransactionTemplate(new JdbcTransactionManager(this.pool));
		List<CompletableFuture<Integer>> clients = IntStream.range(0, 50).mapToObj((client) -> Background.supply(() -> {
			Random random = new Random(client);
			int incremented = 0;
			for (int i = 0; i < 10; i++) {
				List<String> hot = new ArrayList<>(
						IntStream.range(0, 10).mapToObj((region) -> "region " + region).toList());
				Collections.shuffle(hot, random);
				List<String> some = hot.subList(0, 1 + random.nextInt(10));
				transaction.executeWithoutResult((status) -> some.forEach(regions::changed));
				incremented += some.size();
			}
			return incremented;
		})).toList();
		long incremented = clients.stream().mapToLong(CompletableFuture::join).sum();
		long counted = IntStream.range(0, 10).mapToLong((region) -> number("region " + region)).sum();
		assertThat(counted).isEqualTo(incremented);
		assertThat(this.opened.read()).containsKey("#2 region 1");
	}

	/** As {@code spring.sql.init.schema-locations} does at each start. */
	@Test
	void theScriptUpgradesATableOfAnEarlierLayout() {
		DatabaseRegionTable table = table(true);
		JdbcTemplate jdbc = new JdbcTemplate(this.pool);
		jdbc.execute("drop table cache_region");
		assertThat(table.problemForCluster()).contains("no table cache_region");
		jdbc.execute(
				"create table cache_region (region varchar(200) primary key, n bigint not null, tag uuid not null)");
		jdbc.update("insert into cache_region (region, n, tag) values ('a', 17, gen_random_uuid())");
		assertThat(table.problemForCluster()).contains("layout of an earlier version");
		for (int i = 0; i < 2; i++) {
			new ResourceDatabasePopulator(new ClassPathResource(DatabaseRegionTable.SCRIPT)).execute(this.pool);
		}
		assertThat(table.problemForCluster()).isNull();
		jdbc.execute("alter table cache_region drop column report");
		assertThat(table.problemForCluster()).contains("no column report");
		assertThat(table.problem()).as("of a single instance").isNull();
		assertThat(table.read().get("a").number()).isEqualTo(17);
		RegionIncrement next = table.increment(new TreeSet<>(Set.of("a"))).get("a");
		assertThat(next.previous()).isEqualTo(17);
		assertThat(table.read().get("a")).isEqualTo(next.version());
	}

	@Test
	void anIncrementIsPartOfTheTransaction() {
		Regions regions = Regions.shared(table(true), Duration.ofSeconds(10));
		TransactionTemplate transaction = new TransactionTemplate(new JdbcTransactionManager(this.pool));
		transaction.executeWithoutResult((status) -> regions.changed("a"));
		transaction.executeWithoutResult((status) -> {
			regions.changed("a");
			status.setRollbackOnly();
		});
		assertThat(number("a")).isEqualTo(1);
	}

	@Test
	void aReadOnlyTransactionCanAnnounceItsPuts() {
		Regions regions = Regions.shared(table(true), Duration.ofSeconds(10));
		TransactionTemplate transaction = new TransactionTemplate(new JdbcTransactionManager(this.pool));
		transaction.setReadOnly(true);
		transaction.executeWithoutResult((status) -> {
			new JdbcTemplate(this.pool).queryForObject("select 1", Integer.class);
			regions.announce(Set.of("a"), () -> null);
		});
	}

	@Test
	void anIncrementOutsideOfATransactionIsCommittedWithoutAutoCommit() {
		DatabaseRegionTable table = table(false);
		Regions regions = Regions.shared(table, Duration.ofSeconds(10));
		regions.changed("outside");
		assertThat(number("outside")).isEqualTo(1);
		TransactionTemplate transaction = new TransactionTemplate(new JdbcTransactionManager(this.pool));
		transaction.executeWithoutResult(
				(status) -> TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {

					@Override
					public void afterCompletion(int completed) {
						regions.changed("listener");
					}

				}));
		await().until(() -> number("listener") == 1);
	}

	@Test
	void retriesOfALateChangeAreLoggedOnce(CapturedOutput output) {
		table(true);
		AtomicInteger failures = new AtomicInteger();
		DatabaseRegionTable table = table(new DelegatingDataSource(this.pool) {

			@Override
			public Connection getConnection() throws SQLException {
				if (failures.getAndDecrement() > 0) {
					throw new SQLException("planted");
				}
				return super.getConnection();
			}

		});
		Regions regions = Regions.shared(table, Duration.ofSeconds(10));
		failures.set(8);
		IntStream.range(0, 5).forEach((change) -> regions.changed("a"));
		await().until(() -> number("a") == 1);
		assertThat(output.toString().lines())
			.filteredOn((line) -> line.contains("the versions of [a], will retry every"))
			.hasSize(1);
	}

	/**
	 * The second change commits after the first increment and before its completion.
	 */
	@Test
	void aChangeDuringALateIncrementIsNotLost() {
		table(true);
		AtomicReference<@Nullable Runnable> onClose = new AtomicReference<>();
		DatabaseRegionTable table = table(new DelegatingDataSource(this.pool) {

			@Override
			public Connection getConnection() throws SQLException {
				Connection connection = super.getConnection();
				// The first increment is committed. Its thread continues.
				return intercepted(connection, (method, call) -> {
					Object result = call.call();
					Runnable action = method.getName().equals("close") ? onClose.getAndSet(null) : null;
					if (action != null) {
						action.run();
					}
					return result;
				});
			}

		});
		Regions regions = Regions.shared(table, Duration.ofSeconds(10));
		TransactionTemplate other = new TransactionTemplate(new FakeRegionTable());
		Runnable late = () -> other.executeWithoutResult((status) -> regions.changed("a"));
		table.createSecret();
		onClose.set(late);
		late.run();
		await().until(() -> number("a") == 2);
		await().until(() -> {
			regions.catchUp();
			return regions.state(Set.of("a")) != null;
		});
	}

}
