package dev.yoil.webtoon;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import dev.yoil.support.ServiceProcess;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A service with its default database that is killed at random moments.
 * {@code mvn test -Pfull -Dtest=KillTests -Dyoil.kills=50} kills it fifty times.
 * {@code -Dyoil.kills.write-delay=500} uses the default write delay of H2.
 */
@Tag("full")
class KillTests {

	private static final List<String> ARGUMENTS = List.of("--server.port=0", "--yoil.sample-readers=0",
			"--yoil.admin.password=" + Administrator.PASSWORD, "--yoil.visitor-writes.limit=1000000");

	private static final int KILLS = Integer.getInteger("yoil.kills", 2);

	private static final long SEED = Long.getLong("yoil.kills.seed", System.nanoTime());

	private static final @Nullable Integer WRITE_DELAY = Integer.getInteger("yoil.kills.write-delay");

	private static final int WEBTOONS = 7;

	private static final int READERS = 3;

	private static final String COOKIE = "yoil-visitor";

	@TempDir
	private Path folder;

	private final Random random = new Random(SEED);

	private List<Reader> readers = List.of();

	private @Nullable Administrator administrator;

	private final List<WrittenThing> likes = new ArrayList<>();

	private final List<WrittenThing> reviews = new ArrayList<>();

	private final List<WrittenThing> administered = new ArrayList<>();

	private int acknowledged;

	@Test
	void keepsEveryAcknowledgedWriteOnce() throws Exception {
		make();
		try (ServiceProcess first = start(arguments(3000))) {
			first.await(Pattern.compile("Filling the empty database"));
			first.kill();
		}
		for (int kill = 1; kill <= KILLS; kill++) {
			try (ServiceProcess service = start(arguments(WEBTOONS))) {
				verify(service.port());
				int more = writeUntilKilled(service);
				assertThat(more).as("seed %d: acknowledged before kill %d", SEED, kill).isPositive();
				this.acknowledged += more;
			}
		}
		// Samples are only created in an empty database. This JVM starts faster.
		List<String> arguments = arguments(2 * WEBTOONS);
		arguments.addAll(ARGUMENTS);
		arguments.add("--spring.datasource.url=jdbc:h2:file:%s;DB_CLOSE_ON_EXIT=FALSE"
			.formatted(this.folder.resolve("data").resolve("yoil")));
		try (ConfigurableApplicationContext service = new SpringApplicationBuilder(YoilApplication.class)
			.run(arguments.toArray(String[]::new))) {
			verify(((WebServerApplicationContext) service).getWebServer().getPort());
		}
	}

	private ServiceProcess start(List<String> arguments) throws IOException {
		return new ServiceProcess(YoilApplication.class, this.folder,
				Stream.concat(ARGUMENTS.stream(), arguments.stream()).toList());
	}

	private void verify(int port) throws Exception {
		visit(port);
		assertThat(wrong())
			.as("seed %d: after %d acknowledged writes to %d things", SEED, this.acknowledged,
					this.likes.size() + this.reviews.size() + this.administered.size())
			.isEmpty();
	}

	private void make() {
		for (int webtoon = 1; webtoon <= WEBTOONS; webtoon++) {
			String path = "/api/v1/webtoon/" + webtoon;
			for (int number = 0; number < READERS; number++) {
				int reader = number;
				WrittenThing.Client client = (method, to, json) -> this.readers.get(reader).send(method, to, json);
				this.likes.add(WrittenThing.like(client, path));
				this.reviews.add(new WrittenThing(client, path + "/reviews", "\"mine\":true", "text",
						(value) -> Reader.review("Mina", rating(value), value)));
			}
		}
		for (String name : new String[] { "A", "B", "C", "D", "E" }) {
			administer("webtoons", "\"title\":\"Killed " + name, "synopsis", """
					{%s","author":"Mina","genre":"DRAMA","publishDay":"FRIDAY",
					"registeredDate":"2026-01-31","synopsis":"%s"}""");
			administer("banned-words", "\"word\":\"qx" + name, "match", "{%s\",\"match\":\"%s\"}");
			administer("blocked-addresses", "\"address\":\"2001:db8::" + name.toLowerCase(Locale.ROOT) + "/128",
					"reason", "{%s\",\"reason\":\"%s\"}");
			administer("genres", "\"code\":\"KILLED_" + name, "label",
					"{%s\",\"label\":\"%s\",\"labelEn\":\"Killed\",\"position\":99}");
		}
	}

	private void administer(String list, String mark, String field, String body) {
		this.administered.add(new WrittenThing(
				(method, path, json) -> Objects.requireNonNull(this.administrator).send(method, path, json),
				"/api/v1/admin/" + list, mark, field, (value) -> body.formatted(mark, value)));
	}

	/** Derives the rating from the text, so that sums can be checked. */
	private static int rating(String text) {
		return Math.floorMod(text.hashCode(), 5) + 1;
	}

