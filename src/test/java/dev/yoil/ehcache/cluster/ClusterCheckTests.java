package dev.yoil.ehcache.cluster;

import dev.yoil.FullRun;
import dev.yoil.webtoon.PostgresServer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The promise of docs/guarantees.md over three nodes and a real database, held against
 * connections that fail, and the check itself against planted faults.
 */
@Timeout(600)
class ClusterCheckTests {

	private static final int FAULTS = 8;

	/**
	 * {@code -Dyoil.seed} and {@code -Dyoil.faults} make it another one, or longer.
	 */
	@Test
	void nobodyReadsWhatIsOlderThanPromised() {
		long seed = Long.getLong("yoil.seed", 1);
		ClusterCheck.Result result = ClusterCheck.run(PostgresServer.shared().createDatabase(), PlantedFault.NONE, seed,
				Integer.getInteger("yoil.faults", FullRun.count(FAULTS, 30)));
		assertThat(result.stale()).as("seed " + seed + ": " + result).isEmpty();
		assertThat(result.reads()).isGreaterThan(500);
		assertThat(result.readsWithToken()).isGreaterThan(50);
		assertThat(result.hits()).isGreaterThan(100);
		assertThat(result.readsWithoutLease()).isPositive();
	}

	@ParameterizedTest
	@EnumSource(mode = Mode.EXCLUDE, names = "NONE")
	void aPlantedFaultIsFound(PlantedFault planted) {
		ClusterCheck.Result result = ClusterCheck.run(PostgresServer.shared().createDatabase(), planted, 1, 5 * FAULTS);
		assertThat(result.stale()).as(result.toString()).isNotEmpty();
	}

}
