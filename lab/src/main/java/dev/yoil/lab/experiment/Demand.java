package dev.yoil.lab.experiment;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import dev.yoil.lab.load.Load;
import dev.yoil.lab.load.Load.Model;
import dev.yoil.lab.load.Load.Stage;
import dev.yoil.lab.load.Load.Target;

/**
 * Targets and loads. All loads have the same seed, so that all arms get the same
 * requests.
 */
final class Demand {

	/** A slower answer is an error, as published. */
	static final Duration LIMIT = Duration.ofMillis(600);

	static final String ERRORS = "Answers over 600 ms count as errors, as published.";

	/** The time after which a user gives up. */
	static final Duration PATIENCE = Duration.ofSeconds(10);

	static final String CLOSED = "closed: each user keeps a connection and sends the next request after each answer";

	static final String OPEN = "open: each user opens a connection, sends one request and leaves, at a rate that does "
			+ "not depend on the service";

	private static final double QUICK_WARM_UP = 6;

	private static final long SEED = 5000;

	private static final List<String> DAYS = List.of("MONDAY", "TUESDAY", "WEDNESDAY", "THURSDAY", "FRIDAY", "SATURDAY",
			"SUNDAY");

	private static final List<String> SORTS = List.of("title", "likes");

	private static final List<String> ALL_SORTS = List.of("title", "registered", "likes", "reviews");

	private static final List<String> GENRES = List.of("ROMANCE", "FANTASY", "ACTION", "MARTIAL_ARTS", "THRILLER",
			"MYSTERY", "DRAMA", "COMEDY", "SLICE_OF_LIFE", "SPORTS", "SCIENCE_FICTION", "HISTORICAL");

	private static final double SKEW = 0.8;

	/** Pages of a day, of which the 5,000 webtoons have 714 or 715. */
	private static final int PAGES = 24;

	private Demand() {
	}

	/** Returns the whole lists of the seven days. */
	static Target list() {
		return new Target("list", days(""));
	}

	static Target sorted(String sort) {
		return new Target("list by " + sort, days("&sort=" + sort));
	}

	/** Returns the first pages of the seven days. */
	static Target page() {
		return new Target("page", days("&page=0"));
	}

	/**
	 * Returns the lists and all pages of the seven days in two orders, each as often as
	 * any other: 350 addresses, each with a cache entry of its own.
	 */
	static Target allListsAndPages() {
		List<String> pages = Stream.concat(Stream.of(""), IntStream.range(0, PAGES).mapToObj((page) -> "&page=" + page))
			.toList();
		return new Target("list or page",
				SORTS.stream()
					.flatMap((sort) -> pages.stream().map((page) -> days("&sort=" + sort + page)))
					.flatMap(List::stream)
					.toList());
	}

	/**
	 * Returns the lists of the seven days by genre in four orders: 336 addresses with a
	 * cache entry each. Requests for the list of rank r are in proportion to
	 * r<sup>-0.8</sup>, as those for web pages are (Breslau et al., "Web Caching and
	 * Zipf-like Distributions", INFOCOM '99: exponents from 0.64 to 0.83).
	 */
	static Target skewedLists() {
		List<String> lists = ALL_SORTS.stream()
			.flatMap((sort) -> GENRES.stream()
				.flatMap((genre) -> days("&sort=%s&genre=%s".formatted(sort, genre)).stream()))
			.toList();
		return new Target("list",
				IntStream.rangeClosed(1, lists.size())
					.boxed()
					.flatMap((rank) -> Collections
						.nCopies((int) Math.round(Math.pow((double) lists.size() / rank, SKEW)), lists.get(rank - 1))
						.stream())
					.toList());
	}

	static Target ranking() {
		return new Target("ranking", List.of("/api/v1/ranking/daily"));
	}

	/** Returns searches, which no cache answers. */
	static Target search() {
		return new Target("search",
				Stream.of("의", "사랑", "학교", "왕")
					.map((text) -> "/api/v1/webtoon/search?query=" + URLEncoder.encode(text, StandardCharsets.UTF_8))
					.toList());
	}

	static Load closed(Duration limit, List<Stage> stages, Target... targets) {
		return new Load(Model.LOOP, stages, List.of(targets), limit, PATIENCE, SEED);
	}

	static Load open(Duration limit, Stage stage, Target... targets) {
		return new Load(Model.ONCE, List.of(stage), List.of(targets), limit, PATIENCE, SEED);
	}

	/**
	 * Returns a load that is not measured and ends once its rate is level, at the latest
	 * after its duration.
	 */
	static Load warmUp(boolean full, Target... targets) {
		return warmUp(full, 20, targets);
	}

	static Load warmUp(boolean full, int users, Target... targets) {
		return closed(PATIENCE, List.of(stage(users, 0, full ? 60 : QUICK_WARM_UP)), targets);
	}

	/** Returns a stage; times are in seconds. */
	static Stage stage(int users, double growth, double hold) {
		return new Stage(users, seconds(growth), seconds(hold));
	}

	static Stage atOnce(int users) {
		return stage(users, 0, 0);
	}

	static Duration seconds(double seconds) {
		return Duration.ofMillis(Math.round(seconds * 1000));
	}

	private static List<String> days(String more) {
		return DAYS.stream().map((day) -> path(day) + more).toList();
	}

	static String path(String day) {
		return "/api/v1/webtoon?publishDay=" + day;
	}

}
