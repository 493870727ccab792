package dev.yoil.ehcache.internal.tables;

import java.sql.Connection;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;

import javax.sql.DataSource;

import com.zaxxer.hikari.HikariDataSource;
import dev.yoil.ehcache.internal.cluster.DatabaseRegionTable;
import dev.yoil.ehcache.internal.cluster.InstanceTable;
import dev.yoil.ehcache.internal.cluster.RegionWatch;
import dev.yoil.ehcache.region.Regions;
import dev.yoil.support.FullRun;
import dev.yoil.support.PostgresServer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.core.io.ClassPathResource;
import org.springframework.jdbc.datasource.init.ResourceDatabasePopulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Caches that depend on tables under racing readers and writers.
 * {@code mvn test -f library/pom.xml -Pfull -Dtest=TableStressTests -Dyoil.reads=500000}
 * runs until there are so many reads of each database and isolation.
 */
@Timeout(3_600)
class TableStressTests {

	private static final Logger LOG = LoggerFactory.getLogger(TableStressTests.class);

	private static final Duration LEASE = Duration.ofSeconds(2);

	private static final long READS = Long.getLong("yoil.reads", FullRun.count(4_000, 20_000));

	@Test
	void noReadIsStale() throws Exception {
		try (DependentItems items = new DependentItems()) {
			check("H2, READ COMMITTED", List.of(items), Connection.TRANSACTION_SERIALIZABLE, READS);
		}
	}

	@Test
	@Tag("full")
	void noReadIsStaleOfSnapshots() throws Exception {
		Consumer<HikariDataSource> snapshots = (pool) -> pool
			.setConnectionInitSql("set session characteristics as transaction isolation level snapshot");
		try (DependentItems items = new DependentItems(DependentItems.newDatabase(), snapshots,
				(source) -> Regions.alone())) {
			check("H2, SNAPSHOT", List.of(items), Connection.TRANSACTION_SERIALIZABLE, READS);
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "TRANSACTION_READ_COMMITTED", "TRANSACTION_REPEATABLE_READ" })
	@Tag("full")
	void noReadIsStaleInPostgres(String isolation) throws Exception {
		try (DependentItems items = postgres(PostgresServer.shared().createDatabase(), isolation,
				(source) -> Regions.alone())) {
			check("PostgreSQL, " + isolation, List.of(items), Connection.TRANSACTION_REPEATABLE_READ, READS);
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "TRANSACTION_READ_COMMITTED", "TRANSACTION_REPEATABLE_READ" })
	@Tag("full")
	void noReadIsStaleOnTwoInstances(String isolation) throws Exception {
		String url = PostgresServer.shared().createDatabase();
		try (Instance first = new Instance(url, isolation); Instance second = new Instance(url, isolation)) {
			check("Two instances, PostgreSQL, " + isolation, List.of(first.items, second.items),
					Connection.TRANSACTION_REPEATABLE_READ, READS);
			assertThat(first.watch.changesTold()).as("notifications").isPositive();
		}
	}

	private static void check(String name, List<DependentItems> instances, int snapshot, long reads) throws Exception {
		TableStress stress = new TableStress(instances, snapshot, LEASE);
		TableStress.Result result = stress.run(reads);
		LOG.info("{}: {}", name, result);
		assertThat(result.wrong).as(result.toString()).isEmpty();
		assertThat(result.writes).as(result.toString()).hasSize(13);
		assertThat(result.loads.sum()).isLessThan(result.reads.sum());
		await().atMost(LEASE.multipliedBy(5)).untilAsserted(() -> assertThat(stress.differences()).isEmpty());
		for (int i = 0; i < 3; i++) {
			assertThat(stress.differences()).as("at rest").isEmpty();
		}
	}

	private static DependentItems postgres(String url, String isolation, Function<DataSource, Regions> regions) {
		return new DependentItems(url, (pool) -> {
			pool.setUsername(PostgresServer.USER);
			pool.setPassword(PostgresServer.PASSWORD);
			pool.setTransactionIsolation(isolation);
		}, regions);
	}

	/** One of several instances over a database. */
	private static final class Instance implements AutoCloseable {

		private DatabaseRegionTable table;

		private final DependentItems items;

		private final RegionWatch watch;

		Instance(String url, String isolation) {
			this.items = postgres(url, isolation, this::regions);
			this.watch = new RegionWatch(this.items.regions, this.table, new InstanceTable(this.table),
					this.items.pool::getConnection, LEASE, Duration.ofMillis(500));
			this.watch.start();
			await().until(this.items.regions::isValid);
		}

		private Regions regions(DataSource source) {
			new ResourceDatabasePopulator(new ClassPathResource(DatabaseRegionTable.SCRIPT)).execute(source);
			this.table = new DatabaseRegionTable(source);
			this.table.createSecret();
			return Regions.shared(this.table, LEASE);
		}

		@Override
		public void close() {
			this.watch.destroy();
			this.table.close();
			this.items.close();
		}

	}

}
