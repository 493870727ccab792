package dev.yoil.lab.load;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.LongFunction;
import java.util.stream.DoubleStream;

import dev.yoil.lab.LabException;
import dev.yoil.lab.load.Load.Model;
import dev.yoil.lab.load.Load.Stage;
import dev.yoil.lab.load.Load.Target;
import dev.yoil.lab.load.LoopbackServer.Reply;
import dev.yoil.lab.result.Latency;
import dev.yoil.lab.result.LoadResult;
import dev.yoil.lab.result.Second;
import io.netty.handler.codec.http.HttpRequest;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

/** Tests of {@link NettyLoad}. */
final class NettyLoadTests {

	private static final List<Target> TARGETS = List.of(new Target("a", List.of("/a?x=1", "/a?x=2")),
			new Target("b", List.of("/b")));

	private final NettyLoad generator = new NettyLoad(2);

	private static Load load(Model model, long timeoutMillis, Stage... stages) {
		return new Load(model, List.of(stages), TARGETS, Duration.ofMillis(600), Duration.ofMillis(timeoutMillis), 7);
	}

	private static Stage stage(int users, long growthMillis, long holdMillis) {
		return new Stage(users, Duration.ofMillis(growthMillis), Duration.ofMillis(holdMillis));
	}

	private LoadResult run(Load load, LongFunction<Reply> script) {
		try (LoopbackServer server = new LoopbackServer(script)) {
			return this.generator.run(load, server.address(), (second) -> {
			});
		}
	}

	@Test
	void loopCountsWhatTheServerCounts() {
		try (LoopbackServer server = new LoopbackServer((number) -> Reply.ok())) {
			LoadResult result = this.generator.run(load(Model.LOOP, 5000, stage(20, 0, 1200)), server.address(),
					(second) -> {
					});
			assertThat(result.sent()).isEqualTo(result.total().requests() + result.inFlight());
			assertThat(result.inFlight()).isLessThanOrEqualTo(20);
			assertThat(server.requests()).isBetween(result.total().requests(), result.sent());
			assertThat(server.connections()).isEqualTo(20);
			assertThat(result.total().good()).isEqualTo(result.total().requests()).isGreaterThan(500);
			assertThat(result.seconds()).extracting(Second::second).containsExactly(0, 1);
			assertThat(result.seconds()).extracting(Second::users).containsExactly(20, 20);
			assertThat(result.seconds().stream().mapToLong(Second::good).sum()).isEqualTo(result.total().good());
			assertThat(result.targets()).containsOnlyKeys("a", "b");
			assertThat(result.targets().values().stream().mapToLong(Second::good).sum())
				.isEqualTo(result.total().good());
			assertThat((double) result.targets().get("a").good() / result.total().good()).isCloseTo(0.5, within(0.05));
			assertThat(result.total().latency().count()).isEqualTo(result.total().requests());
			assertThat(result.took()).isEqualTo(1.2);
			assertThat(result.generatorCpu()).isPositive();
		}
	}

	@Test
	void onceAsksOnceForEachUserByItsOwnConnection() {
		try (LoopbackServer server = new LoopbackServer((number) -> Reply.ok())) {
			LoadResult result = this.generator.run(load(Model.ONCE, 5000, stage(200, 0, 0)), server.address(),
					(second) -> {
					});
			assertThat(server.requests()).isEqualTo(200).isEqualTo(result.sent()).isEqualTo(result.total().good());
			assertThat(server.connections()).isEqualTo(200);
			assertThat(result.inFlight()).isZero();
			assertThat(result.took()).isLessThan(5);
		}
	}

