package dev.yoil.lab.service;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;

import dev.yoil.lab.LabException;
import dev.yoil.lab.result.AppliedFinding;
import dev.yoil.lab.result.Counted;
import dev.yoil.lab.result.Series;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The real jar as a child, where it was built before.
 */
@EnabledIf("jarExists")
class ChildServiceTests {

	/** More often than nginx could leave one of two instances out. */
	private static final int ASKED = 10;

	/** Keeps databases and classes in the lab's own folder, as another test runs it. */
	private static final ServiceOptions OPTIONS = new ServiceOptions(null, "512m", Path.of("target", "kept"),
			Duration.ofMinutes(3));

	private static final ServiceSettings TWO_INSTANCES = new ServiceSettings(ServiceSettings.Database.POSTGRESQL, 70,
			properties("yoil.ehcache.config", ServiceSettings.EHCACHE_CLUSTER), 2);

	private static final String LIST = "/api/v1/webtoon?publishDay=MONDAY";

	private final HttpClient http = HttpClient.newBuilder().proxy(HttpClient.Builder.NO_PROXY).build();

	private static final List<ProcessHandle> BEFORE = ProcessHandle.current().descendants().toList();

	@TempDir
	private static Path folder;

	private static ChildServices services;

	/** A service with the usual caches, of which one is too small. */
	private static Service single;

	@BeforeAll
	static void create() {
		services = new ChildServices(jar(), Path.of(".."), folder, OPTIONS);
		single = services.start(settings("yoil.ehcache.config", ServiceSettings.EHCACHE_SMALL));
	}

	@AfterAll
	static void leaveNothingBehind() {
		services.close();
		assertThat(ProcessHandle.current().descendants().filter((process) -> !BEFORE.contains(process))).isEmpty();
		assertThat(folder).isEmptyDirectory();
	}

	static boolean jarExists() {
		return jar() != null;
	}

	private static Path jar() {
		Path jar = Path.of(System.getProperty("yoil.jar", "../target/yoil-0.1.0-SNAPSHOT.jar"));
		return Files.exists(jar) ? jar : null;
	}

	@Test
	void countsWhatIsAskedAcrossARestart() throws IOException, InterruptedException {
		List<ProcessHandle> before = ProcessHandle.current().descendants().toList();
		try (Service service = services.start(settings("yoil.ehcache.config", ServiceSettings.EHCACHE_DISK))) {
			assertThat(ask(service.address())).contains("fwd=miss");
			service.watch();
			for (int request = 0; request < 50; request++) {
				assertThat(ask(service.address())).contains("hit");
			}
			Counted hits = service.counted();
			assertThat(hits.requests()).isEqualTo(50);
			assertThat(hits.poolUses()).isZero();
			service.clearCaches();
			assertThat(ask(service.address())).contains("fwd=miss").doesNotContain("detail=tier");
			assertThat(service.counted().poolUses()).isPositive();
			// Only a clean end waits for values that are not written yet.
			service.restartUnderLoad(false);
			assertThat(ask(service.address())).contains("detail=tier");
			Counted all = service.counted();
			assertThat(all.requests()).isEqualTo(52);
			assertThat(all.cacheLoads()).isOne();
			assertThat(all.tierHits()).isOne();
			assertThat(service.watched()).allSatisfy((sample) -> assertThat(sample.at()).isPositive());
			assertThat(service.died()).isNull();
			ProcessHandle child = ProcessHandle.current()
				.descendants()
				.filter((process) -> !before.contains(process))
				.findFirst()
				.orElseThrow();
			child.destroyForcibly();
			child.onExit().join();
			assertThat(service.died()).startsWith("status 137: ");
			assertThat(service.counted()).isNull();
		}
	}

	@Test
	void appliesTheCapacityThatAFindingSuggests() throws IOException, InterruptedException {
		List<String> genres = List.of("ROMANCE", "FANTASY", "ACTION", "THRILLER", "MYSTERY", "DRAMA", "COMEDY",
				"SPORTS");
		List<String> lists = Stream.of("MONDAY", "TUESDAY", "WEDNESDAY", "THURSDAY", "FRIDAY", "SATURDAY", "SUNDAY")
			.flatMap((day) -> genres.stream().map((genre) -> "/api/v1/webtoon?publishDay=" + day + "&genre=" + genre))
			.flatMap((list) -> Stream.of(list, list + "&sort=likes", list + "&sort=reviews"))
			.toList();
		bodies(single.address(), new Random(1).ints(3_000, 0, lists.size()).mapToObj(lists::get).toList());
		AppliedFinding applied = single.applyFinding();
		assertThat(applied.place()).startsWith("ehcache-small.xml:");
		assertThat(applied.from()).isEqualTo("30");
		assertThat(Integer.parseInt(applied.to())).isGreaterThan(30);
		assertThat(applied.hitRatio()).isBetween(0.3, 1.0);
	}

