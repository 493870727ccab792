package dev.yoil.ehcache.boot;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

import dev.yoil.ehcache.internal.cluster.DatabaseRegionTable;
import dev.yoil.ehcache.internal.cluster.InstanceTable;
import dev.yoil.ehcache.internal.cluster.RegionSchema;
import dev.yoil.ehcache.internal.cluster.RegionWatch;
import dev.yoil.ehcache.internal.sql.DatabaseCatalog;
import dev.yoil.ehcache.internal.sql.Effect;
import dev.yoil.ehcache.internal.sql.SqlTables;
import dev.yoil.ehcache.region.Regions;
import dev.yoil.support.Background;
import dev.yoil.support.PostgresServer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.postgresql.PGConnection;

import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;
import org.springframework.mock.env.MockEnvironment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * The triggers that the command prints, in a real PostgreSQL.
 */
@Timeout(120)
class TableTriggersCommandTests {

	private static final String TABLES = """
			create table book (id int primary key, n int);
			create table chapter (id int primary key, book int references book on delete cascade);
			create table "Odd ' Name" (id int);
			create table sale (id int, k int) partition by list (k);
			create table sale_1 partition of sale for values in (1);
			create table sale_2 partition of sale for values in (2);
			create view books as select * from book;
			create function bump() returns int language sql as 'update book set n = n + 1 where id = 1 returning n';
			create table unread (id int);
			create sequence ids start 1000;
			insert into book select i, i from generate_series(1, 9) i;
			insert into chapter select i, i from generate_series(1, 9) i""";

	private static final String RAISED = "select distinct regexp_replace(region, '^#\\d+ ', '') from cache_region "
			+ "where n > ? and region <> '#token'";

	private final String url = PostgresServer.shared().createDatabase();

	private final JdbcTemplate jdbc = new JdbcTemplate(dataSource(this.url));

	private final ByteArrayOutputStream out = new ByteArrayOutputStream();

	private final ByteArrayOutputStream errors = new ByteArrayOutputStream();

	private static DriverManagerDataSource dataSource(String url) {
		return new DriverManagerDataSource(url, PostgresServer.USER, PostgresServer.PASSWORD);
	}

	private int run(String url, String user, String password) {
		this.out.reset();
		this.errors.reset();
		return TableTriggersCommand.run(
				new MockEnvironment().withProperty("spring.datasource.url", url)
					.withProperty("spring.datasource.username", user)
					.withProperty("spring.datasource.password", password),
				new PrintStream(this.out, true, StandardCharsets.UTF_8),
				new PrintStream(this.errors, true, StandardCharsets.UTF_8));
	}

	private String printed() {
		assertThat(run(this.url, PostgresServer.USER, PostgresServer.PASSWORD)).isZero();
		assertThat(this.errors.toString(StandardCharsets.UTF_8)).isEmpty();
		return this.out.toString(StandardCharsets.UTF_8);
	}

	private void createTriggers() throws Exception {
		this.jdbc.execute(RegionSchema.sql());
		this.jdbc.execute(TABLES);
		this.jdbc.execute(printed());
	}

	private static List<String> raisedSince(JdbcTemplate jdbc, long number) {
		return jdbc.queryForList(RAISED + " order by 1", String.class, number);
	}

	private static long latest(JdbcTemplate jdbc) {
		return Objects.requireNonNull(jdbc.queryForObject("select coalesce(max(n), 0) from cache_region", Long.class));
	}

