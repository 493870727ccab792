package dev.yoil.ehcache.internal.cluster;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;

import dev.yoil.support.Background;
import dev.yoil.support.PostgresServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * The number of loads of three processes with a shared tier.
 */
@Tag("full")
@Timeout(300)
class SharedLoadsTests {

	private static final int READERS = 100;

	@TempDir
	private static Path folder;

	private static PostgresServer server;

	private static CheckedCluster cluster;

	@BeforeAll
	static void start() throws Exception {
		server = PostgresServer.ofMine();
		cluster = new CheckedCluster(server, folder, PlantedFault.NONE, 3, Duration.ofSeconds(1));
	}

	@AfterAll
	static void stop() throws IOException {
		cluster.close();
		server.close();
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
		loading.heal(true);
	}

	@Test
	void restartedInstanceLoadsNothing() throws Exception {
		List<CheckedPage> pages = IntStream.range(0, CheckedPage.PAGES)
			.mapToObj((number) -> new CheckedPage(1, number))
			.filter(CheckedPage::isShared)
			.toList();
		pages.forEach((page) -> assertThat(cluster.nodes().get(1).read(page, null)).isPresent());
		long before = loads();
		CheckedNode restarted = cluster.nodes().get(0);
		restarted.kill();
		restarted.heal(true);
		assertThat(pages).isNotEmpty().allMatch((page) -> restarted.read(page, null).orElseThrow().isOfSharedTier());
		assertThat(loads()).isEqualTo(before);
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
