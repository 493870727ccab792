package dev.yoil.ehcache.internal.cluster;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;

import dev.yoil.ehcache.internal.cluster.ClusterCheck.Fault;
import dev.yoil.support.Background;
import dev.yoil.support.PostgresServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * The guarantees across instances, checked with three processes and a real database under
 * faults, and with planted faults.
 * {@code mvn test -f library/pom.xml -Pfull -Dtest=ClusterCheckTests -Dyoil.reads=100000}
 * runs until 100,000 reads with a token and 100,000 without. {@code -Dyoil.seed} selects
 * other faults.
 */
@Tag("full")
@Timeout(3_600)
class ClusterCheckTests {

	private static final Logger LOG = LoggerFactory.getLogger(ClusterCheckTests.class);

	private static final long SEED = Long.getLong("yoil.seed", 1);

	private static final int MOST_FAULTS = 60;

	/** The faults that show planted ones. Restarts of processes take long. */
	private static final Set<Fault> SHOWING = EnumSet.of(Fault.HALF_OPEN, Fault.NOTIFICATIONS_LOST,
			Fault.VERSIONS_LOCKED);

	private static final int READERS = 100;

	@TempDir
	private static Path folder;

	private static PostgresServer server;

	private static CheckedCluster cluster;

	@BeforeAll
	static void start() throws Exception {
		server = PostgresServer.ofMine();
		cluster = new CheckedCluster(server, folder, 3);
	}

	@AfterAll
	static void stop() throws IOException {
		if (cluster != null) {
			cluster.close();
		}
		server.close();
	}

	@BeforeEach
	void loadAgain() {
		cluster.plant(PlantedFault.NONE);
	}

	@Test
	void clientsReadNothingOlderThanPromised() throws Exception {
		ClusterCheck.Result result = ClusterCheck.run(cluster, EnumSet.allOf(Fault.class), SEED, Fault.values().length,
				Long.getLong("yoil.reads", 500));
		LOG.info("Seed {}: {}", SEED, result);
		assertThat(result.stale()).as("seed " + SEED + ": " + result).isEmpty();
		assertThat(result.reads()).isGreaterThan(100);
		assertThat(result.readsWithToken()).isGreaterThan(100);
		assertThat(result.hits()).isGreaterThan(100);
		assertThat(result.tierHits()).isPositive();
		assertThat(result.readsWithoutLease()).isPositive();
	}

	@ParameterizedTest
	@EnumSource(mode = Mode.EXCLUDE, names = "NONE")
	void findsPlantedFaults(PlantedFault planted) throws Exception {
		cluster.plant(planted);
		ClusterCheck.Result result = ClusterCheck.run(cluster, SHOWING, SEED, MOST_FAULTS, 0);
		LOG.info("{}: {}", planted, result);
		assertThat(result.stale()).as(result.toString()).isNotEmpty();
		cluster.plant(PlantedFault.NONE);
		assertThat(ClusterCheck.run(cluster, Set.of(Fault.CUT), SEED, 0, 50).stale()).as("without " + planted)
			.isEmpty();
	}

	@Test
	void oneInstanceLoadsForAll() {
		CheckedPage page = new CheckedPage(0, 1);
		long before = loads();
		List<CompletableFuture<Boolean>> readers = read(page);
		assertThat(readers).allMatch(CompletableFuture::join);
		assertThat(loads() - before).isEqualTo(1);
	}

	@Test
	void eachInstanceLoadsOnceIfTheLoadingInstanceIsKilled() throws Exception {
		CheckedPage page = new CheckedPage(0, 3);
		long before = loads();
		CheckedNode loading = cluster.nodes().get(0);
		List<CompletableFuture<Boolean>> readers;
		try (Connection locking = cluster.lockCounters()) {
			CompletableFuture<Boolean> first = Background.supply(() -> loading.read(page, null).isPresent());
			await().until(() -> loads() - before == 1);
			readers = read(page);
			loading.kill();
			assertThat(first.join()).isFalse();
			locking.rollback();
		}
		assertThat(readers.stream().filter(CompletableFuture::join)).hasSizeGreaterThanOrEqualTo(READERS * 2 / 3);
		assertThat(loads() - before).isBetween(2L, 3L);
		List<CheckedPage> pages = IntStream.range(0, CheckedPage.PAGES)
			.mapToObj((number) -> new CheckedPage(1, number))
			.filter(CheckedPage::isShared)
			.toList();
		pages.forEach((each) -> assertThat(cluster.nodes().get(1).read(each, null)).isPresent());
		long loaded = loads();
		loading.heal(true);
		assertThat(pages).isNotEmpty().allMatch((each) -> loading.read(each, null).orElseThrow().isOfSharedTier());
		assertThat(loads()).as("after the restart").isEqualTo(loaded);
	}

	/**
	 * Reads concurrently on all nodes.
	 * @return for each read, whether it had a response
	 */
	private static List<CompletableFuture<Boolean>> read(CheckedPage page) {
		return IntStream.range(0, READERS)
			.mapToObj((reader) -> cluster.nodes().get(reader % cluster.nodes().size()))
			.map((node) -> Background.supply(() -> node.read(page, null).isPresent()))
			.toList();
	}

	private static long loads() {
		return cluster.query("select case when is_called then last_value else 0 end from loads");
	}

}