	@Test
	void eachWriteRaisesTheRegionsOfItsTablesOnceCommitted() throws Exception {
		createTriggers();
		List<String> failures = new ArrayList<>();
		try (Connection connection = dataSource(this.url).getConnection()) {
			connection.setAutoCommit(false);
			JdbcTemplate one = new JdbcTemplate(new SingleConnectionDataSource(connection, true));
			for (String line : """
					update book set n = 1 where id = 1 -> table:book
					update books set n = 2 where id = 1 -> table:book
					with x as (update book set n = 3 where id = 1 returning 1) select * from x -> table:book
					select bump() -> table:book
					merge into book using (select 1 i) s on id = i when matched then update set n = 4 -> table:book
					insert into book values (1, 1) on conflict (id) do update set n = 5 -> table:book
					delete from book where id = 9 -> table:book table:chapter
					truncate book cascade -> table:book table:chapter
					copy book from stdin -> table:book
					insert into "Odd ' Name" values (1) -> table:odd ' name
					insert into sale values (1, 1) -> table:sale table:sale_1 table:sale_2
					insert into sale_1 values (2, 1) -> table:sale table:sale_1
					savepoint s; insert into chapter values (7, null); rollback to s; insert into unread values (1) -> table:unread
					set constraints all immediate; insert into unread values (1); update book set n = 1 -> table:book table:unread
					select * from book ->\s"""
				.split("\n")) {
				String[] parts = line.split(" -> ?", -1);
				long before = latest(this.jdbc);
				write(connection, one, parts[0]);
				connection.rollback();
				List<String> rolledBack = raisedSince(this.jdbc, before);
				write(connection, one, parts[0]);
				List<String> uncommitted = raisedSince(this.jdbc, before);
				connection.commit();
				String committed = String.join(" ", raisedSince(this.jdbc, before));
				if (!rolledBack.isEmpty() || !uncommitted.isEmpty() || !committed.equals(parts[1])) {
					failures.add(line + ", but " + rolledBack + uncommitted + committed);
				}
			}
		}
		assertThat(failures).isEmpty();
		assertThat(this.jdbc.queryForObject("select count(*) from cache_region_pending", Long.class)).isZero();
	}

	private static void write(Connection connection, JdbcTemplate jdbc, String sql) throws Exception {
		if (sql.startsWith("copy")) {
			connection.unwrap(PGConnection.class).getCopyAPI().copyIn(sql, new StringReader("100\t1\n"));
		}
		else {
			jdbc.execute(sql);
		}
	}

	@ParameterizedTest
	@CsvSource({ "table:book", "#7 table:book", "tables#" })
	void doesNotRaiseAgainWhatAnInstanceRaised(String row) throws Exception {
		createTriggers();
		this.jdbc.execute("begin; update book set n = 1; insert into cache_region (region, n, tag) values ('" + row
				+ "', 1, gen_random_uuid()); commit");
		assertThat(this.jdbc.queryForList("select region from cache_region", String.class)).containsExactly(row);
	}

	/** Else each write would change the tables whose names are in the functions. */
	@Test
	void theCatalogDoesNotFollowTheTriggers() throws Exception {
		createTriggers();
		this.jdbc.execute("create table region (id int)");
		try (Connection connection = dataSource(this.url).getConnection()) {
			Effect effect = new SqlTables(DatabaseCatalog.read(connection)).of("insert into unread values (1)");
			assertThat(effect.writes()).containsExactly("unread");
			assertThat(effect.writesUnknown() || effect.readsUnknown()).isFalse();
		}
	}

	/** So two transactions cannot wait for each other in the order of their writes. */
	@Test
	void transactionsLockNoRegionBeforeTheirCommits() throws Exception {
		createTriggers();
		try (Connection one = dataSource(this.url).getConnection();
				Connection other = dataSource(this.url).getConnection()) {
			for (Connection each : List.of(one, other)) {
				each.setAutoCommit(false);
				each.createStatement().execute("set lock_timeout = '1s'");
			}
			for (int i = 0; i < 100; i++) {
				one.createStatement().execute("update book set n = 1 where id = 1");
				other.createStatement().execute("insert into unread values (1)");
				one.createStatement().execute("insert into unread values (1)");
				other.createStatement().execute("update book set n = 1 where id = 2");
				one.commit();
				other.commit();
			}
		}
	}

	@Test
	void transactionsInOppositeOrdersDoNotDeadlock() throws Exception {
		createTriggers();
		List<CompletableFuture<Integer>> clients = Stream.of("book unread", "unread book", "book unread", "unread book")
			.map((order) -> Background.supply(() -> {
				try (Connection connection = dataSource(this.url).getConnection()) {
					Random random = new Random(order.hashCode());
					connection.setAutoCommit(false);
					for (int i = 0; i < 100; i++) {
						for (String table : order.split(" ")) {
							connection.createStatement()
								.execute("insert into " + table + " (id) values ("
										+ (table.equals("book") ? "nextval('ids')" : random.nextInt()) + ")");
						}
						connection.commit();
					}
					return 100;
				}
				catch (SQLException ex) {
					throw new IllegalStateException(ex);
				}
			}))
			.toList();
		for (CompletableFuture<Integer> client : clients) {
			assertThat(client.get()).isEqualTo(100);
		}
	}

