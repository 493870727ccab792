package dev.yoil.ehcache.internal.cluster;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

import dev.yoil.ehcache.internal.label.Label;
import dev.yoil.ehcache.region.RegionRead;
import dev.yoil.ehcache.region.RegionVersion;
import dev.yoil.ehcache.region.Regions;
import dev.yoil.support.PostgresServer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Reads of the changed rows in a real PostgreSQL, while transactions are open.
 */
@Timeout(120)
class TableReadsTests {

	private static final String CHANGE = "insert into cache_region as present (region, n, tag) "
			+ "values (?, 1, gen_random_uuid()) on conflict (region) do update set n = present.n + 1, tag = excluded.tag";

	private final DriverManagerDataSource dataSource = new DriverManagerDataSource(
			PostgresServer.shared().createDatabase(), PostgresServer.USER, PostgresServer.PASSWORD);

	private final SingleConnectionDataSource connection = new SingleConnectionDataSource(open(), true);

	private final JdbcTemplate jdbc = new JdbcTemplate(this.connection);

	private final List<Connection> open = new ArrayList<>();

	private @Nullable RegionRead last;

	@BeforeEach
	void createTable() {
		this.jdbc.execute(RegionSchema.sql());
		DatabaseRegionTable.createSecret(this.jdbc);
		read();
	}

	@AfterEach
	void close() throws SQLException {
		for (Connection each : this.open) {
			each.close();
		}
		this.connection.destroy();
	}

	private Connection open() {
		try {
			return this.dataSource.getConnection();
		}
		catch (SQLException ex) {
			throw new IllegalStateException(ex);
		}
	}

	/** Returns what the next read of an instance returns. */
	private Map<String, RegionVersion> read() {
		Map<String, RegionVersion> rows = new TreeMap<>();
		this.last = TableReads.changes(this.jdbc, this.last, rows::putAll);
		return rows;
	}

	/** Begins a transaction that changes regions, and does not commit it. */
	private JdbcTemplate begin(String... regions) throws SQLException {
		Connection transaction = open();
		this.open.add(transaction);
		transaction.setAutoCommit(false);
		JdbcTemplate statements = new JdbcTemplate(new SingleConnectionDataSource(transaction, true));
		for (String region : regions) {
			statements.update(CHANGE, region);
		}
		return statements;
	}

	private static void commit(JdbcTemplate transaction) {
		transaction.execute("commit");
	}

	@Test
	void returnOnlyWhatHasChanged() {
		this.jdbc.update("insert into cache_region (region, n, tag) "
				+ "select 'region ' || i, 1, gen_random_uuid() from generate_series(1, 1000) as i");
		assertThat(read()).hasSize(1_000);
		assertThat(read()).isEmpty();
		this.jdbc.update(CHANGE, "region 7");
		assertThat(read()).containsOnlyKeys("region 7");
		assertThat(this.last.complete()).isFalse();
	}

	/**
	 * The first transaction has the lower id and commits last.
	 */
	@Test
	void missNothingIfTransactionsCommitOutOfOrder() throws SQLException {
		JdbcTemplate first = begin("a");
		JdbcTemplate second = begin("b");
		assertThat(read()).isEmpty();
		commit(second);
		assertThat(read()).containsOnlyKeys("b");
		JdbcTemplate third = begin("c");
		commit(third);
		assertThat(read()).containsOnlyKeys("c");
		commit(first);
		assertThat(read()).containsOnlyKeys("a");
		assertThat(read()).isEmpty();
	}

	@Test
	void missNothingOfATransactionThatGotItsIdLongBeforeItsChange() throws SQLException {
		JdbcTemplate slow = begin();
		slow.queryForObject("select pg_current_xact_id()::text", String.class);
		for (int i = 0; i < 10; i++) {
			this.jdbc.update(CHANGE, "b");
			assertThat(read()).containsOnlyKeys("b");
		}
		slow.update(CHANGE, "a");
		assertThat(read()).isEmpty();
		commit(slow);
		assertThat(read()).containsOnlyKeys("a");
	}

	@Test
	void missNothingOfASavepoint() throws SQLException {
		JdbcTemplate outer = begin("a");
		outer.execute("savepoint s");
		outer.update(CHANGE, "b");
		outer.execute("release savepoint s");
		outer.execute("savepoint t");
		outer.update(CHANGE, "c");
		this.jdbc.update(CHANGE, "d");
		assertThat(read()).containsOnlyKeys("d");
		outer.execute("rollback to savepoint t");
		commit(outer);
		assertThat(read()).containsOnlyKeys("a", "b");
	}

