package dev.yoil.ehcache.internal.cluster;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;

import dev.yoil.ehcache.Background;
import dev.yoil.webtoon.PostgresServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * How often three processes load what they share.
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
	void oneLoadsForAll() {
		CheckedPage page = new CheckedPage(0, 1);
		long before = loads();
		List<CompletableFuture<Boolean>> readers = read(page);
		assertThat(readers).allMatch(CompletableFuture::join);
		assertThat(loads() - before).isEqualTo(1);
	}

	@Test
	void eachLoadsOnceIfTheOneWhoLoadsForAllIsKilled() throws Exception {
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
	void oneThatWasStartedAgainLoadsNothing() throws Exception {
		List<CheckedPage> pages = IntStream.range(0, CheckedPage.PAGES)
			.mapToObj((number) -> new CheckedPage(1, number))
			.filter(CheckedPage::isShared)
			.toList();
		pages.forEach((page) -> assertThat(cluster.nodes().get(1).read(page, null)).isPresent());
		long before = loads();
		CheckedNode startedAgain = cluster.nodes().get(0);
		startedAgain.kill();
		startedAgain.heal(true);
		assertThat(pages).isNotEmpty().allMatch((page) -> startedAgain.read(page, null).orElseThrow().isOfSecondTier());
		assertThat(loads()).isEqualTo(before);
	}

	/**
	 * As many on each node as on the others, at once.
	 * @return for each, whether there was an answer
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
