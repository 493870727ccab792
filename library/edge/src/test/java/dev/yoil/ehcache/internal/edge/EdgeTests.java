package dev.yoil.ehcache.internal.edge;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import dev.yoil.support.Background;
import dev.yoil.support.FakeEdge;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.awaitility.Awaitility.await;

@Timeout(30)
class EdgeTests {

	private static final long LONG = TimeUnit.SECONDS.toNanos(20);

	private final ExecutorService threads = Executors.newCachedThreadPool();

	private final FakeEdge server;

	private final Edge edge;

	EdgeTests() throws Exception {
		this.server = new FakeEdge();
		this.edge = edge(settings(this.server.url(), Duration.ZERO, null));
	}

	private static EdgeSettings settings(URI url, Duration interval, @Nullable Duration repeatAfter) {
		return new EdgeSettings(List.of(url), "PURGE", Map.of(), null, Duration.ofSeconds(20), interval, repeatAfter,
				"Cache-Tag", "CDN-Cache-Control");
	}

	private Edge edge(EdgeSettings settings) {
		return edge(settings, () -> "token");
	}

	private Edge edge(EdgeSettings settings, Supplier<@Nullable String> token) {
		return new Edge(this.server.url(), settings, HttpClient.newHttpClient(), this.threads, token);
	}

	@AfterEach
	void close() {
		this.server.close();
		this.threads.shutdownNow();
	}

	private boolean purge(String... tags) {
		return this.edge.request(List.of(tags)) && this.edge.await(LONG);
	}

	@Test
	void purgesBeforeItReturns() {
		assertThat(purge("a", "b")).isTrue();
		assertThat(this.server.all()).singleElement().satisfies((purge) -> {
			assertThat(purge.method()).isEqualTo("PURGE");
			assertThat(purge.tags()).containsExactly("a", "b");
			assertThat(purge.headers().getFirst("Edge-Token")).isEqualTo("token");
		});
		assertThat(this.edge.purges()).isEqualTo(1);
		assertThat(this.edge.pending()).isZero();
	}

	@Test
	void sharesAPurgeBetweenCallersThatComeBeforeItBegins() {
		this.server.hold();
		CompletableFuture<Boolean> first = Background.supply(() -> purge("a"));
		await().until(() -> this.server.all().size() == 1);
		List<CompletableFuture<Boolean>> others = List.of("a", "b", "c")
			.stream()
			.map((tag) -> Background.supply(() -> purge(tag)))
			.toList();
		await().until(() -> this.edge.pending() == 3);
		assertThat(first).isNotDone();
		this.server.release();
		others.forEach((each) -> assertThat(each.join()).isTrue());
		assertThat(this.server.tags()).containsExactly(Set.of("a"), Set.of("a", "b", "c"));
	}

	@Test
	void splitsManyTags() {
		List<String> many = IntStream.range(0, 250).mapToObj(String::valueOf).toList();
		this.edge.request(many);
		assertThat(this.edge.await(LONG)).isTrue();
		assertThat(this.server.tags()).extracting(Set::size).containsExactly(100, 100, 50);
		assertThat(this.server.tags().stream().flatMap(Set::stream).collect(Collectors.toSet()))
			.containsExactlyInAnyOrderElementsOf(many);
	}

	@Test
	void doesNotConfirmARefusedPurgeAndSendsItAgain() {
		this.server.answer(500);
		assertThat(purge("a")).isFalse();
		assertThat(this.edge.isFailing()).isTrue();
		assertThat(this.edge.failures()).isPositive();
		assertThat(purge("b")).isFalse();
		this.server.answer(204);
		this.edge.tick();
		await().until(() -> !this.edge.isFailing());
		assertThat(this.edge.pending()).isZero();
		assertThat(this.server.tags()).last().isEqualTo(Set.of("a", "b"));
		assertThat(purge("c")).isTrue();
	}