	@Test
	void missNothingOfAnInstanceThatWaitsForARow() throws Exception {
		JdbcTemplate first = begin("a");
		Thread second = new Thread(() -> {
			try {
				commit(begin("a"));
			}
			catch (SQLException ex) {
				throw new IllegalStateException(ex);
			}
		});
		second.start();
		this.jdbc.update(CHANGE, "b");
		assertThat(read()).containsOnlyKeys("b");
		commit(first);
		second.join();
		RegionVersion latest = read().get("a");
		assertThat(this.jdbc.queryForObject("select n from cache_region where region = 'a'", Long.class))
			.isEqualTo(latest.number());
		assertThat(read()).isEmpty();
	}

	/** Instances of earlier versions and operators know two columns less. */
	@Test
	void returnChangesByStatementsThatKnowNoPosition() {
		this.jdbc.update("insert into cache_region (region, n, tag) values ('a', 1, gen_random_uuid())");
		RegionVersion first = read().get("a");
		this.jdbc.update("update cache_region set tag = gen_random_uuid() where region = 'a'");
		RegionVersion second = read().get("a");
		assertThat(second.number()).isGreaterThan(first.number());
		this.jdbc.update("delete from cache_region where region = 'a'");
		this.jdbc.update("insert into cache_region (region, n, tag) values ('a', 1, gen_random_uuid())");
		assertThat(read().get("a").number()).as("after a row was deleted").isGreaterThan(second.number());
	}

	/** As after a dump that is restored on another server. */
	@Test
	void returnNoPositionsOfTheFutureButTheirChanges() {
		this.jdbc.execute("alter table cache_region disable trigger all");
		this.jdbc.update("insert into cache_region (region, n, tag, changed) "
				+ "select 'region ' || i, 1, gen_random_uuid(), '999999999999' from generate_series(1, 10) as i");
		this.jdbc.execute("alter table cache_region enable trigger all");
		assertThat(read()).isEmpty();
		this.jdbc.update(CHANGE, "region 3");
		assertThat(read()).containsOnlyKeys("region 3");
	}

	@Test
	void returnAllRowsIfVeryManyHaveChanged() {
		this.jdbc.update(CHANGE, "a");
		read();
		this.jdbc.update(
				"insert into cache_region (region, n, tag) "
						+ "select 'region ' || i, 1, gen_random_uuid() from generate_series(1, ?) as i",
				TableReads.MOST);
		assertThat(read()).hasSize(TableReads.MOST).doesNotContainKey("a");
		this.jdbc.update("update cache_region set tag = gen_random_uuid() where region like 'region %'");
		this.jdbc.update(CHANGE, "b");
		assertThat(read()).hasSize(TableReads.MOST + 3).containsKeys("#token", "a", "b");
		assertThat(this.last.complete()).isTrue();
		assertThat(read()).isEmpty();
	}

	@Test
	void returnAllRowsOfAnotherTableOrSecret() {
		this.jdbc.update(CHANGE, "a");
		read();
		this.jdbc.execute("create table kept as select * from cache_region; drop table cache_region");
		this.jdbc.execute(RegionSchema.sql());
		this.jdbc.execute("insert into cache_region select * from kept");
		assertThat(read()).containsOnlyKeys("#token", "a");
		assertThat(this.last.complete()).isTrue();
		assertThat(read()).isEmpty();
		this.jdbc.update("update cache_region set tag = gen_random_uuid() where region = '#token'");
		assertThat(read()).containsOnlyKeys("#token", "a");
		assertThat(read()).isEmpty();
	}

	/** A read in several statements must not have one half of a transaction. */
	@Test
	void returnAllRowsAsOfOneMoment() {
		this.jdbc.update(
				"insert into cache_region (region, n, tag) "
						+ "select 'region ' || i, 1, gen_random_uuid() from generate_series(1, ?) as i",
				2 * TableReads.MOST);
		Map<String, RegionVersion> rows = new TreeMap<>();
		RegionRead end = TableReads.changes(this.jdbc, null, (part) -> {
			if (rows.isEmpty()) {
				new JdbcTemplate(this.dataSource).update(CHANGE, "region of a change in between");
			}
			rows.putAll(part);
		});
		assertThat(rows).doesNotContainKey("region of a change in between");
		assertThat(this.jdbc.queryForObject("show transaction_isolation", String.class)).isEqualTo("read committed");
		rows.clear();
		TableReads.changes(this.jdbc, end, rows::putAll);
		assertThat(rows).containsOnlyKeys("region of a change in between");
	}