	private static List<String> arguments(int webtoons) {
		List<String> arguments = new ArrayList<>(List.of("--yoil.sample-webtoons=" + webtoons));
		if (WRITE_DELAY != null) {
			arguments.add("--spring.datasource.hikari.data-source-properties.[WRITE_DELAY]=" + WRITE_DELAY);
		}
		return arguments;
	}

	/** Those who were here before bring the cookies that they got then. */
	private void visit(int port) throws Exception {
		this.administrator = new Administrator(port);
		List<Reader> visitors = new ArrayList<>();
		for (int number = 0; number < READERS; number++) {
			Reader visitor = new Reader(port);
			visitors.add(this.readers.isEmpty() ? visitor
					: visitor.with(COOKIE, Objects.requireNonNull(this.readers.get(number).cookie(COOKIE))));
			visitor.token();
		}
		this.readers = visitors;
	}

	private List<String> wrong() throws Exception {
		List<String> wrong = new ArrayList<>();
		for (List<WrittenThing> kind : List.of(this.likes, this.reviews, this.administered)) {
			for (WrittenThing thing : kind) {
				String lost = thing.lost();
				if (lost != null) {
					wrong.add(lost);
				}
			}
		}
		for (int webtoon = 0; webtoon < WEBTOONS; webtoon++) {
			String counted = counts(webtoon);
			JsonNode shown = this.readers.get(0).get("/api/v1/webtoon/" + (webtoon + 1));
			String kept = "%s likes, %s reviews, rating %s".formatted(shown.get("likes"), shown.get("reviews"),
					shown.get("rating"));
			if (!kept.equals(counted)) {
				wrong.add("webtoon %d: %s, but there are %s".formatted(webtoon + 1, kept, counted));
			}
		}
		String all = Objects.requireNonNull(this.administrator).send("GET", "/api/v1/admin/webtoons", null).body();
		long more = JsonMapper.shared().readTree(all).get("total").asLong() - WEBTOONS
				- this.administered.stream()
					.filter((thing) -> thing.toString().contains("/admin/webtoons") && thing.acknowledged() != null)
					.count();
		if (more != 0) {
			wrong.add("%d webtoons more than there should be".formatted(more));
		}
		return wrong;
	}

	/** What the counts of a webtoon should be by what is there. */
	private String counts(int webtoon) {
		List<WrittenThing> ofWebtoon = this.reviews.subList(webtoon * READERS, (webtoon + 1) * READERS);
		long likes = this.likes.subList(webtoon * READERS, (webtoon + 1) * READERS)
			.stream()
			.filter((like) -> like.acknowledged() != null)
			.count();
		double[] ratings = ofWebtoon.stream()
			.map(WrittenThing::acknowledged)
			.filter(Objects::nonNull)
			.mapToDouble(KillTests::rating)
			.toArray();
		double sum = 0;
		for (double rating : ratings) {
			sum += rating;
		}
		return "%d likes, %d reviews, rating %s".formatted(likes, ratings.length,
				(ratings.length > 0) ? Math.round(sum / ratings.length * 100) / 100.0 : null);
	}

	/**
	 * Three write at once, each their own things, until the service is gone.
	 * @return how many writes were acknowledged
	 */
	private int writeUntilKilled(ServiceProcess service) throws Exception {
		CountDownLatch enough = new CountDownLatch(1 + this.random.nextInt(200));
		ExecutorService writers = Executors.newFixedThreadPool(3);
		try {
			List<Future<Integer>> all = new ArrayList<>();
			for (List<WrittenThing> things : List.of(this.likes, this.reviews, this.administered)) {
				Random choice = new Random(this.random.nextLong());
				all.add(writers.submit(() -> write(things, choice, enough)));
			}
			enough.await();
			service.kill();
			int acknowledged = 0;
			for (Future<Integer> writer : all) {
				acknowledged += writer.get();
			}
			return acknowledged;
		}
		finally {
			writers.shutdownNow();
		}
	}

	private static int write(List<WrittenThing> things, Random choice, CountDownLatch enough)
			throws InterruptedException {
		int acknowledged = 0;
		try {
			while (true) {
				WrittenThing thing = things.get(choice.nextInt(things.size()));
				boolean goes = thing.acknowledged() != null && choice.nextBoolean();
				thing.write(goes ? null : value(thing, acknowledged));
				acknowledged++;
				enough.countDown();
			}
		}
		catch (IOException ex) {
			// The service is gone. The write in progress has no response.
			return acknowledged;
		}
		finally {
			while (enough.getCount() > 0) {
				enough.countDown();
			}
		}
	}

	private static String value(WrittenThing thing, int number) {
		if (thing.toString().contains("/banned-words")) {
			return (number % 2 == 0) ? "WHOLE" : "ANYWHERE";
		}
		return "Text " + number;
	}

}
