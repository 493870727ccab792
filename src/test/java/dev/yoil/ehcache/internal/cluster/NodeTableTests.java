package dev.yoil.ehcache.internal.cluster;

import java.sql.Timestamp;
import java.util.List;
import java.util.UUID;

import dev.yoil.webtoon.PostgresServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Rows of instances in a real PostgreSQL.
 */
@Timeout(60)
class NodeTableTests {

	private final DriverManagerDataSource dataSource = new DriverManagerDataSource(
			PostgresServer.shared().createDatabase(), PostgresServer.USER, PostgresServer.PASSWORD);

	private final JdbcTemplate jdbc = new JdbcTemplate(this.dataSource);

	private final PostgresRegionTable instance = new PostgresRegionTable(this.dataSource);

	private final NodeTable nodes = new NodeTable(this.dataSource, this.instance, () -> "http://here");

	@BeforeEach
	void createTable() {
		this.jdbc.execute("create table cache_node (id uuid primary key, url varchar(500) not null, "
				+ "seen_at timestamp with time zone not null)");
	}

	@AfterEach
	void close() {
		this.nodes.stop();
		this.instance.close();
	}

	private void row(String url, String age) {
		this.jdbc.update("insert into cache_node values (?, ?, now() - ?::interval)", UUID.randomUUID(), url, age);
	}

	private List<String> urls() {
		return this.jdbc.queryForList("select url from cache_node order by url", String.class);
	}

	@Test
	void areWrittenAndRemoved() {
		this.nodes.start();
		await().until(() -> urls().equals(List.of("http://here")));
		assertThat(this.nodes.nodes()).singleElement().satisfies((node) -> {
			assertThat(node.id()).isEqualTo(this.nodes.here().id());
			assertThat(node.url()).isEqualTo("http://here");
			assertThat(node.seenAt())
				.isEqualTo(this.jdbc.queryForObject("select seen_at from cache_node", Timestamp.class).toInstant());
		});
		this.nodes.stop();
		assertThat(urls()).isEmpty();
		assertThat(this.nodes.nodes()).containsExactly(this.nodes.here());
	}

	@Test
	void areForgottenIfOthersTakeTheirPlaceOrTheyAreNotSeenForLong() {
		row("http://here", "11 seconds");
		row("http://there", "9 minutes");
		row("http://gone", "11 minutes");
		this.nodes.start();
		await().until(() -> urls().equals(List.of("http://here", "http://there")));
		await().until(() -> this.nodes.nodes()
			.stream()
			.anyMatch((node) -> node.id().equals(this.nodes.here().id()) && node.url().equals("http://here")));
	}

	@Test
	void areReadUpToABound() {
		this.jdbc
			.update("insert into cache_node select gen_random_uuid(), 'http://' || i, now() - make_interval(secs => i) "
					+ "from generate_series(1, 200) i");
		this.nodes.start();
		assertThat(this.nodes.nodes()).hasSizeBetween(64, 65)
			.extracting(ClusterNode::url)
			.contains("http://1")
			.doesNotContain("http://200");
	}

	/**
	 * The clock of this machine may be any other one.
	 */
	@Test
	void tellTheTimeOfTheDatabase() {
		assertThat(this.nodes.now()).isNull();
		this.nodes.start();
		await().until(() -> this.nodes.now() != null);
		long database = this.jdbc.queryForObject("select (extract(epoch from clock_timestamp()) * 1000)::bigint",
				Long.class);
		assertThat(this.nodes.now()).isBetween(database - 2_000, database + 2_000);
	}

	@Test
	void areThoseKnownLastWhileTheDatabaseDoesNotAnswer() throws Exception {
		this.nodes.start();
		await().until(() -> this.nodes.nodes().get(0).url() != null);
		row("http://new", "1 second");
		try (var locking = this.dataSource.getConnection()) {
			locking.setAutoCommit(false);
			locking.createStatement().execute("lock table cache_node in access exclusive mode");
			assertThat(this.nodes.nodes()).extracting(ClusterNode::url).contains("http://here");
			locking.rollback();
		}
		await().until(() -> this.nodes.nodes().size() == 2);
	}

	@Test
	void areNotNeeded() {
		this.jdbc.execute("drop table cache_node");
		this.nodes.start();
		assertThat(this.nodes.nodes()).containsExactly(this.nodes.here());
	}

}