	@Test
	void putsEvenlyHoweverSlowTheServiceIs() {
		Target put = new Target("put", List.of("/p"), Map.of(), 50);
		Load load = new Load(Model.LOOP, List.of(stage(1, 0, 1000)), List.of(TARGETS.get(0), put),
				Duration.ofMillis(600), Duration.ofSeconds(5), 7);
		try (LoopbackServer server = new LoopbackServer((number) -> Reply.ok().after(300))) {
			LoadResult result = this.generator.run(load, server.address(), (second) -> {
			});
			Second puts = result.targets().get("put");
			assertThat(puts.good()).as("of those of the first 700 ms").isBetween(30L, 36L);
			assertThat(puts.latency().p50()).isBetween(300.0, 550.0);
			assertThat(result.targets().get("a").good()).isBetween(2L, 3L);
			assertThat(server.received()).filteredOn((request) -> request.uri().equals("/p"))
				.hasSizeBetween(45, 51)
				.allMatch((request) -> request.method().name().equals("PUT"));
		}
	}

	@Test
	void findsPlantedFaults() {
		LoadResult result = run(load(Model.ONCE, 5000, stage(1000, 1000, 0)),
				(number) -> switch ((int) (number % 100)) {
					case 20, 70 -> Reply.ok().after(750);
					case 45 -> Reply.status(500);
					default -> Reply.ok();
				});
		assertThat(result.errorShare()).isCloseTo(0.03, within(0.002));
		assertThat(result.total().errors()).containsExactly(Map.entry("500", 10L), Map.entry("too slow", 20L));
		assertThat(result.total().good()).isEqualTo(970);
		assertThat(result.total().latency().max()).isBetween(750.0, 1200.0);
	}

