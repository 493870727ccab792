package dev.yoil.cluster;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.UnaryOperator;

import dev.yoil.support.Background;
import dev.yoil.support.CounterHistory;
import dev.yoil.support.FaultyProxy;
import dev.yoil.support.FreePort;
import dev.yoil.support.PostgresServer;
import dev.yoil.webtoon.Reader;
import dev.yoil.webtoon.RunningService;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Writers and readers of the service behind a real edge, with faults. Each webtoon has
 * one writer, whose visitors like it once each. So its likes only grow, and a response
 * with fewer likes than another one before is old.
 */
final class EdgeCheck implements AutoCloseable {

	private static final String PAGE = "/api/v1/webtoon?publishDay=MONDAY&page=0";

	private static final int WRITERS = 3;

	private static final int READERS = 2;

	/** As in the configuration of the caches. */
	private static final Duration EDGE = Duration.ofSeconds(2);

	/** For the longest request, and the whole seconds of the edge. */
	private static final Duration SLACK = Duration.ofSeconds(2);

	private final List<Integer> ports = new ArrayList<>();

	private final List<FaultyProxy> origins = new ArrayList<>();

	private final List<RunningService> services = new ArrayList<>();

	private final EdgeEngine edge;

	private final FaultyProxy purges;

	private final String database = PostgresServer.shared().createDatabase();

	private final FaultyProxy slowDatabase = new FaultyProxy(
			URI.create(this.database.substring("jdbc:".length())).getPort());

	/** The likes of each webtoon that writers were told. */
	private final Map<Integer, CounterHistory> acknowledged = new ConcurrentHashMap<>();

	private final Queue<String> stale = new ConcurrentLinkedQueue<>();

	private final AtomicLong likes = new AtomicLong();

	private final AtomicLong unconfirmed = new AtomicLong();

	private final AtomicLong reads = new AtomicLong();

	private final AtomicLong hits = new AtomicLong();

	private final AtomicBoolean ended = new AtomicBoolean();

	/**
	 * Starts an edge in front of instances.
	 * @param edit changes the files of its configuration
	 */
	EdgeCheck(EdgeEngine.Kind kind, Path folder, int instances, UnaryOperator<String> edit) throws Exception {
		for (int i = 0; i < instances; i++) {
			int port = FreePort.choose();
			FaultyProxy origin = new FaultyProxy(port);
			origin.slow(Duration.ofMillis(5));
			this.ports.add(port);
			this.origins.add(origin);
		}
		this.edge = EdgeEngine.start(kind, folder.resolve("edge"),
				this.origins.stream().map(FaultyProxy::port).toList(), edit);
		this.purges = new FaultyProxy(this.edge.purgePort());
		for (int port : this.ports) {
			this.services.add(start(port));
		}
	}

	/** The last one of several instances is always a little behind. */
	private RunningService start(int port) throws IOException {
		boolean last = this.ports.indexOf(port) > 0 && this.ports.indexOf(port) == this.ports.size() - 1;
		this.slowDatabase.slow(Duration.ZERO);
		RunningService started = RunningService.startOneOfSeveral(last ? throughProxy() : this.database,
				(caches) -> caches.replace("edge=\"60s\"", "edge=\"" + EDGE.toSeconds() + "s\""),
				"--server.port=" + port, "--yoil.ehcache.edge.urls=http://127.0.0.1:" + this.purges.port() + "/");
		this.slowDatabase.slow(Duration.ofMillis(40));
		return started;
	}

	/**
	 * Has writers and readers run while faults happen one after the other.
	 * @param likes the least number of likes
	 */
	Result run(List<Fault> faults, long likes) throws Exception {
		List<Integer> ids = new ArrayList<>();
		new Reader(this.ports.get(0)).get(PAGE).get("items").forEach((webtoon) -> ids.add(webtoon.get("id").asInt()));
		List<CompletableFuture<Void>> running = new ArrayList<>();
		for (int i = 0; i < WRITERS; i++) {
			int writer = i;
			running.add(Background.run(() -> write(ids.get(writer), this.ports.get(writer % this.ports.size()))));
		}
		for (int i = 0; i < READERS; i++) {
			Reader visitor = new Reader(this.edge.port());
			// Each second one reads through the edge, and never from it.
			Reader passed = (i % 2 == 1) ? visitor.withCookie("cache-bypass", "1") : visitor;
			running.add(Background.run(() -> read(passed)));
		}
		pause(500);
		for (Fault fault : faults) {
			cause(fault);
			pause(500);
		}
		while (this.likes.get() < likes) {
			pause(100);
		}
		this.ended.set(true);
		running.forEach(CompletableFuture::join);
		return new Result(this.likes.get(), this.unconfirmed.get(), this.reads.get(), this.hits.get(),
				List.copyOf(this.stale));
	}

