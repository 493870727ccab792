package dev.yoil.ehcache.internal.web;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import com.sun.net.httpserver.HttpServer;
import dev.yoil.ehcache.internal.cluster.ClusterNode;
import dev.yoil.ehcache.internal.cluster.NodeSignatures;
import dev.yoil.ehcache.region.RegionVersion;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.http.HttpMethod;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Requests to another instance.
 */
@Timeout(30)
class NodeClientTests {

	private static final byte[] BODY = "{}".getBytes(StandardCharsets.UTF_8);

	private static final Duration LIMIT = Duration.ofSeconds(10);

	private static final Duration TIMEOUT = Duration.ofSeconds(1);

	private final RegionVersion secret = new RegionVersion(1, UUID.randomUUID());

	private final UUID node = UUID.randomUUID();

	private final NodeClient client = new NodeClient(
			new NodeSignatures(() -> this.secret, UUID.randomUUID(), () -> 1_000_000_000L), TIMEOUT);

	private final ExecutorService threads = Executors.newCachedThreadPool();

	private final CountDownLatch ended = new CountDownLatch(1);

	private HttpServer server;

	@BeforeEach
	void start() throws IOException {
		this.server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
		this.server.setExecutor(this.threads);
		this.server.start();
	}

	@AfterEach
	void stop() {
		this.ended.countDown();
		this.server.stop(0);
		this.threads.shutdownNow();
	}

	private CompletableFuture<byte[]> send() {
		return send("http://127.0.0.1:" + this.server.getAddress().getPort());
	}

	private CompletableFuture<byte[]> send(String url) {
		return this.client.send(new ClusterNode(this.node, url, Instant.EPOCH, false, false, null), HttpMethod.POST,
				"/caches/a%20b?key=%EC%9B%94", BODY, "alice");
	}

	@Test
	void signsRequests() {
		NodeSignatures there = new NodeSignatures(() -> this.secret, this.node, () -> 1_000_000_000L);
		this.server.createContext("/below", (exchange) -> {
			String by = there.verify(exchange.getRequestHeaders().getFirst("Authorization"),
					exchange.getRequestMethod(), exchange.getRequestURI().toString(),
					exchange.getRequestBody().readAllBytes());
			exchange.sendResponseHeaders("alice".equals(by) ? 200 : 401, 2);
			exchange.getResponseBody().write(BODY);
			exchange.close();
		});
		assertThat(send("http://127.0.0.1:" + this.server.getAddress().getPort() + "/below")).succeedsWithin(LIMIT)
			.isEqualTo(BODY);
	}

	@ParameterizedTest
	@ValueSource(ints = { 307, 404, 204 })
	void rejectsRedirectsAndErrors(int status) {
		AtomicInteger elsewhere = new AtomicInteger();
		this.server.createContext("/elsewhere", (exchange) -> {
			elsewhere.incrementAndGet();
			exchange.sendResponseHeaders(200, -1);
			exchange.close();
		});
		this.server.createContext("/", (exchange) -> {
			exchange.getResponseHeaders().set("Location", "/elsewhere");
			exchange.sendResponseHeaders(status, -1);
			exchange.close();
		});
		assertThat(send()).failsWithin(LIMIT).withThrowableThat().havingRootCause().withMessageContaining("" + status);
		assertThat(elsewhere).hasValue(0);
	}

	@Test
	void readsABoundedPartOfTheResponse() {
		this.server.createContext("/", (exchange) -> {
			exchange.sendResponseHeaders(200, 0);
			byte[] much = new byte[100_000];
			try (OutputStream body = exchange.getResponseBody()) {
				while (this.ended.getCount() > 0) {
					body.write(much);
				}
			}
		});
		assertThat(send()).succeedsWithin(LIMIT)
			.satisfies((response) -> assertThat(response).hasSize(NodeClient.MAX_RESPONSE));
	}

	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void timesOut(boolean trickling) {
		AtomicInteger served = new AtomicInteger();
		this.server.createContext("/", (exchange) -> {
			served.incrementAndGet();
			try {
				if (trickling) {
					exchange.sendResponseHeaders(200, 0);
				}
				while (this.ended.getCount() > 0 && !this.ended.await(10, TimeUnit.MILLISECONDS)) {
					if (trickling) {
						exchange.getResponseBody().write(' ');
						exchange.getResponseBody().flush();
					}
				}
			}
			catch (InterruptedException ex) {
				Thread.currentThread().interrupt();
			}
			finally {
				served.decrementAndGet();
			}
		});
		assertThat(send()).failsWithin(LIMIT)
			.withThrowableThat()
			.havingRootCause()
			.isInstanceOfAny(HttpTimeoutException.class, IOException.class);
		if (trickling) {
			// The client closes the connection.
			await().until(() -> served.get() == 0);
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "x", "file:///etc/passwd", "http://", "http://[", "http://127.0.0.1:1" })
	void rejectsInvalidUrls(String url) {
		assertThat(send(url)).failsWithin(LIMIT);
	}

}
