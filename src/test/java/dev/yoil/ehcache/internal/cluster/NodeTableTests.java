package dev.yoil.ehcache.internal.cluster;

import java.time.Duration;
import java.util.List;

import dev.yoil.ehcache.region.Regions;
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

	private static final Duration LEASE = Duration.ofSeconds(10);

	private final DriverManagerDataSource dataSource = new DriverManagerDataSource(
			PostgresServer.shared().createDatabase(), PostgresServer.USER, PostgresServer.PASSWORD);

	private final JdbcTemplate jdbc = new JdbcTemplate(this.dataSource);

	private final DatabaseRegionTable table = new DatabaseRegionTable(this.dataSource);

	private final NodeTable nodes = new NodeTable(this.table);

	private final Regions regions = Regions.shared(this.table, LEASE);

	private final RegionWatch watch = new RegionWatch(this.regions, this.table, this.nodes,
			this.dataSource::getConnection, LEASE, Duration.ofMillis(20));

	@BeforeEach
	void createTable() {
		this.jdbc.execute(RegionSchema.sql());
	}

	@AfterEach
	void close() {
		this.watch.destroy();
		this.table.close();
	}

	private void row(String url, int age) {
		this.jdbc.update(
				"insert into cache_region (region, n, tag) values (?, (extract(epoch from clock_timestamp()) * 1000)::bigint "
						+ "- ? * 1000, gen_random_uuid())",
				"#node " + url, age);
	}

	private List<String> rows() {
		return this.jdbc.queryForList("select region from cache_region where region like '#node %' order by region",
				String.class);
	}

	@Test
	void areWrittenAndDeleted() {
		this.watch.start();
		assertThat(this.nodes.nodes()).containsExactly(this.nodes.here());
		this.nodes.announce("http://here");
		await().until(() -> this.nodes.nodes().get(0).url() != null);
		assertThat(this.nodes.nodes()).singleElement().satisfies((node) -> {
			assertThat(node.id()).isEqualTo(this.nodes.here().id());
			assertThat(node.url()).isEqualTo("http://here");
			assertThat(node.here()).isTrue();
			assertThat(node.seenAt().toEpochMilli()).isEqualTo(this.jdbc
				.queryForObject("select n from cache_region where region = '#node http://here'", Long.class));
		});
		this.watch.destroy();
		await().until(() -> rows().isEmpty());
	}

	@Test
	void areDeletedIfSilentAndReplacedAtTheSameUrl() {
		row("http://here", 11);
		row("http://silent", 50);
		row("http://dead", 70);
		this.nodes.announce("http://here");
		this.watch.start();
		await().until(() -> rows().equals(List.of("#node http://here", "#node http://silent")));
		await().until(() -> this.nodes.nodes().stream().anyMatch(ClusterNode::here));
		assertThat(this.nodes.nodes()).extracting(ClusterNode::url).containsExactly("http://here", "http://silent");
	}

	@Test
	void haveTheTimeOfTheDatabase() {
		this.watch.start();
		assertThat(this.nodes.now()).isNull();
		this.nodes.announce("http://here");
		await().until(() -> this.nodes.now() != null);
		long database = this.jdbc.queryForObject("select (extract(epoch from clock_timestamp()) * 1000)::bigint",
				Long.class);
		assertThat(this.nodes.now()).isBetween(database - 2_000, database + 2_000);
	}

	@Test
	void areNotRegions() {
		row("http://there", 1);
		this.nodes.announce("http://here");
		this.watch.start();
		await().until(() -> this.nodes.nodes().size() == 2);
		this.regions.catchUp();
		assertThat(this.regions.version("#node http://there")).isNull();
		assertThat(this.table.read()).containsOnlyKeys("#token");
		assertThat(this.watch.changesFound()).as("the secret only").isLessThanOrEqualTo(1);
	}

}