	@Test
	void doesNotWaitForAnEdgeThatDidNotRespondInTime() {
		this.server.hold();
		this.edge.request(List.of("a"));
		await().until(() -> this.server.all().size() == 1);
		assertThat(this.edge.await(1)).isFalse();
		assertThat(this.edge.isFailing()).isTrue();
		assertThat(purge("b")).isFalse();
		this.server.release();
		await().until(() -> !this.edge.isFailing());
		this.edge.tick();
		await().until(() -> this.server.tags().contains(Set.of("b")));
	}

	@Test
	void sendsAgainWhatTheEdgeDidNotReceive() {
		this.server.close();
		assertThat(purge("a")).isFalse();
		assertThat(this.edge.pending()).isEqualTo(1);
	}

	/**
	 * The edge may have received the first one before the token of a later purge.
	 */
	@Test
	void repeatsAPurgeWithAnotherToken() throws Exception {
		AtomicInteger token = new AtomicInteger();
		List<String> received = new CopyOnWriteArrayList<>();
		try (ServerSocket closing = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
			CompletableFuture<Void> answering = Background.run(() -> {
				for (String response : List.of("", "HTTP/1.1 204 No Content\r\n\r\n")) {
					received.add(answer(closing, response));
				}
			});
			Edge unstable = new Edge(URI.create("http://127.0.0.1:" + closing.getLocalPort() + "/"),
					settings(this.server.url(), Duration.ZERO, null), HttpClient.newHttpClient(), this.threads,
					() -> "token" + token.incrementAndGet());
			unstable.request(List.of("a"));
			assertThat(unstable.await(LONG)).isTrue();
			answering.join();
		}
		assertThat(received).containsExactly("token1", "token2");
	}

