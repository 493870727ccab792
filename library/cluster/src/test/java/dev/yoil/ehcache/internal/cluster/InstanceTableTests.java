package dev.yoil.ehcache.internal.cluster;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;

/**
 * Rows of instances in a real PostgreSQL.
 */
@Timeout(60)
class InstanceTableTests extends RegionDatabase {

	InstanceTableTests() {
		super(Duration.ofSeconds(10));
	}

	private RegionWatch watch() {
		return watch(Duration.ofMillis(20), this.dataSource::getConnection);
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
		RegionWatch watch = watch();
		assertThat(this.instances.instances()).singleElement().satisfies((row) -> {
			assertThat(row.id()).isEqualTo(this.instances.here());
			assertThat(row.url()).isNull();
			assertThat(row.here()).isTrue();
		});
		this.instances.announce("http://here", () -> "{}");
		await().until(() -> this.instances.instances().get(0).seenAt() != null);
		assertThat(this.instances.instances()).singleElement().satisfies((row) -> {
			assertThat(row.id()).isEqualTo(this.instances.here());
			assertThat(row.url()).isEqualTo("http://here");
			assertThat(row.here()).isTrue();
			assertThat(row.lost()).isFalse();
			assertThat(row.report()).isEqualTo("{}");
			assertThat(row.ageMillis()).isBetween(0L, 60_000L);
			assertThat(row.seenAt().toEpochMilli()).isEqualTo(this.jdbc
				.queryForObject("select n from cache_region where region = '#node http://here'", Long.class));
		});
		watch.destroy();
		await().until(() -> rows().isEmpty());
	}

	@Test
	void areLostIfSilentAndThenDeleted() {
		row("http://late", 11);
		row("http://lost", 500);
		row("http://dead", 700);
		this.instances.announce("http://here", () -> "{}");
		watch();
		await().until(() -> this.instances.instances().stream().anyMatch((row) -> row.here() && row.report() != null));
		assertThat(rows()).containsExactly("#node http://here", "#node http://late", "#node http://lost");
		assertThat(this.instances.instances()).extracting(InstanceTable.Row::url, InstanceTable.Row::lost)
			.containsExactly(tuple("http://here", false), tuple("http://late", false), tuple("http://lost", true));
	}

	/** As in a rolling restart, or if an earlier version comes back. */
	@Test
	void ofInstancesWithoutReportsAreReadAndReplaced() {
		row("http://there", 1);
		row("http://here", 1);
		this.instances.announce("http://here", () -> "new");
		assertThat(read(this.instances)).extracting(InstanceTable.Row::url, InstanceTable.Row::report)
			.containsExactly(tuple("http://here", "new"), tuple("http://there", null));
		// An earlier version leaves the column as it is.
		this.jdbc.update("insert into cache_region (region, n, tag) values ('#node http://here', 1, gen_random_uuid()) "
				+ "on conflict (region) do update set tag = excluded.tag");
		assertThat(read(new InstanceTable(this.table))).filteredOn("url", "http://here")
			.singleElement()
			.satisfies((row) -> {
				assertThat(row.here()).isFalse();
				assertThat(row.report()).isNull();
			});
	}

	/** Plays the poll while the rows are asked for. */
	private List<InstanceTable.Row> read(InstanceTable table) {
		CompletableFuture<List<InstanceTable.Row>> first = CompletableFuture.supplyAsync(table::instances);
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
		this.instances.announce("http://here", () -> report.get().get());
		watch();
		await().until(() -> this.instances.instances().get(0).seenAt() != null);
		assertThat(this.instances.instances().get(0).report()).isNull();
		assertThat(this.regions.isValid()).isTrue();
		InstanceTable other = new InstanceTable(this.table);
		other.announce("http://here", () -> "x".repeat(InstanceTable.MAX_REPORT_LENGTH + 1));
		other.exchange(this.jdbc);
		assertThat(this.jdbc.queryForObject("select report from cache_region where region = '#node http://here'",
				String.class))
			.isNull();
	}

	@Test
	void areReadWithAsManyReportsAsFit() {
		int fit = InstanceTable.MAX_READ / InstanceTable.MAX_REPORT_LENGTH;
		this.jdbc.update("""
				insert into cache_region (region, n, tag, report)
				select '#node http://' || 1000 + number, 1, id, id || ' ' || repeat('x', ?)
				from (select number, gen_random_uuid() as id from generate_series(1, ?) as number) as rows""",
				InstanceTable.MAX_REPORT_LENGTH - 37, fit + 2);
		List<InstanceTable.Row> read = read(this.instances);
		assertThat(read).filteredOn((row) -> row.report() != null).hasSize(fit);
		assertThat(read).filteredOn((row) -> row.report() == null && !row.here()).hasSize(2);
	}

	/** Else each instance would read the reports of all others all the time. */
	@Test
	void areReadOnlyIfAskedFor() {
		row("http://there", 1);
		this.instances.exchange(this.jdbc);
		assertThat(this.instances.instances()).as("after waiting in vain")
			.singleElement()
			.matches(InstanceTable.Row::here);
		this.instances.exchange(this.jdbc);
		assertThat(this.instances.instances()).hasSize(2);
	}

	@Test
	void areNotRegions() {
		row("http://there", 1);
		this.instances.announce("http://here", () -> "{}");
		RegionWatch watch = watch();
		await().until(() -> this.instances.instances().size() == 2);
		this.regions.catchUp();
		assertThat(this.regions.version("#node http://there")).isNull();
		assertThat(this.table.read()).containsOnlyKeys("#token");
		assertThat(watch.changesFound()).as("the secret only").isLessThanOrEqualTo(1);
	}

}
