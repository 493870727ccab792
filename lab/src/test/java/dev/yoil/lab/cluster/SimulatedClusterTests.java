package dev.yoil.lab.cluster;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

import dev.yoil.lab.LabException;
import dev.yoil.lab.service.ChildServices;
import dev.yoil.lab.service.Database;
import dev.yoil.lab.service.ServiceOptions;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

@Timeout(60)
class SimulatedClusterTests {

	private static final int INSTANCES = 4;

	@TempDir
	private static Path folder;

	private static ChildServices services;

	@BeforeAll
	static void create() throws IOException {
		services = new ChildServices(Files.createFile(folder.resolve("no.jar")), Path.of(".."), folder,
				new ServiceOptions(null, null));
	}

	@AfterAll
	static void close() {
		services.close();
	}

	@Test
	void appliesAllChangesOnAllInstances() {
		ClusterMeasurement read = measure(false);
		ClusterMeasurement payload = measure(true);
		for (ClusterMeasurement each : new ClusterMeasurement[] { read, payload }) {
			assertThat(each.applied()).isPositive();
			assertThat(each.missing()).isZero();
			assertThat(each.median()).isGreaterThan(0).isLessThanOrEqualTo(each.p99());
			assertThat(each.changes()).isPositive();
			assertThat(each.received()).isPositive();
			assertThat(each.databaseCpus()).isPositive();
			assertThat(each.bytes()).isGreaterThan(450 * 30);
			assertThat(each.connections()).isEqualTo(INSTANCES + Writers.WRITERS + Writers.NOTIFIERS);
			assertThat(each.database()).matches("\\d+\\.\\d+");
		}
		// Four polls per second and instance, with some room for the borders.
		assertThat(payload.reads()).isPositive().isLessThan(INSTANCES * 7);
		assertThat(read.reads()).isGreaterThan(payload.reads());
	}

	private static ClusterMeasurement measure(boolean payload) {
		try (Database database = services.startDatabase()) {
			return SimulatedCluster.measure(
					new ClusterLevel(INSTANCES, payload, 60, Duration.ofMillis(200), Duration.ofSeconds(1)), database);
		}
	}

	@Test
	void fallsBackToReadsIfAPayloadWouldBeTooLong() {
		String region = "r".repeat(200);
		assertThat(Writers.payload("id", Map.of("a", "1 x"))).isEqualTo("id\na 1 x");
		assertThat(Writers.payload("id", Map.of())).isEqualTo("id");
		assertThat(Writers.payload("id", Map.of(region, "1".repeat(7_799)))).isEqualTo("id");
		assertThat(Writers.payload("id", Map.of(region, "1".repeat(7_795)))).hasSize(7_999);
	}

	@Test
	void saysThatADatabaseDoesNotAnswer() {
		try (Database database = services.startDatabase()) {
			database.close();
			ClusterLevel level = new ClusterLevel(2, true, 10, Duration.ZERO, Duration.ofSeconds(1));
			assertThatExceptionOfType(LabException.class).isThrownBy(() -> SimulatedCluster.measure(level, database))
				.withMessageStartingWith("the simulated cluster failed: ");
		}
	}

}
