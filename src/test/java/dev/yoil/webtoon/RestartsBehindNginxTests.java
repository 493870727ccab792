package dev.yoil.webtoon;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import dev.yoil.support.Background;
import dev.yoil.support.FreePort;
import dev.yoil.support.PostgresServer;
import dev.yoil.support.RedisProcess;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

/**
 * Rolling restarts of two instances behind nginx, as {@code cluster/start} configures it.
 */
@Tag("full")
@Timeout(300)
class RestartsBehindNginxTests {

	private static final Logger LOG = LoggerFactory.getLogger(RestartsBehindNginxTests.class);

	private static final int READERS = 4;

	private static final List<String> PAGES = List.of("/api/v1/webtoon?publishDay=MONDAY", "/webtoon/1",
			"/api/v1/webtoon?publishDay=FRIDAY&page=1&size=20", "/");

	@TempDir
	private Path folder;

	private final List<Integer> ports = new ArrayList<>();

	private final AtomicBoolean over = new AtomicBoolean();

	private final AtomicInteger answers = new AtomicInteger();

	private final Queue<String> failures = new ConcurrentLinkedQueue<>();

	@Test
	void respondsWithoutFailuresDuringRestarts() throws Exception {
		assumeThat(Path.of("/usr/sbin/nginx")).exists();
		this.ports.addAll(List.of(FreePort.choose(), FreePort.choose(), FreePort.choose()));
		String url = PostgresServer.shared().createDatabase();
		List<RunningService> instances = new ArrayList<>();
		try (RedisProcess redis = new RedisProcess()) {
			instances.add(start(url, redis, 1));
			instances.add(start(url, redis, 2));
			startNginx();
			List<CompletableFuture<Void>> readers = new ArrayList<>();
			for (int i = 0; i < READERS; i++) {
				readers.add(Background.run(this::read));
			}
			awaitAnswers();
			for (int i = 0; i < instances.size(); i++) {
				instances.get(i).close();
				awaitAnswers();
				instances.set(i, start(url, redis, i + 1));
			}
			awaitAnswers();
			this.over.set(true);
			readers.forEach(CompletableFuture::join);
		}
		finally {
			this.over.set(true);
			stopNginx();
			instances.forEach(RunningService::close);
		}
		LOG.info("{} answers, {} failures", this.answers, this.failures.size());
		assertThat(this.failures).isEmpty();
	}

	private void read() {
		try {
			Reader reader = new Reader(this.ports.get(0));
			for (int i = 0; !this.over.get(); i++) {
				note(reader.send("GET", PAGES.get(i % PAGES.size()), null));
				note(reader.send((i % 2 == 0) ? "PUT" : "DELETE", "/api/v1/webtoon/1/like", null));
			}
		}
		catch (IOException | InterruptedException | RuntimeException ex) {
			this.failures.add(ex.toString());
		}
	}

	private void note(HttpResponse<String> response) {
		this.answers.incrementAndGet();
		if (response.statusCode() != 200) {
			this.failures.add("%s %s: %d %s %s".formatted(response.request().method(), response.uri(),
					response.statusCode(), response.headers().map(), response.body()));
		}
	}

	private void awaitAnswers() {
		int before = this.answers.get();
		await().atMost(1, TimeUnit.MINUTES).until(() -> this.answers.get() > before + 200 || !this.failures.isEmpty());
	}

	private RunningService start(String url, RedisProcess redis, int instance) {
		return RunningService.startPooled(PostgresServer.arguments(url, "--server.port=" + this.ports.get(instance),
				"--YOIL_REDIS_URL=" + redis.url(), "--yoil.ehcache.config=cluster/ehcache.xml",
				"--spring.datasource.hikari.maximum-pool-size=4"));
	}

	/**
	 * With the line that {@code cluster/start} writes for each instance.
	 */
	private void startNginx() throws Exception {
		Matcher line = Pattern.compile("echo \"(server 127[^\"]*\\$1[^\"]*;)\"")
			.matcher(Files.readString(Path.of("cluster/start")));
		assertThat(line.find()).isTrue();
		Files.copy(Path.of("cluster/nginx.conf"), this.folder.resolve("nginx.conf"));
		Files.writeString(this.folder.resolve("listen.conf"), "listen 127.0.0.1:" + this.ports.get(0) + ";");
		Files.writeString(this.folder.resolve("instances.conf"), line.group(1).replace("$1", "" + this.ports.get(1))
				+ "\n" + line.group(1).replace("$1", "" + this.ports.get(2)) + "\n");
		nginx();
	}

	private void stopNginx() throws Exception {
		if (Files.exists(this.folder.resolve("nginx.pid"))) {
			nginx("-s", "stop");
		}
	}

	private void nginx(String... arguments) throws Exception {
		List<String> command = new ArrayList<>(List.of("/usr/sbin/nginx", "-p", this.folder + "/", "-c",
				this.folder.resolve("nginx.conf").toString()));
		command.addAll(List.of(arguments));
		Path output = this.folder.resolve("output");
		Process process = new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile()).start();
		assertThat(process.waitFor()).as(Files.readString(output)).isZero();
	}

}
