package dev.yoil.monitoring;

import java.net.Inet4Address;
import java.net.NetworkInterface;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

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

	/**
	 * Sends the packets until they are shown: UDP may lose one, and an object that falls
	 * silent is dead after eight seconds.
	 */
	@Test
	void showsTheServiceAndItsPool() {
		await().atMost(Duration.ofSeconds(20)).pollInterval(Duration.ofMillis(200)).untilAsserted(() -> {
			agent.object("tomcat", SERVICE);
			agent.object("datasource", POOL);
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

	private static Optional<String> outwardAddress() throws Exception {
		return NetworkInterface.networkInterfaces()
			.flatMap(NetworkInterface::inetAddresses)
			.filter((address) -> address instanceof Inet4Address && !address.isLoopbackAddress())
			.map((address) -> address.getHostAddress())
			.findFirst();
	}

}
