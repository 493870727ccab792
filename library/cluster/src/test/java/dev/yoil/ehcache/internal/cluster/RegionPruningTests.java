package dev.yoil.ehcache.internal.cluster;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

import dev.yoil.ehcache.region.RegionTable;
import dev.yoil.ehcache.region.RegionVersion;
import dev.yoil.ehcache.region.Regions;
import dev.yoil.support.PostgresServer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Removals of old rows in a real PostgreSQL. The test sets the recorded moment back
 * instead of waiting.
 */
@Timeout(60)
class RegionPruningTests extends RegionDatabase {

	private static final Duration AGE = Duration.ofHours(1);

	RegionPruningTests() {
		super(Duration.ofMinutes(1));
	}

	@BeforeEach
	void createRows() {
		this.table.createSecret();
		this.jdbc.update("insert into cache_region (region, n, tag) values ('#node http://a', 1, gen_random_uuid())");
	}

	private int prune() {
		return RegionPruning.run(this.jdbc, AGE);
	}

	private void change(String... regions) {
		this.table.increment(new TreeSet<>(Set.of(regions)));
	}

	/** Lets all rows and moments be as much older. */
	private void pass(Duration time) {
		// Without the trigger.
		PostgresServer.shared()
			.execute(this.url,
					"begin; set local session_replication_role = replica; update cache_region set n = n - %d where region not like '#node %%'; commit"
						.formatted(time.toNanos() / 1_000));
	}

	private Set<String> rows() {
		return new TreeSet<>(
				this.jdbc.queryForList("select region from cache_region where region not like '#%'", String.class));
	}

	@Test
	void removesRowsThatHaveNotChangedSinceTheHorizon() {
		change("a", "b");
		assertThat(prune()).as("the moment is recorded").isZero();
		pass(AGE.minusMinutes(1));
		assertThat(prune()).as("too young").isZero();
		change("b", "c");
		pass(Duration.ofMinutes(2));
		assertThat(prune()).isOne();
		assertThat(rows()).containsExactly("b", "c");
		assertThat(prune()).isZero();
		pass(AGE.plusMinutes(1));
		assertThat(prune()).isEqualTo(2);
		assertThat(this.table.read()).containsOnlyKeys(RegionTable.SECRET);
		assertThat(
				this.jdbc.queryForObject("select count(*) from cache_region where region like '#node %'", Long.class))
			.isOne();
	}

	/** It may commit at any time, and instances must read its change then. */
	@Test
	void keepsChangesOfTransactionsThatRanAtTheHorizon() throws SQLException {
		change("a");
		try (Connection running = this.dataSource.getConnection()) {
			running.setAutoCommit(false);
			running.createStatement()
				.execute("insert into cache_region (region, n, tag) values ('slow', 1, gen_random_uuid())");
			prune();
			pass(AGE.plusMinutes(1));
			running.commit();
		}
		pass(AGE);
		assertThat(prune()).as("a").isOne();
		assertThat(rows()).containsExactly("slow");
	}

	@Test
	void isForgottenByInstancesWithoutAChange() {
		change("a", "b");
		this.regions.catchUp();
		prune();
		pass(AGE.plusMinutes(1));
		change("b");
		RegionVersion before = this.regions.version("a");
		this.regions.catchUp();
		assertThat(this.regions.version("a")).isEqualTo(before);
		prune();
		int[] changed = new int[1];
		changed[0] = this.regions.catchUp(this.table);
		assertThat(changed[0]).isZero();
		assertThat(this.regions.version("b")).isNotNull();
		assertThat(this.regions.cache("any", null).oldestInTiers()).isBetween(
				System.currentTimeMillis() - AGE.toMillis(),
				System.currentTimeMillis() - Duration.ofMinutes(45).toMillis());
		assertThat(this.regions.catchUp(Map.of("a", 7L))).isTrue();
	}

	@Test
	void aRegionThatChangesAgainGetsAHigherNumber() {
		change("a");
		long before = this.table.read().get("a").number();
		prune();
		pass(AGE.plusMinutes(1));
		prune();
		assertThat(rows()).isEmpty();
		change("a");
		assertThat(this.table.read().get("a").number()).isGreaterThan(before);
	}

	@Test
	void twoInstancesMoveTheHorizonOnce() throws SQLException {
		change("a");
		prune();
		pass(AGE.plusMinutes(1));
		try (Connection another = this.dataSource.getConnection()) {
			another.setAutoCommit(false);
			another.createStatement().execute("select * from cache_region where region = '#horizon next' for update");
			assertThat(prune()).as("another instance moves it").isZero();
		}
		assertThat(prune()).isOne();
	}

	@Test
	void waitsForNoWriter() throws SQLException {
		change("a", "b");
		prune();
		pass(AGE.plusMinutes(1));
		try (Connection writer = this.dataSource.getConnection()) {
			writer.setAutoCommit(false);
			writer.createStatement().execute("update cache_region set tag = gen_random_uuid() where region = 'a'");
			assertThat(prune()).as("b").isOne();
			writer.commit();
		}
		assertThat(rows()).containsExactly("a");
	}

	@Test
	void theTableOfASingleInstanceKeepsTheLatestRows() {
		for (String region : new String[] { "a", "b", "c", "d" }) {
			change(region);
		}
		this.table.prune(3);
		assertThat(this.table.read()).containsOnlyKeys(RegionTable.SECRET, "b", "c", "d");
		Regions single = Regions.versioned(this.table);
		single.catchUp();
		assertThat(single.cache("any", null).oldestInTiers()).isPositive();
		change("a");
		this.table.prune(2);
		assertThat(this.table.read()).containsOnlyKeys(RegionTable.SECRET, "a", "d");
	}

}
