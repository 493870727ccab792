package dev.yoil.lab.soak;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;

import dev.yoil.lab.LabException;
import dev.yoil.lab.soak.Check.Promise;
import dev.yoil.lab.soak.Check.Value;
import dev.yoil.lab.soak.Client.Answer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * The visitors of a soak: readers, readers who like, an administrator who changes titles,
 * and one who watches the caches. Each runs in a thread of its own until it is closed.
 */
final class Visitors implements AutoCloseable {

	private static final List<String> DAYS = List.of("MONDAY", "TUESDAY", "WEDNESDAY", "THURSDAY", "FRIDAY", "SATURDAY",
			"SUNDAY");

	private static final List<String> ORDERS = List.of("", "&sort=likes", "&sort=registered", "&sort=reviews");

	private static final String GENRES = "/api/v1/genres";

	/** Pages that show no numbers. */
	private static final List<String> OTHERS = List.of("/?day=MONDAY", "/api/v1/ranking/daily",
			"/api/v1/ranking/weekly", GENRES, "/api/v1/webtoon/search?query=a");

	private static final String LIKES = "likes";

	private static final String REVIEWS = "reviews";

	private static final String TITLE = "Soak ";

	/** The maximum age of a response at the edge, plus the duration of a request. */
	private static final Duration EDGE = Duration.ofSeconds(65);

	private static final String GZIP = "gzip";

	private static final int READERS = 6;

	private static final int LIKERS = 3;

	private final List<Thread> threads = new ArrayList<>();

	private final List<JsonNode> webtoons = new ArrayList<>();

	private final Check check;

	private final Client client;

	private final Client administrator;

	private final long seed;

	private final int leisure;

	private volatile boolean ended;

	/**
	 * Creates visitors.
	 * @param leisure multiplies their pauses
	 */
	Visitors(Check check, Client client, String administrator, long seed, int leisure) {
		this.check = check;
		this.client = client;
		this.administrator = client.as(administrator);
		this.seed = seed;
		this.leisure = leisure;
	}

	/** Reads what is there before the first change, and lets the visitors begin. */
	void start() {
		for (String day : DAYS) {
			Answer answer = this.client.get(list(day), "", false);
			if (answer == null) {
				throw new LabException("The service does not answer before the first fault: " + this.check.events());
			}
			for (JsonNode webtoon : JsonMapper.shared().readTree(answer.body())) {
				this.webtoons.add(webtoon);
				long id = webtoon.path("id").asLong();
				this.check.likes(id).first(webtoon.path(LIKES).asLong());
				this.check.reviews(id).first(webtoon.path(REVIEWS).asLong());
				this.check.title(id).first(0);
			}
		}
		for (int i = 0; i < READERS; i++) {
			start("reader", new Reader(i)::read, 60, i);
		}
		// Many requests, so that what each of them leaves behind is found.
		Client hasty = this.client.another();
		start("hasty reader", (random) -> hasty.get(GENRES, "", true), 2, READERS + LIKERS + 2);
		for (int i = 0; i < LIKERS; i++) {
			start("liker", changing(this::like), 150, READERS + i);
		}
		start("reviewer", changing(this::review), 600, READERS + LIKERS + 3);
		start("administrator", changing(this::rename), 600, READERS + LIKERS);
		start("watcher", (random) -> this.administrator.get("/api/v1/cache?limit=20", coding(random), false), 1_000,
				READERS + LIKERS + 1);
	}

	private Step changing(Step step) {
		return (random) -> {
			if (!this.check.isPaused()) {
				step.run(random);
			}
		};
	}

	private void start(String name, Step step, int millis, int number) {
		Random random = new Random(this.seed + number);
		Thread thread = new Thread(() -> {
			while (!this.ended) {
				this.check.visit(() -> step.run(random));
				LockSupport.parkNanos((long) (this.leisure * millis * 1e6 * (0.5 + random.nextDouble())));
			}
		}, name + "-" + number);
		thread.setDaemon(true);
		thread.setUncaughtExceptionHandler((same, ex) -> this.check.violate("error in the soak: " + ex));
		this.threads.add(thread);
		thread.start();
	}

	private static String coding(Random random) {
		return switch (random.nextInt(5)) {
			case 0 -> "br";
			case 1, 2 -> GZIP;
			default -> "";
		};
	}

	private static String list(String day) {
		return "/api/v1/webtoon?publishDay=" + day;
	}

	private static String list(JsonNode webtoon) {
		return list(webtoon.path("publishDay").asString());
	}

	/** Chooses a webtoon, one of the first most often. */
	private JsonNode any(Random random) {
		return this.webtoons.get((int) (this.webtoons.size() * Math.pow(random.nextDouble(), 3)));
	}

	/** A new visitor likes a webtoon, and reads what shows it. */
	private void like(Random random) {
		JsonNode webtoon = any(random);
		long id = webtoon.path("id").asLong();
		Value likes = this.check.likes(id);
		Client visitor = this.client.another();
		likes.sent();
		Answer answer = visitor.change("PUT", "/api/v1/webtoon/" + id + "/like", null);
		if (answer == null) {
			likes.unanswered();
			return;
		}
		if (answer.status() != 200) {
			this.check.require(Promise.ANSWERED, false, "a like: " + answer);
			return;
		}
		JsonNode state = visitor.json(answer, "a like");
		if (state == null) {
			return;
		}
		long own = state.path(LIKES).asLong();
		likes.acknowledged(own, visibleTo(visitor));
		this.check.event("like " + own + " of webtoon " + id);
		for (int i = 0; i < 2; i++) {
			judge(visitor, list(webtoon), random.nextBoolean() ? GZIP : "", Map.of(likes, own));
		}
		judge(visitor, "/api/v1/webtoon/" + id, "", Map.of(likes, own));
	}