	@Test
	void answersInPlainSpringWhatTheServiceDoes() throws IOException, InterruptedException {
		List<String> asked = List.of(LIST, LIST + "&sort=likes", LIST + "&sort=registered", LIST + "&sort=reviews",
				LIST + "&page=0", "/api/v1/ranking/daily");
		List<String> ours = bodies(single.address(), asked);
		try (Service service = services.start(plain("true"))) {
			assertThat(bodies(service.address(), asked)).isEqualTo(ours).doesNotHaveDuplicates();
			assertThat(send(service, "identity").headers().map()).doesNotContainKeys("ETag", "Cache-Status");
		}
		try (Service service = services.start(plain("bytes"))) {
			assertThat(bodies(service.address(), asked)).isEqualTo(ours);
			HttpResponse<byte[]> gzip = send(service, "gzip");
			assertThat(gzip.headers().map()).doesNotContainKey("Cache-Status")
				.containsEntry("content-encoding", List.of("gzip"))
				.containsEntry("vary", List.of("Accept-Encoding"));
			assertThat(new GZIPInputStream(new ByteArrayInputStream(gzip.body())))
				.hasBinaryContent(ours.get(0).getBytes(StandardCharsets.UTF_8));
			String etag = gzip.headers().firstValue("ETag").orElseThrow();
			assertThat(send(service, "gzip", "If-None-Match", etag).statusCode()).isEqualTo(304);
		}
	}

	private static ServiceSettings plain(String cached) {
		return settings(ServiceSettings.PLAIN, cached, "spring.cache.type", "caffeine", "server.compression.mime-types",
				"application/json");
	}

	private static ServiceSettings settings(String... namesAndValues) {
		return new ServiceSettings(ServiceSettings.Database.H2, 70, properties(namesAndValues));
	}

	/** Returns settings of a service that starts with little work. */
	private static Map<String, String> properties(String... namesAndValues) {
		Map<String, String> properties = new HashMap<>(Map.of(ServiceSettings.SMALL, "true"));
		for (int i = 0; i < namesAndValues.length; i += 2) {
			properties.put(namesAndValues[i], namesAndValues[i + 1]);
		}
		return properties;
	}

	private HttpResponse<byte[]> send(Service service, String encoding, String... more)
			throws IOException, InterruptedException {
		HttpRequest.Builder request = HttpRequest.newBuilder(service.address().resolve(LIST))
			.header("Accept-Encoding", encoding);
		if (more.length > 0) {
			request.headers(more);
		}
		return this.http.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
	}

	private List<String> bodies(URI service, List<String> paths) throws IOException, InterruptedException {
		List<String> bodies = new ArrayList<>();
		for (String path : paths) {
			HttpRequest request = HttpRequest.newBuilder(service.resolve(path)).build();
			bodies.add(this.http.send(request, HttpResponse.BodyHandlers.ofString()).body());
		}
		return bodies;
	}

	@Test
	@EnabledIf("nginxExists")
	void asksSeveralInstancesInTurnsThatShareWhatTheyLoadAndGoesOnCountingAcrossARestart()
			throws IOException, InterruptedException {
		try (Service service = services.start(TWO_INSTANCES)) {
			service.watch();
			List<String> answers = new ArrayList<>();
			// A sample is taken each second.
			for (long end = System.nanoTime() + 2_500_000_000L; System.nanoTime() < end;) {
				answers.add(ask(service.address()));
			}
			assertThat(answers).filteredOn((answer) -> answer.contains("fwd=miss")).hasSize(2);
			assertThat(service.counted().requests()).isEqualTo(answers.size());
			// What Redis does not answer in time, a busy machine loads twice.
			assertThat(gotten(service)).isEqualTo(2);
			service.clearCaches();
			assertThat(List.of(ask(service.address()), ask(service.address())))
				.allMatch((answer) -> answer.contains("fwd=miss"));
			service.change();
			long before = gotten(service);
			service.restartInstance();
			int asked = answers.size() + 2;
			// The proxy's old processes go on for a moment.
			for (long end = System.nanoTime() + 10_000_000_000L; gotten(service) == before
					&& System.nanoTime() < end; asked += ASKED) {
				askBoth(service);
			}
			askBoth(service);
			assertThat(gotten(service)).isEqualTo(before + 1);
			assertThat(service.counted().tierHits()).isPositive();
			assertThat(service.counted().requests()).isEqualTo(asked + ASKED);
			assertThat(service.stopRedis()).isTrue();
			long loads = service.counted().cacheLoads();
			service.change();
			assertThat(service.counted().cacheLoads()).isGreaterThan(loads);
			assertThat(service.resumeRedis()).isTrue();
			assertThat(service.died()).isNull();
			assertThat(service.watched()).isNotEmpty()
				.allSatisfy((sample) -> assertThat(sample.values()).containsKeys(Series.CPU_SERVICE,
						Series.CPU_DATABASE, Series.CPU_PROXY));
		}
	}

	private static long gotten(Service service) {
		return service.counted().cacheLoads() + service.counted().tierHits();
	}

	private void askBoth(Service service) throws IOException, InterruptedException {
		for (int i = 0; i < ASKED; i++) {
			ask(service.address());
		}
	}

	static boolean nginxExists() {
		try {
			return !Proxy.program("", List.of("/usr/sbin"), ServiceSettings.Front.NGINX).isEmpty();
		}
		catch (LabException ex) {
			return false;
		}
	}

	private String ask(URI service) throws IOException, InterruptedException {
		HttpResponse<String> answer = this.http.send(HttpRequest.newBuilder(service.resolve(LIST)).build(),
				HttpResponse.BodyHandlers.ofString());
		assertThat(answer.statusCode()).isEqualTo(200);
		return answer.headers().firstValue("Cache-Status").orElse("");
	}

}