	private String throughProxy() {
		return this.database.replaceFirst(":\\d+/", ":" + this.slowDatabase.port() + "/");
	}

	private void cause(Fault fault) throws Exception {
		switch (fault) {
			case PURGE_LOST -> {
				this.purges.lose();
				pause(700);
				this.purges.heal();
			}
			case PURGE_LATE -> {
				this.purges.hold();
				pause(400);
				this.purges.heal();
			}
			case FETCH_HELD -> {
				this.origins.forEach(FaultyProxy::hold);
				pause(400);
				this.origins.forEach(FaultyProxy::heal);
			}
			case EDGE_RESTARTED -> this.edge.restart();
			case INSTANCE_KILLED -> {
				// Its last changes are committed, and their purges never arrive.
				this.purges.lose();
				pause(200);
				int last = this.services.size() - 1;
				this.services.get(last).close();
				this.purges.heal();
				pause(300);
				this.services.set(last, start(this.ports.get(last)));
			}
		}
	}

	private void write(int id, int port) {
		while (!this.ended.get()) {
			try {
				Reader visitor = new Reader(port);
				HttpResponse<String> like = visitor.send("PUT", "/api/v1/webtoon/" + id + "/like", null);
				if (like.statusCode() != 200) {
					continue;
				}
				long count = JsonMapper.shared().readTree(like.body()).get("likes").asLong();
				boolean confirmed = visitor.cookie("cache-bypass") == null;
				// Without a confirmed purge, the edge may show an older response until it
				// expires.
				this.acknowledged.computeIfAbsent(id, (any) -> new CounterHistory())
					.note(count, System.nanoTime() + (confirmed ? 0 : EDGE.plus(SLACK).toNanos()));
				this.likes.incrementAndGet();
				this.unconfirmed.addAndGet(confirmed ? 0 : 1);
				long shown = likes(visitor.at(this.edge.port()).send("GET", PAGE, null), id);
				if (shown < count) {
					this.stale
						.add("writer of %d: %d instead of %d, confirmed: %s".formatted(id, shown, count, confirmed));
				}
			}
			catch (IOException | InterruptedException ex) {
				// A fault, such as an edge that restarts.
				pause(10);
			}
		}
	}

	private void read(Reader visitor) {
		while (!this.ended.get()) {
			try {
				long begun = System.nanoTime();
				Map<Integer, Long> least = new HashMap<>();
				this.acknowledged.forEach((id, history) -> least.put(id, history.leastAt(begun)));
				HttpResponse<String> page = visitor.send("GET", PAGE, null);
				this.reads.incrementAndGet();
				this.hits.addAndGet(
						page.headers().firstValue("Cache-Status").filter("edge; hit"::equals).isPresent() ? 1 : 0);
				for (Map.Entry<Integer, Long> each : least.entrySet()) {
					long shown = likes(page, each.getKey());
					if (shown < each.getValue()) {
						this.stale
							.add("reader of %d: %d instead of %d".formatted(each.getKey(), shown, each.getValue()));
					}
				}
			}
			catch (IOException | InterruptedException ex) {
				pause(10);
			}
		}
	}

	/** Returns the likes that a page shows; the most possible for an error. */
	private static long likes(HttpResponse<String> page, int id) {
		if (page.statusCode() == 200) {
			for (JsonNode webtoon : JsonMapper.shared().readTree(page.body()).get("items")) {
				if (webtoon.get("id").asInt() == id) {
					return webtoon.get("likes").asLong();
				}
			}
		}
		return Long.MAX_VALUE;
	}

	private static void pause(int millis) {
		LockSupport.parkNanos(Duration.ofMillis(millis).toNanos());
	}

	@Override
	public void close() throws Exception {
		this.services.forEach(RunningService::close);
		this.edge.close();
		this.origins.forEach(FaultyProxy::close);
		this.purges.close();
		this.slowDatabase.close();
	}

	enum Fault {

		PURGE_LOST, PURGE_LATE, FETCH_HELD, EDGE_RESTARTED, INSTANCE_KILLED

	}

	/**
	 * The outcome.
	 *
	 * @param unconfirmed likes whose writer had to bypass the edge
	 * @param hits reads that the edge answered
	 * @param stale responses that were older than promised
	 */
	record Result(long likes, long unconfirmed, long reads, long hits, List<String> stale) {
	}

}
