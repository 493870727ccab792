package dev.yoil.monitoring;

import java.net.Inet4Address;
import java.net.NetworkInterface;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Map;
import java.util.Optional;

import org.awaitility.core.ThrowingRunnable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

/**
 * The collector's view of packets from a simulated agent.
 */
@Tag("full")
class CollectorTests {

	private static final String SERVICE = "/test/yoil";

	private static final String POOL = SERVICE + "/HikariPool-1";

	private static final String NAME = "/api/v1/webtoon<GET>";

	@TempDir
	static Path folder;

	private static RunningCollector collector;

	private static AgentPackets agent;

	@BeforeAll
	static void start() throws Exception {
		collector = new RunningCollector(folder);
		agent = new AgentPackets(ScouterFiles.collector(), collector.udpPort());
	}

	@AfterAll
	static void stop() throws Exception {
		if (agent != null) {
			agent.close();
		}
		if (collector != null) {
			collector.close();
		}
	}

	@Test
	void showsTheServiceAndItsPool() {
		untilShown(() -> {
			send();
			JsonNode objects = collector.result("/object");
			assertThat(objects).anySatisfy((object) -> {
				assertThat(object.get("objName").asString()).isEqualTo(SERVICE);
				assertThat(object.get("objType").asString()).isEqualTo("tomcat");
				assertThat(object.get("alive").asBoolean()).isTrue();
			});
			assertThat(objects).anySatisfy((object) -> assertThat(object.get("objName").asString()).isEqualTo(POOL));
		});
	}

	@Test
	void showsItsCounters() {
		untilShown(() -> {
			send();
			assertCounter("TPS", SERVICE, 7);
			assertCounter("ActiveService", SERVICE, 2);
			assertCounter("ConnActive", POOL, 1);
		});
	}

	@Test
	void showsItsXLogs() {
		String day = LocalDate.now(ZoneId.systemDefault()).format(DateTimeFormatter.BASIC_ISO_DATE);
		long start = System.currentTimeMillis() - 60_000;
		untilShown(() -> {
			send();
			JsonNode xlogs = collector
				.result("/xlog-data/" + day + "?startTimeMillis=" + start + "&endTimeMillis="
						+ System.currentTimeMillis() + "&objHashes=" + agent.hash(SERVICE))
				.get("xlogs");
			assertThat(xlogs).anySatisfy((xlog) -> {
				assertThat(xlog.get("service").asString()).isEqualTo(NAME);
				assertThat(xlog.get("sqlCount").asInt()).isEqualTo(1);
			});
		});
	}

	@Test
	void acceptsLocalRequestsOnly() throws Exception {
		Optional<String> address = outwardAddress();
		assumeThat(address).isPresent();
		assertThat(collector.get("127.0.0.1", "/scouter/v1/object").statusCode()).isEqualTo(200);
		assertThat(collector.get(address.get(), "/scouter/v1/object").statusCode()).isEqualTo(401);
	}

	@Test
	void allowsNoOtherOrigins() throws Exception {
		assertThat(collector.get("127.0.0.1", "/scouter/v1/object").headers().map())
			.doesNotContainKey("access-control-allow-origin");
	}

	/**
	 * Sends all, each time again: UDP may lose it, and an object that falls silent is
	 * dead after eight seconds.
	 */
	private static void send() throws Exception {
		agent.object("tomcat", SERVICE);
		agent.object("datasource", POOL);
		agent.counters(SERVICE, Map.of("TPS", 7L, "ActiveService", 2L));
		agent.counters(POOL, Map.of("ConnActive", 1L, "ConnIdle", 9L));
		agent.xlog(SERVICE, NAME, System.nanoTime(), 1);
	}

	private static void assertCounter(String counter, String object, int value) throws Exception {
		JsonNode counters = collector.result("/counter/realTime/" + counter + "?objHashes=" + agent.hash(object));
		assertThat(counters).as(counters.toString())
			.anySatisfy((shown) -> assertThat(shown.get("value").asDouble()).isEqualTo(value));
	}

	private static void untilShown(ThrowingRunnable shown) {
		await().atMost(Duration.ofSeconds(20)).pollInterval(Duration.ofMillis(200)).untilAsserted(shown);
	}

	private static Optional<String> outwardAddress() throws Exception {
		return NetworkInterface.networkInterfaces()
			.flatMap(NetworkInterface::inetAddresses)
			.filter((address) -> address instanceof Inet4Address && !address.isLoopbackAddress())
			.map((address) -> address.getHostAddress())
			.findFirst();
	}

}