	private static String answer(ServerSocket server, String response) {
		try (Socket socket = server.accept()) {
			BufferedReader lines = new BufferedReader(
					new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII));
			String token = "";
			for (String line = lines.readLine(); !line.isEmpty(); line = lines.readLine()) {
				token = line.startsWith("Edge-Token: ") ? line.substring("Edge-Token: ".length()) : token;
			}
			socket.getOutputStream().write(response.getBytes(StandardCharsets.US_ASCII));
			return token;
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	@Test
	void purgesEverythingAfterTooManyChangesDuringAFailure() {
		this.server.answer(500);
		assertThat(purge("a")).isFalse();
		for (int i = 0; i < 100_000; i++) {
			this.edge.request(List.of("tag" + i));
		}
		assertThat(this.edge.pending()).isLessThanOrEqualTo(10_000);
		this.server.answer(204);
		this.edge.tick();
		await().until(() -> !this.edge.isFailing() && this.edge.pending() == 0);
		assertThat(this.server.tags()).contains(Set.of("all")).hasSizeLessThan(10);
		assertThat(purge("b")).isTrue();
		assertThat(this.server.tags()).last().isEqualTo(Set.of("b"));
	}

	@Test
	void repeatsThePurgeOfEverythingAfterTooManyPurgesOfACdn() {
		Edge cdn = edge(settings(this.server.url(), Duration.ZERO, Duration.ofNanos(1)));
		cdn.request(IntStream.range(0, 20_000).mapToObj(String::valueOf).toList());
		await().until(() -> cdn.purges() == 1);
		cdn.tick();
		await().until(() -> cdn.purges() == 2);
		assertThat(this.server.tags()).containsExactly(Set.of("all"), Set.of("all"));
	}

	@Test
	void keepsABoundedNumberOfTagsToRepeat() {
		Edge cdn = edge(settings(this.server.url(), Duration.ZERO, Duration.ofNanos(1)));
		for (int i = 0; i < 3; i++) {
			cdn.request(IntStream.range(5_000 * i, 5_000 * (i + 1)).mapToObj(String::valueOf).toList());
			await().until(() -> cdn.pending() == 0);
		}
		await().until(() -> cdn.purges() >= 150);
		this.server.forget();
		cdn.tick();
		await().until(() -> cdn.pending() == 0 && this.server.tags().stream().anyMatch((tags) -> tags.contains("all")));
		assertThat(cdn.purges()).as("at most 10,000 tags in purges of 100").isLessThanOrEqualTo(250);
	}

	@Test
	void sendsTheTokenAloneOnlyIfNoPurgeWasSentLately() {
		this.edge.tick();
		await().until(() -> this.server.all().size() == 1);
		assertThat(this.server.tags()).isEmpty();
		this.edge.tick();
		assertThat(this.edge.await(LONG)).isTrue();
		assertThat(this.server.all()).hasSize(1);
	}

	@Test
	void repeatsThePurgeOfACdnOnceAndNeverConfirmsIt() {
		Edge cdn = edge(settings(this.server.url(), Duration.ZERO, Duration.ofNanos(1)));
		assertThat(cdn.request(List.of("a"))).isFalse();
		assertThat(cdn.isFailing()).isFalse();
		await().until(() -> cdn.purges() == 1);
		cdn.tick();
		await().until(() -> cdn.purges() == 2);
		cdn.tick();
		cdn.request(List.of("b"));
		await().until(() -> cdn.purges() == 3);
		assertThat(this.server.tags()).containsExactly(Set.of("a"), Set.of("a"), Set.of("b"));
	}

	@Test
	void keepsTheIntervalBetweenPurges() {
		Edge cdn = edge(settings(this.server.url(), Duration.ofDays(1), null));
		assertThat(cdn.request(List.of("a"))).isFalse();
		await().until(() -> cdn.purges() == 1);
		cdn.request(List.of("b"));
		cdn.tick();
		assertThat(cdn.pending()).isEqualTo(1);
		assertThat(this.server.tags()).containsExactly(Set.of("a"));
	}

	@Test
	void keepsTheTagsOfAPurgeThatFailsUnexpectedly() {
		AtomicBoolean broken = new AtomicBoolean(true);
		Edge failing = edge(settings(this.server.url(), Duration.ZERO, null), () -> {
			if (broken.get()) {
				throw new IllegalStateException("planted");
			}
			return null;
		});
		failing.request(List.of("a"));
		assertThat(failing.await(LONG)).isFalse();
		assertThat(failing.isFailing()).isTrue();
		broken.set(false);
		failing.tick();
		await().until(() -> this.server.tags().contains(Set.of("a")));
	}

	@Test
	void refusesHeadersThatCannotBeSent() {
		EdgeSettings restricted = new EdgeSettings(List.of(this.server.url()), "PURGE", Map.of("Host", "x"), null,
				Duration.ofSeconds(1), Duration.ZERO, null, "Cache-Tag", "CDN-Cache-Control");
		assertThatIllegalArgumentException().isThrownBy(() -> edge(restricted))
			.withMessageContaining("\"Host\"")
			.withMessageEndingWith("Correct the method or headers in yoil.ehcache.edge.");
	}

	@Test
	void fillsHeadersAndBody() {
		EdgeSettings fastly = new EdgeSettings(List.of(this.server.url()), "POST",
				Map.of("Surrogate-Key", "{tags}", "Fastly-Key", "secret"), null, Duration.ofSeconds(1), Duration.ZERO,
				null, "Surrogate-Key", "Surrogate-Control");
		assertThat(fastly.headers(new TreeSet<>(Set.of("a", "b")))).containsEntry("Surrogate-Key", "a b")
			.containsEntry("Fastly-Key", "secret");
		Edge cloudflare = edge(new EdgeSettings(List.of(this.server.url()), "POST", Map.of("Authorization", "Bearer x"),
				"{\"tags\":[{tags}]}", Duration.ofSeconds(1), Duration.ZERO, null, "Cache-Tag", "CDN-Cache-Control"));
		cloudflare.request(List.of("a"));
		assertThat(cloudflare.await(LONG)).isTrue();
		assertThat(this.server.all()).singleElement().satisfies((purge) -> {
			assertThat(purge.body()).isEqualTo("{\"tags\":[\"a\"]}");
			assertThat(purge.headers().getFirst("Authorization")).isEqualTo("Bearer x");
			assertThat(purge.headers()).doesNotContainKey("Edge-Token");
			assertThat(purge.tags()).isEmpty();
		});
		cloudflare.tick();
		assertThat(cloudflare.await(LONG)).isTrue();
		assertThat(this.server.all()).hasSize(1);
	}

}
