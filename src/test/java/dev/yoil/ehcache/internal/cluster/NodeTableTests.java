package dev.yoil.ehcache.internal.cluster;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;

import dev.yoil.ehcache.region.Regions;
import dev.yoil.webtoon.PostgresServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
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
		assertThat(this.nodes.nodes()).singleElement().satisfies((node) -> {
			assertThat(node.id()).isEqualTo(this.nodes.here());
			assertThat(node.url()).isNull();
			assertThat(node.here()).isTrue();
		});
		this.nodes.announce("http://here", () -> "{}");
		await().until(() -> this.nodes.nodes().get(0).seenAt() != null);
		assertThat(this.nodes.nodes()).singleElement().satisfies((node) -> {
			assertThat(node.id()).isEqualTo(this.nodes.here());
			assertThat(node.url()).isEqualTo("http://here");
			assertThat(node.here()).isTrue();
			assertThat(node.lost()).isFalse();
			assertThat(node.report()).isEqualTo("{}");
			assertThat(node.ageMillis()).isBetween(0L, 60_000L);
			assertThat(node.seenAt().toEpochMilli()).isEqualTo(this.jdbc
				.queryForObject("select n from cache_region where region = '#node http://here'", Long.class));
		});
		this.watch.destroy();
		await().until(() -> rows().isEmpty());
	}

	@Test
	void areLostIfSilentAndThenDeleted() {
		row("http://late", 11);
		row("http://lost", 500);
		row("http://dead", 700);
		this.nodes.announce("http://here", () -> "{}");
		this.watch.start();
		await().until(() -> this.nodes.nodes().stream().anyMatch((node) -> node.here() && node.report() != null));
		assertThat(rows()).containsExactly("#node http://here", "#node http://late", "#node http://lost");
		assertThat(this.nodes.nodes()).extracting(ClusterNode::url, ClusterNode::lost)
			.containsExactly(tuple("http://here", false), tuple("http://late", false), tuple("http://lost", true));
	}

	/** As in a rolling restart, or if an earlier version comes back. */
	@Test
	void ofInstancesWithoutReportsAreReadAndReplaced() {
		row("http://there", 1);
		row("http://here", 1);
		this.nodes.announce("http://here", () -> "new");
		assertThat(read(this.nodes)).extracting(ClusterNode::url, ClusterNode::report)
			.containsExactly(tuple("http://here", "new"), tuple("http://there", null));
		// An earlier version leaves the column as it is.
		this.jdbc.update("insert into cache_region (region, n, tag) values ('#node http://here', 1, gen_random_uuid()) "
				+ "on conflict (region) do update set tag = excluded.tag");
		assertThat(read(new NodeTable(this.table))).filteredOn("url", "http://here")
			.singleElement()
			.satisfies((node) -> {
				assertThat(node.here()).isFalse();
				assertThat(node.report()).isNull();
			});
	}

	/** Plays the poll while the rows are asked for. */
	private List<ClusterNode> read(NodeTable table) {
		CompletableFuture<List<ClusterNode>> first = CompletableFuture.supplyAsync(table::nodes);
		await().until(() -> {
			table.exchange(this.jdbc);
			return first.isDone();
		});
		return first.join();
	}

	@Test
	void areWrittenWithoutAReportThatFailsOrIsTooLong() {
		AtomicReference<Supplier<String>> report = new AtomicReference<>(() -> {
			throw new IllegalStateException("planted");
		});
		this.nodes.announce("http://here", () -> report.get().get());
		this.watch.start();
		await().until(() -> this.nodes.nodes().get(0).seenAt() != null);
		assertThat(this.nodes.nodes().get(0).report()).isNull();
		assertThat(this.regions.isValid()).isTrue();
		NodeTable other = new NodeTable(this.table);
		other.announce("http://here", () -> "x".repeat(NodeTable.MAX_REPORT_LENGTH + 1));
		other.exchange(this.jdbc);
		assertThat(this.jdbc.queryForObject("select report from cache_region where region = '#node http://here'",
				String.class))
			.isNull();
	}

	@Test
	void areReadWithAsManyReportsAsFit() {
		int fit = NodeTable.MAX_READ / NodeTable.MAX_REPORT_LENGTH;
		this.jdbc.update("""
				insert into cache_region (region, n, tag, report)
				select '#node http://' || 1000 + number, 1, id, id || ' ' || repeat('x', ?)
				from (select number, gen_random_uuid() as id from generate_series(1, ?) as number) as rows""",
				NodeTable.MAX_REPORT_LENGTH - 37, fit + 2);
		List<ClusterNode> read = read(this.nodes);
		assertThat(read).filteredOn((node) -> node.report() != null).hasSize(fit);
		assertThat(read).filteredOn((node) -> node.report() == null && !node.here()).hasSize(2);
	}

	/** Else each instance would read the reports of all others all the time. */
	@Test
	void areReadOnlyIfAskedFor() {
		row("http://there", 1);
		this.nodes.exchange(this.jdbc);
		assertThat(this.nodes.nodes()).as("after waiting in vain").singleElement().matches(ClusterNode::here);
		this.nodes.exchange(this.jdbc);
		assertThat(this.nodes.nodes()).hasSize(2);
	}

	@Test
	void areNotRegions() {
		row("http://there", 1);
		this.nodes.announce("http://here", () -> "{}");
		this.watch.start();
		await().until(() -> this.nodes.nodes().size() == 2);
		this.regions.catchUp();
		assertThat(this.regions.version("#node http://there")).isNull();
		assertThat(this.table.read()).containsOnlyKeys("#token");
		assertThat(this.watch.changesFound()).as("the secret only").isLessThanOrEqualTo(1);
	}

}