	@Test
	void tellsErrorsApart() throws IOException {
		Load five = load(Model.ONCE, 300, stage(5, 0, 0));
		assertThat(run(five, (number) -> Reply.nothing()).total().errors()).containsExactly(Map.entry("no answer", 5L));
		assertThat(run(five, (number) -> Reply.nothing().closing(1)).total().errors())
			.containsExactly(Map.entry("connection closed", 5L));
		assertThat(
				run(five, (number) -> Reply.text("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf").closing(1)).total()
					.errors())
			.containsExactly(Map.entry("connection closed", 5L));
		assertThat(
				run(five, (number) -> Reply.text("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf")).total().errors())
			.containsExactly(Map.entry("no answer", 5L));
		assertThat(run(five, (number) -> Reply.text("nonsense\r\n\r\n")).total().errors())
			.containsExactly(Map.entry("malformed answer", 5L));
		URI closed;
		try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
			closed = URI.create("http://127.0.0.1:" + socket.getLocalPort());
		}
		LoadResult refused = this.generator.run(five, closed, (second) -> {
		});
		assertThat(refused.total().errors()).containsExactly(Map.entry("no connection", 5L));
		assertThat(refused.sent()).isEqualTo(5);
	}

	@Test
	void loopGoesOnAfterErrorsOfItsConnection() {
		LoadResult result = run(load(Model.LOOP, 200, stage(4, 0, 1000)),
				(number) -> (number % 2 == 0) ? Reply.nothing() : Reply.ok());
		assertThat(result.total().errors()).containsOnlyKeys("no answer");
		assertThat(result.total().errors().get("no answer")).isBetween(4L, 20L);
		assertThat(result.total().good()).isGreaterThanOrEqualTo(4);
	}

	@Test
	void readsAnswersOfAllForms() {
		Load once = load(Model.ONCE, 500, stage(3, 0, 0));
		for (String answer : List.of("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\n0\r\n\r\n",
				"HTTP/1.1 204 None\r\n\r\n", "HTTP/1.1 304 Same\r\nContent-Length: 9\r\n\r\n",
				"HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")) {
			assertThat(run(once, (number) -> Reply.text(answer)).total().good()).isEqualTo(3);
		}
		assertThat(run(once, (number) -> Reply.text("HTTP/1.1 200 OK\r\n\r\nuntil it is closed").closing(1)).total()
			.good()).isEqualTo(3);
	}

	@Test
	void reconnectsWhenTheServerClosesBetweenRequests() {
		Load loop = load(Model.LOOP, 5000, stage(20, 0, 800));
		LoadResult silently = run(loop, (number) -> Reply.ok().closing(10));
		assertThat(silently.total().errors()).isEmpty();
		assertThat(silently.total().good()).isGreaterThan(200);
		LoadResult politely = run(loop,
				(number) -> Reply.text("HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 2\r\n\r\nab")
					.closing(1));
		assertThat(politely.total().errors()).isEmpty();
		assertThat(politely.total().good()).isGreaterThan(200);
	}

	@Test
	void usersGrowAsPlanned() {
		LoadResult loop = run(load(Model.LOOP, 5000, stage(10, 500, 500), stage(30, 500, 300)),
				(number) -> Reply.ok().after(5));
		assertThat(loop.seconds()).extracting(Second::users).containsExactly(10, 30);
	}

	@Test
	void tellsEachSecondAlsoThoseWithNothing() {
		List<Second> told = new CopyOnWriteArrayList<>();
		try (LoopbackServer server = new LoopbackServer((number) -> Reply.ok())) {
			LoadResult result = this.generator.run(load(Model.ONCE, 1000, stage(3, 0, 1100)), server.address(),
					told::add);
			assertThat(told).isEqualTo(result.seconds());
			assertThat(told).extracting(Second::good).containsExactly(3L, 0L);
			assertThat(told).extracting(Second::users).containsExactly(0, 0);
		}
	}

	@Test
	void stopsWithinASecond() {
		List<Long> stopped = new ArrayList<>();
		try (LoopbackServer server = new LoopbackServer((number) -> (number < 6) ? Reply.ok() : Reply.nothing())) {
			LoadResult result = this.generator.run(load(Model.LOOP, 60_000, stage(3, 0, 60_000)), server.address(),
					(second) -> {
						if (stopped.isEmpty()) {
							stopped.add(System.nanoTime());
							this.generator.stop();
						}
					});
			assertThat(Duration.ofNanos(System.nanoTime() - stopped.get(0))).isLessThan(Duration.ofSeconds(1));
			assertThat(result.total().good()).isEqualTo(6);
			assertThat(result.total().errors()).isEmpty();
			assertThat(result.inFlight()).isEqualTo(3);
			assertThat(result.sent()).isEqualTo(9);
			assertThat(result.took()).isBetween(1.0, 2.0);
		}
	}

	@Test
	void percentilesAreThoseOfKnownTimes() {
		Tally tally = new Tally(0);
		for (int millis = 1; millis <= 1000; millis++) {
			tally.count(null, millis * 1000L);
		}
		Latency latency = tally.toSecond().latency();
		assertThat(DoubleStream.of(latency.p50(), latency.p90(), latency.p95(), latency.p99(), latency.max())
			.mapToLong(Math::round)).containsExactly(500L, 900L, 950L, 990L, 1000L);
		assertThat(latency.mean()).isCloseTo(500.5, within(0.5));
	}

	@Test
	void theSameSeedAsksTheSame() {
		List<List<String>> asked = new ArrayList<>();
		for (long seed : new long[] { 1, 1, 2 }) {
			try (LoopbackServer server = new LoopbackServer((number) -> Reply.ok())) {
				this.generator.run(new Load(Model.ONCE, List.of(stage(100, 0, 0)), TARGETS, Duration.ofSeconds(1),
						Duration.ofSeconds(5), seed), server.address(), (second) -> {
						});
				asked.add(server.received().stream().map(HttpRequest::uri).sorted().toList());
			}
		}
		assertThat(asked.get(0)).isEqualTo(asked.get(1)).isNotEqualTo(asked.get(2));
	}

	@Test
	void putsLoadOnThisMachineOnly() {
		for (String address : List.of("http://example.org:80", "https://127.0.0.1:1", "http://127.0.0.1",
				"http://192.0.2.1:80", "http://127.example.org:80")) {
			assertThatThrownBy(
					() -> this.generator.run(load(Model.ONCE, 1, stage(1, 0, 0)), URI.create(address), (second) -> {
					}))
				.isInstanceOf(LabException.class)
				.hasMessageContaining(address)
				.hasMessageContaining("on this machine");
		}
	}

}