	/** A new visitor reviews a webtoon, and reads what shows it. */
	private void review(Random random) {
		JsonNode webtoon = any(random);
		long id = webtoon.path("id").asLong();
		Value reviews = this.check.reviews(id);
		Client visitor = this.client.another();
		reviews.sent();
		Answer answer = visitor.change("POST", "/api/v1/webtoon/" + id + "/reviews", """
				{"nickname":"Soak","rating":%d,"text":"Of a soak"}""".formatted(1 + random.nextInt(5)));
		if (answer == null) {
			reviews.unanswered();
			return;
		}
		this.check.require(Promise.ANSWERED, answer.status() == 201, "a review: " + answer);
		long own = reviews.acknowledged(visibleTo(visitor));
		this.check.event("review " + own + " of webtoon " + id);
		judge(visitor, list(webtoon), "", Map.of(reviews, own));
		judge(visitor, "/api/v1/webtoon/" + id, "", Map.of(reviews, own));
	}

	/**
	 * Returns when a write is visible to other readers at the latest, without a lease.
	 */
	private static long visibleTo(Client writer) {
		return System.nanoTime() + (writer.bypassesEdge() ? EDGE.toNanos() : 0);
	}

	/** The administrator gives a webtoon the next title. */
	private void rename(Random random) {
		long id = any(random).path("id").asLong();
		String path = "/api/v1/admin/webtoons/" + id;
		Answer before = this.administrator.get(path, "", false);
		JsonNode webtoon = (before != null) ? this.administrator.json(before, path) : null;
		if (webtoon == null) {
			return;
		}
		Value title = this.check.title(id);
		title.sent();
		long next = title.greatest();
		ObjectNode changed = (ObjectNode) webtoon.deepCopy();
		changed.remove(List.of("id", "thumbnail"));
		changed.put("title", TITLE + next);
		Answer answer = this.administrator.change("PUT", path, changed.toString());
		if (answer == null) {
			title.unanswered();
			return;
		}
		this.check.require(Promise.ANSWERED, answer.status() == 200, path + ": " + answer);
		title.acknowledged(next, visibleTo(this.administrator));
		this.check.event("title " + next + " of webtoon " + id);
		judge(this.administrator, list(webtoon), "", Map.of(title, next));
	}

	/** Reads and judges webtoons, for a reader with own writes. */
	private void judge(Client client, String path, String coding, Map<Value, Long> own) {
		Answer answer = client.get(path, coding, true);
		if (answer != null) {
			judge(client, answer, path, own);
		}
	}

	private void judge(Client client, Answer answer, String path, Map<Value, Long> own) {
		JsonNode json = client.json(answer, path);
		if (json == null) {
			return;
		}
		long lease = client.lease(answer);
		Iterable<JsonNode> shown = json.isArray() ? json : json.has("items") ? json.path("items") : List.of(json);
		for (JsonNode webtoon : shown) {
			long id = webtoon.path("id").asLong();
			Map<Value, Long> values = Map.of(this.check.likes(id), webtoon.path(LIKES).asLong(), this.check.reviews(id),
					webtoon.path(REVIEWS).asLong(), this.check.title(id), version(webtoon.path("title").asString()));
			String where = "in %s %s, webtoon %d".formatted(path, answer.cacheStatus(), id);
			values.forEach((value, now) -> this.check.read(value, now, own.getOrDefault(value, 0L), answer.begun(),
					lease, answer.isStale(), where));
		}
	}

	private static long version(String title) {
		return title.startsWith(TITLE) ? Long.parseLong(title.substring(TITLE.length())) : 0;
	}

	/**
	 * Requires that each like and review is counted once, after all visitors have left.
	 */
	void judgeAtRest() {
		for (long id : this.check.webtoons()) {
			judgeAtRest(id, "/like", LIKES, this.check.likes(id));
			judgeAtRest(id, "", REVIEWS, this.check.reviews(id));
		}
	}

	private void judgeAtRest(long id, String path, String name, Value value) {
		Answer answer = this.client.get("/api/v1/webtoon/" + id + path, "", false);
		JsonNode state = (answer != null) ? this.client.json(answer, name + " at rest") : null;
		if (state != null) {
			long shown = state.path(name).asLong();
			this.check.require(Promise.ONCE, value.isExact(shown),
					"webtoon %d has %d %s at rest: %s".formatted(id, shown, name, value));
		}
	}

	/** Lets all visitors leave. */
	@Override
	public void close() throws InterruptedException {
		this.ended = true;
		for (Thread thread : this.threads) {
			thread.join(30_000);
		}
	}

	private interface Step {

		void run(Random random);

	}

	/** A reader, who may keep responses. */
	private final class Reader {

		private final Client client = Visitors.this.client.another();

		private final boolean keeps;

		Reader(int number) {
			this.keeps = number % 2 == 0;
		}

		void read(Random random) {
			if (random.nextInt(10) == 0) {
				this.client.get(OTHERS.get(random.nextInt(OTHERS.size())), coding(random), this.keeps);
				return;
			}
			String path = path(random);
			Answer answer = this.client.get(path, coding(random), this.keeps);
			if (answer != null && answer.isReadable()) {
				judge(this.client, answer, path, Map.of());
			}
		}

		private String path(Random random) {
			JsonNode webtoon = any(random);
			String list = list(webtoon);
			String order = ORDERS.get((int) (ORDERS.size() * Math.pow(random.nextDouble(), 2)));
			return switch (random.nextInt(5)) {
				case 0 -> list + order + "&genre=" + webtoon.path("genre").asString();
				case 1 -> "/api/v1/webtoon/" + webtoon.path("id").asLong();
				case 2 -> list + order;
				default -> list + order + "&page=" + random.nextInt(2);
			};
		}

	}

}