	/**
	 * Runs with missing, old and new statistics of the table.
	 */
	@Test
	void useTheIndexes() {
		this.jdbc.execute("alter table cache_region set (autovacuum_enabled = false)");
		this.jdbc.update("insert into cache_region (region, n, tag) "
				+ "select 'region ' || i, 1, gen_random_uuid() from generate_series(1, 50000) as i");
		assertThat(plan()).as("without statistics").doesNotContain("Seq Scan on cache_region");
		this.jdbc.execute("analyze cache_region");
		assertThat(plan()).as("one position").doesNotContain("Seq Scan on cache_region");
		this.jdbc.execute("alter table cache_region disable trigger all");
		this.jdbc.execute("update cache_region set changed = (n % 1000 + 3)::text::xid8");
		this.jdbc.execute("alter table cache_region enable trigger all");
		assertThat(plan()).as("old statistics").doesNotContain("Seq Scan on cache_region");
		this.jdbc.execute("analyze cache_region");
		assertThat(plan()).as("many positions").doesNotContain("Seq Scan on cache_region");
	}

	private String plan() {
		String running = this.jdbc.queryForObject("select pg_snapshot_xmax(pg_current_snapshot())::text", String.class);
		this.jdbc.execute("prepare reading(xid8, xid8[]) as "
				+ TableReads.CHANGED.replaceFirst("\\?", "\\$1").replaceFirst("\\?", "\\$2"));
		try {
			return this.jdbc
				.queryForList("explain execute reading('" + running + "', '{" + running + "}')", String.class)
				.stream()
				.collect(Collectors.joining("\n"));
		}
		finally {
			this.jdbc.execute("deallocate reading");
		}
	}

	@Test
	void thatMayHaveMissedRemovedRowsChangeAllRegions() {
		Regions regions = Regions.shared(new DatabaseRegionTable(this.dataSource), Duration.ofMinutes(1));
		this.jdbc.update(CHANGE, "a");
		regions.catchUp();
		Label label = regions.cache("cache", "never changed").label("key");
		this.jdbc.update("insert into cache_region (region, n, tag) "
				+ "values ('#horizon', (extract(epoch from now()) * 1000000)::bigint - 3600000000, gen_random_uuid())");
		regions.catchUp();
		assertThat(label.isDead()).as("the horizon is before the last read").isFalse();
		this.jdbc.update("update cache_region set n = n + 2 * 3600000000 where region = '#horizon'");
		regions.catchUp();
		assertThat(label.isDead()).as("rows may have been removed since the last read").isTrue();
		assertThat(regions.version("a")).isNull();
		Label next = regions.cache("cache", "never changed").label("key");
		regions.catchUp();
		assertThat(next.isDead()).as("once").isFalse();
	}

	/** For example a database that was restored from a backup. */
	@Test
	void ofARestoredTableChangeWhatDiffers() {
		Regions regions = Regions.shared(new DatabaseRegionTable(this.dataSource), Duration.ofMinutes(1));
		List.of("a", "b").forEach((region) -> this.jdbc.update(CHANGE, region));
		this.jdbc.execute("create table backup as select * from cache_region");
		List.of("b", "c").forEach((region) -> this.jdbc.update(CHANGE, region));
		regions.catchUp();
		Set<String> names = new TreeSet<>(Set.of("a", "b", "c", "d"));
		Map<String, Label> labels = new TreeMap<>();
		names.forEach((region) -> labels.put(region, regions.cache("cache", region).label("key")));
		this.jdbc.execute("begin; drop table cache_region; " + RegionSchema.sql()
				+ "; alter table cache_region disable trigger all; insert into cache_region select * from backup; "
				+ "alter table cache_region enable trigger all; commit");
		regions.catchUp();
		labels.values().removeIf((label) -> !label.isDead());
		assertThat(labels).containsOnlyKeys("b", "c");
		assertThat(regions.version("c")).isNull();
	}

	/** A database that was restored from a template has tables of the same ids. */
	@Test
	void ofARestoredDatabaseChangeWhatDiffers() {
		Regions regions = Regions.shared(new DatabaseRegionTable(this.dataSource), Duration.ofMinutes(1));
		List.of("a", "b").forEach((region) -> this.jdbc.update(CHANGE, region));
		String name = this.jdbc.queryForObject("select current_database()", String.class);
		this.connection.destroy();
		JdbcTemplate server = PostgresServer.shared().admin();
		server.execute("create database backup template " + name);
		new JdbcTemplate(this.dataSource).update(CHANGE, "b");
		regions.catchUp();
		Label kept = regions.cache("cache", "a").label("key");
		Label restored = regions.cache("cache", "b").label("key");
		server.execute("drop database " + name);
		server.execute("alter database backup rename to " + name);
		regions.catchUp();
		assertThat(restored.isDead()).isTrue();
		assertThat(kept.isDead()).isFalse();
	}

}
