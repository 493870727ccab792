package dev.yoil.ehcache.internal.restart;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import dev.yoil.support.FullRun;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.util.FileSystemUtils;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The guarantees across restarts: kills, ends, damaged files and set clocks, and planted
 * faults.
 * {@code mvn test -f library/pom.xml -Pfull -Dtest=RestartCheckTests -Dyoil.restarts=100
 * -Dyoil.reads=50000} runs until there are so many for each kind of versions;
 * {@code -Dyoil.seed} selects other faults, {@code -Dyoil.small-disk} a directory on a
 * file system of up to 64 MB, which is filled at times.
 */
@Tag("full")
@Timeout(3_600)
class RestartCheckTests {

	private static final Logger LOG = LoggerFactory.getLogger(RestartCheckTests.class);

	private static final long SEED = Long.getLong("yoil.seed", 1);

	private static final int ENOUGH = 60;

	@TempDir
	private Path folder;

	@ParameterizedTest
	@ValueSource(strings = { "database", "file" })
	void readsAreNeitherStaleNorWrong(String versions) throws Exception {
		Path files = files(versions);
		RestartCheck check = new RestartCheck(this.folder, files, versions, PlantedFault.NONE, SEED)
			.run(Integer.getInteger("yoil.restarts", FullRun.count(2, 4)), Long.getLong("yoil.reads", 0));
		FileSystemUtils.deleteRecursively(files);
		LOG.info("Seed {}, versions in {}: {}", SEED, versions, check);
		assertThat(check.violations()).as("seed " + SEED + ": " + check).isEmpty();
		assertThat(check.reads()).isGreaterThan(100);
		assertThat(check.hitsAfterKill()).as(check.toString()).isPositive();
	}

	private Path files(String versions) throws IOException {
		String small = System.getProperty("yoil.small-disk");
		return (small != null) ? Files.createTempDirectory(Path.of(small), versions) : this.folder.resolve("cache");
	}

	@ParameterizedTest
	@EnumSource(mode = Mode.EXCLUDE, names = "NONE")
	void findsPlantedFaults(PlantedFault planted) throws Exception {
		RestartCheck check = new RestartCheck(this.folder, this.folder.resolve("cache"), "database", planted, SEED)
			.run(ENOUGH, 0);
		LOG.info("{}: {}", planted, check);
		assertThat(check.violations()).as(check.toString()).isNotEmpty();
	}

}