	@Test
	void canBeAppliedAgainForANewTableAndRemoved() throws Exception {
		createTriggers();
		this.jdbc.execute("create table added (id int)");
		String sql = printed();
		assertThat(sql).doesNotContain("cache_region_note('cache_region").doesNotContain(PostgresServer.PASSWORD);
		this.jdbc.execute(sql);
		this.jdbc.execute("insert into added values (1)");
		assertThat(raisedSince(this.jdbc, 0)).containsExactly("table:added");
		this.jdbc.execute(
				sql.lines().filter((line) -> line.contains("drop function")).findFirst().orElseThrow().substring(2));
		assertThat(this.jdbc.queryForObject("select count(*) from pg_trigger where tgname like 'cache_region_%'",
				Long.class))
			.isOne();
	}

	/** Other roles may write a table, but neither raise regions nor use the functions. */
	@Test
	void aRoleNeedsNoRightsOnTheRegionsAndGetsNone() throws Exception {
		createTriggers();
		String role = "other_" + this.url.substring(this.url.length() - 20);
		PostgresServer.shared().admin().execute("create role " + role + " login");
		this.jdbc.execute("grant update, select on book to " + role);
		this.jdbc.execute("grant create on schema public to " + role);
		try {
			PostgresServer.shared().execute(this.url, "set role " + role + "; update book set n = 1; reset role");
			assertThat(raisedSince(this.jdbc, 0)).containsExactly("table:book");
			assertThat(this.jdbc.queryForObject("select has_function_privilege('" + role
					+ "', 'cache_region_note()', 'execute') or has_function_privilege('" + role
					+ "', 'cache_region_raise()', 'execute')", Boolean.class))
				.isFalse();
		}
		finally {
			PostgresServer.shared().execute(this.url, "drop owned by " + role);
			PostgresServer.shared().admin().execute("drop role " + role);
		}
	}

	@Test
	void instancesAreNotified() throws Exception {
		createTriggers();
		DatabaseRegionTable table = new DatabaseRegionTable(dataSource(this.url));
		Regions regions = Regions.shared(table, Duration.ofMinutes(1));
		// Only a notification causes a read in time.
		RegionWatch watch = new RegionWatch(regions, table, new InstanceTable(table),
				() -> dataSource(this.url).getConnection(), Duration.ofMinutes(2), Duration.ofMinutes(1));
		try {
			watch.start();
			watch.awaitRead();
			await().until(regions::isNotified);
			this.jdbc.update("update book set n = 1");
			await().until(() -> watch.changesTold() > 0);
			assertThat(watch.changesFound()).isZero();
		}
		finally {
			watch.destroy();
			table.close();
		}
	}

	@Test
	void namesTheFixIfThereCanBeNoTriggers() throws Exception {
		assertThat(run("jdbc:h2:file:./none", "", "")).isOne();
		assertThat(this.errors.toString(StandardCharsets.UTF_8)).startsWith("The triggers need PostgreSQL");
		assertThat(run(this.url, PostgresServer.USER, "wrong")).isOne();
		assertThat(this.errors.toString(StandardCharsets.UTF_8)).contains("password authentication failed")
			.contains("Check spring.datasource.url");
		assertThat(run(this.url, PostgresServer.USER, PostgresServer.PASSWORD)).isOne();
		assertThat(this.errors.toString(StandardCharsets.UTF_8)).contains("Create it by the script");
		this.jdbc.execute(RegionSchema.sql());
		PostgresServer.shared().execute(this.url, "create table foreign_one (id int)");
		assertThat(run(this.url, PostgresServer.USER, PostgresServer.PASSWORD)).isOne();
		assertThat(this.errors.toString(StandardCharsets.UTF_8))
			.contains("may not create triggers on public.foreign_one");
		assertThat(this.out.size()).isZero();
	}

}
