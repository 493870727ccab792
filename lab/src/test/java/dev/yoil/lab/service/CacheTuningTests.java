package dev.yoil.lab.service;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import com.sun.net.httpserver.HttpServer;
import dev.yoil.lab.LabException;
import dev.yoil.lab.result.AppliedFinding;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class CacheTuningTests {

	private static final String CAPACITY = """
			[{"cache":"b","rule":"REFRESH_NEVER_ACTS","line":1},
			{"cache":"a","rule":"CAPACITY_TOO_SMALL","evidence":{"capacity":5,"capacityEstimate":55},
			"file":"small.xml","line":2,"attribute":"heap"}]""";

	private static final List<String> FILE = List.of("<cache alias='a'>", "<heap unit=\"entries\">5</heap>",
			"<y:policy tti=\"9s\" ttl=\"5s\"/>", "<heap unit=\"entries\">5</heap>");

	private final Map<String, String> answers = new ConcurrentHashMap<>();

	private final Map<String, String> received = new ConcurrentHashMap<>();

	@TempDir
	private Path folder;

	private HttpServer server;

	private CacheTuning tuning;

	private Path file;

	@BeforeEach
	void start() throws IOException {
		this.file = Files.write(this.folder.resolve("small.xml"), FILE);
		this.server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
		this.server.createContext("/api/v1/cache/", (exchange) -> {
			String path = exchange.getRequestMethod() + exchange.getRequestURI().getPath();
			this.received.put(path, new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
			byte[] answer = this.answers.getOrDefault(path, "{}").getBytes(StandardCharsets.UTF_8);
			exchange.sendResponseHeaders(this.answers.containsKey(path) ? 200 : 409, answer.length);
			exchange.getResponseBody().write(answer);
			exchange.close();
		});
		this.server.start();
		URI service = URI.create("http://127.0.0.1:" + this.server.getAddress().getPort());
		this.tuning = new CacheTuning(new CacheApi(service, "secret"), this.folder);
		this.answers.put("GET/api/v1/cache/configuration", """
				{"state":"PENDING","digest":"9f","predictions":{"a":{"before":{},
				"after":{"hitRatio":0.9,"loadsPerSecond":1.5,"databaseMillisPerSecond":3}}}}""");
		this.answers.put("POST/api/v1/cache/configuration", "{}");
	}

	@AfterEach
	void stop() {
		this.server.stop(0);
	}

	@Test
	void changesOneLineAndAppliesWhatTheServiceHasSeen() {
		this.answers.put("GET/api/v1/cache/findings", CAPACITY);
		assertThat(this.tuning.apply()).isEqualTo(new AppliedFinding("small.xml:2", "5", "55", 0.9, 1.5, 3));
		assertThat(this.file).content()
			.isEqualToNormalizingNewlines(String.join("\n", FILE).replaceFirst(">5<", ">55<") + "\n");
		assertThat(this.received.get("POST/api/v1/cache/configuration")).contains("\"digest\":\"9f\"",
				"\"dryRun\":false");
	}

	@Test
	void knowsThatThereIsNoPrediction() {
		this.answers.put("GET/api/v1/cache/findings", CAPACITY);
		this.answers.put("GET/api/v1/cache/configuration", "{\"state\":\"PENDING\",\"digest\":\"9f\"}");
		assertThat(this.tuning.apply())
			.isEqualTo(new AppliedFinding("small.xml:2", "5", "55", Double.NaN, Double.NaN, Double.NaN));
	}

	@Test
	void saysWhyNothingIsApplied() {
		this.answers.put("GET/api/v1/cache/findings", "[]");
		assertThatExceptionOfType(LabException.class).isThrownBy(this.tuning::apply)
			.withMessageContaining("No finding suggests a larger capacity, but: []");
		this.answers.put("GET/api/v1/cache/findings", CAPACITY.replace("\"line\":2", "\"line\":3"));
		assertThatExceptionOfType(LabException.class).isThrownBy(this.tuning::apply)
			.withMessageContaining("No capacity in ")
			.withMessageContaining("small.xml:3, which a finding names");
		this.answers.put("GET/api/v1/cache/findings", CAPACITY);
		this.answers.remove("POST/api/v1/cache/configuration");
		assertThatExceptionOfType(LabException.class).isThrownBy(this.tuning::apply)
			.withMessageContaining("to /configuration: status 409 instead of 200");
	}

}
