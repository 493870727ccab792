package dev.yoil.cluster;

import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import dev.yoil.support.Background;
import dev.yoil.support.FreePort;
import dev.yoil.webtoon.Administrator;
import dev.yoil.webtoon.Reader;
import dev.yoil.webtoon.YoilApplication;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;

import org.springframework.http.HttpHeaders;
import org.springframework.util.StringUtils;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

/**
 * What {@code cluster/start} starts: two instances behind nginx, which sends each request
 * to the next of them. {@code mvn test -Dtest=LikesBehindNginxTests -Dexcluded.tests=
 * -Dyoil.likes=10000} has readers like that often; {@code -Dyoil.jar} is a jar of the
 * service.
 */
@Tag("full")
@Timeout(3_600)
class LikesBehindNginxTests {

	private static final Logger LOG = LoggerFactory.getLogger(LikesBehindNginxTests.class);

	private static final int LIKES = Integer.getInteger("yoil.likes", 200);

	private static final int READERS = 4;

	private static final String MONDAY = "/api/v1/webtoon?publishDay=MONDAY";

	private static final Pattern INSTANCE = Pattern.compile("127\\.0\\.0\\.1:(\\d+)/console/");

	@TempDir
	private Path folder;

	private final List<Integer> instances = new ArrayList<>();

	private Process cluster;

	private int port;

	@AfterEach
	void end() throws Exception {
		this.cluster.destroy();
		assertThat(this.cluster.waitFor(1, TimeUnit.MINUTES)).isTrue();
	}

	@Test
	void showsAReaderItsOwnLikeInTheNextList() throws Exception {
		start();
		List<Integer> ids = new ArrayList<>();
		new Reader(this.port).get(MONDAY).forEach((webtoon) -> ids.add(webtoon.get("id").asInt()));
		long begun = System.nanoTime();
		List<CompletableFuture<List<String>>> readers = IntStream.range(0, READERS)
			.mapToObj((reader) -> Background.supply(() -> like(new Reader(this.port), ids.get(reader))))
			.toList();
		CompletableFuture<List<String>> all = CompletableFuture.allOf(readers.toArray(CompletableFuture[]::new))
			.thenApply((done) -> readers.stream().flatMap((reader) -> reader.join().stream()).toList());
		// Another visitor keeps the list in the caches of both instances.
		for (Reader visitor = new Reader(this.port); !all.isDone();) {
			visitor.get(MONDAY);
		}
		List<String> stale = all.join();
		List<Long> hits = new ArrayList<>();
		for (int instance : this.instances) {
			hits.add(hits(instance));
		}
		LOG.info("{} times in {} ms: {} stale; hits by instance {}", LIKES,
				TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begun), stale.size(), hits);
		assertThat(stale).isEmpty();
		assertThat(hits).hasSize(2).allSatisfy((each) -> assertThat(each).isPositive());
	}

	/**
	 * Likes a webtoon, or no longer does, again and again.
	 * @return what the list showed instead
	 */
	private static List<String> like(Reader reader, int id) {
		List<String> stale = new ArrayList<>();
		try {
			for (int i = 0; i < LIKES / READERS; i++) {
				long likes = reader.json(200, (i % 2 == 0) ? "PUT" : "DELETE", "/api/v1/webtoon/" + id + "/like", null)
					.get("likes")
					.asLong();
				for (JsonNode webtoon : reader.get(MONDAY)) {
					if (webtoon.get("id").asInt() == id && webtoon.get("likes").asLong() != likes) {
						stale.add("change %d of %d was to %d likes, and shown was %s".formatted(i, id, likes, webtoon));
					}
				}
			}
			return stale;
		}
		catch (IOException | InterruptedException ex) {
			throw new IllegalStateException(ex);
		}
	}

	private void start() throws Exception {
		this.port = FreePort.choose();
		ProcessBuilder start = new ProcessBuilder(Path.of("cluster/start").toAbsolutePath().toString(), "--port",
				String.valueOf(this.port));
		start.environment().put("YOIL_JAR", System.getProperty("yoil.jar", jar().toString()));
		start.environment().put("YOIL_ADMIN_PASSWORD", Administrator.PASSWORD);
		start.environment().put("YOIL_SAMPLEWEBTOONS", "315");
		start.environment().put("YOIL_SAMPLEREADERS", "0");
		// They end before the better compiler has paid off.
		start.environment().put("JDK_JAVA_OPTIONS", "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC");
		start.environment().put("YOIL_VISITORWRITES_LIMIT", "1000000");
		this.cluster = start.redirectErrorStream(true).start();
		StringBuilder said = new StringBuilder();
		for (String line = line(); line != null && !line.contains("Ctrl-C"); line = line()) {
			said.append(line).append('\n');
			Matcher instance = INSTANCE.matcher(line);
			if (instance.find()) {
				this.instances.add(Integer.valueOf(instance.group(1)));
			}
		}
		assumeThat(said.toString()).doesNotContain("there is no nginx");
		assertThat(this.instances).as(said.toString()).hasSize(2);
	}

	private String line() throws IOException {
		return this.cluster.inputReader().readLine();
	}

	/**
	 * Makes a jar that leads to the classes of this build, which is not packaged yet.
	 */
	private Path jar() throws IOException {
		Path jar = this.folder.resolve("yoil.jar");
		Manifest manifest = new Manifest();
		manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
		manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, YoilApplication.class.getName());
		manifest.getMainAttributes()
			.put(Attributes.Name.CLASS_PATH, Stream
				.of(StringUtils.delimitedListToStringArray(System.getProperty("java.class.path"), File.pathSeparator))
				.map((entry) -> Path.of(entry).toUri().toString())
				.collect(Collectors.joining(" ")));
		new JarOutputStream(Files.newOutputStream(jar), manifest).close();
		return jar;
	}

	/**
	 * How many lists and pages an instance answered from its caches.
	 */
	private static long hits(int instance) throws IOException, InterruptedException {
		HttpRequest metrics = HttpRequest
			.newBuilder(URI.create("http://127.0.0.1:" + instance + "/actuator/prometheus"))
			.header("Authorization",
					"Basic " + HttpHeaders.encodeBasicAuth("admin", Administrator.PASSWORD, StandardCharsets.UTF_8))
			.build();
		return HttpClient.newHttpClient()
			.send(metrics, HttpResponse.BodyHandlers.ofLines())
			.body()
			.filter((line) -> line.startsWith("cache_gets_total") && line.contains("result=\"hit\""))
			.mapToLong((line) -> (long) Double.parseDouble(line.substring(line.lastIndexOf(' '))))
			.sum();
	}

}
