package dev.yoil.ehcache.cluster;

import dev.yoil.FullRun;
import dev.yoil.webtoon.PostgresServer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The promise of docs/guarantees.md over three nodes and a real database, held against
 * connections that fail, and the check itself against planted faults.
 */
@Timeout(600)
class ClusterCheckTests {

	private static final int FAULTS = 8;

	private static void check(long seed, int faults) {
		ClusterCheck.Result result = ClusterCheck.run(PostgresServer.shared().createDatabase(), PlantedFault.NONE, seed,
				faults);
		assertThat(result.stale()).as("seed " + seed + ": " + result).isEmpty();
		assertThat(result.reads()).isGreaterThan(500);
		assertThat(result.readsWithToken()).isGreaterThan(50);
		assertThat(result.hits()).isGreaterThan(100);
		assertThat(result.readsWithoutLease()).isPositive();
	}

	@Test
	void nobodyReadsWhatIsOlderThanPromised() {
		check(Long.getLong("yoil.seed", 1), FAULTS);
	}

	@ParameterizedTest
	@ValueSource(longs = { 2, 3, 4, 5, 6 })
	@Tag("full")
	void nobodyReadsWhatIsOlderThanPromisedForLong(long seed) {
		check(seed, FullRun.count(FAULTS, 60));
	}

	@ParameterizedTest
	@EnumSource(mode = Mode.EXCLUDE, names = "NONE")
	void aPlantedFaultIsFound(PlantedFault planted) {
		ClusterCheck.Result result = ClusterCheck.run(PostgresServer.shared().createDatabase(), planted, 1, 5 * FAULTS);
		assertThat(result.stale()).as(result.toString()).isNotEmpty();
	}

}
