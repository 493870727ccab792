package dev.yoil.monitoring;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

import dev.yoil.support.FreePort;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * The collector of the package registry, started by {@code collector.sh} with
 * {@code collector.conf}, but on ports and in a folder of its own.
 */
final class RunningCollector implements AutoCloseable {

	private final HttpClient http = HttpClient.newHttpClient();

	private final int udpPort = FreePort.choose();

	private final int httpPort = FreePort.choose();

	private final Process process;

	RunningCollector(Path folder) throws IOException {
		String configuration = ScouterFiles.text("collector.conf")
			.replace("net_udp_listen_port=6100", "net_udp_listen_port=" + this.udpPort)
			.replace("net_tcp_listen_port=6100", "net_tcp_listen_port=" + FreePort.choose())
			.replace("net_http_port=6180", "net_http_port=" + this.httpPort);
		Path output = folder.resolve("output");
		ProcessBuilder script = new ProcessBuilder(ScouterFiles.FOLDER.resolve("collector.sh").toString(), "--conf",
				Files.writeString(folder.resolve("test.conf"), configuration).toString(), "--data",
				folder.resolve("data").toString());
		script.environment().remove("SCOUTER_HOME");
		script.environment().put("JAVA_HOME", System.getProperty("java.home"));
		this.process = script.redirectErrorStream(true).redirectOutput(output.toFile()).start();
		try {
			await().atMost(Duration.ofMinutes(1))
				.untilAsserted(() -> assertThat(output).content().containsAnyOf("ready:", "failed"));
			assertThat(output).content().contains("ready:");
		}
		catch (RuntimeException | Error ex) {
			close();
			throw ex;
		}
	}

	int udpPort() {
		return this.udpPort;
	}

	HttpResponse<String> get(String host, String path) throws IOException, InterruptedException {
		// Some paths refuse a request that names no type.
		return this.http.send(HttpRequest.newBuilder(URI.create("http://" + host + ":" + this.httpPort + path))
			.header("Content-Type", "application/json")
			.build(), HttpResponse.BodyHandlers.ofString());
	}

	/**
	 * What the HTTP API answers with.
	 */
	JsonNode result(String path) throws IOException, InterruptedException {
		HttpResponse<String> response = get("127.0.0.1", "/scouter/v1" + path);
		assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
		return JsonMapper.shared().readTree(response.body()).get("result");
	}

	/**
	 * Ends it as Ctrl-C does: the script has become the collector.
	 */
	@Override
	public void close() {
		this.process.destroy();
		try {
			assertThat(this.process.waitFor(20, TimeUnit.SECONDS)).isTrue();
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
		finally {
			this.process.destroyForcibly();
		}
	}

}
