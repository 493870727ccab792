package dev.yoil.lab.experiment;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

import dev.yoil.lab.load.Load;
import dev.yoil.lab.load.Load.Model;
import dev.yoil.lab.load.Load.Stage;
import dev.yoil.lab.load.Load.Target;

/**
 * What is asked for, and how loads of it are made. A seed is always the same, so that all
 * arms are asked the same.
 */
final class Demand {

	/** An answer that takes longer is an error, as it was published. */
	static final Duration LIMIT = Duration.ofMillis(600);

	/** What is known by that. */
	static final String ERRORS = "Answers over 600 ms count as errors, as they were published.";

	/** Nobody waits longer for an answer. */
	static final Duration PATIENCE = Duration.ofSeconds(10);

	/** What the closed model means. */
	static final String CLOSED = "closed: each user keeps a connection and asks again as soon as there is an answer";

	/** What the open model means. */
	static final String OPEN = "open: each user opens a connection, asks once and leaves, however slow the service is";

	private static final double QUICK_WARM_UP = 6;

	private static final long SEED = 5000;

	private static final List<String> DAYS = List.of("MONDAY", "TUESDAY", "WEDNESDAY", "THURSDAY", "FRIDAY", "SATURDAY",
			"SUNDAY");

	private Demand() {
	}

	/**
	 * Returns the whole list of one of the seven days.
	 */
	static Target list() {
		return new Target("list", days(""));
	}

	/**
	 * Returns the whole list of one of the seven days in an order.
	 */
	static Target sorted(String sort) {
		return new Target("list by " + sort, days("&sort=" + sort));
	}

	/**
	 * Returns the whole list of a day.
	 */
	static Target list(String day) {
		return new Target("list of " + day, List.of(path(day)));
	}

	/**
	 * Returns the first page of one of the seven days.
	 */
	static Target page() {
		return new Target("page", days("&page=0"));
	}

	/**
	 * Returns the ranking of the day.
	 */
	static Target ranking() {
		return new Target("ranking", List.of("/api/v1/ranking/daily"));
	}

	/**
	 * Returns the first page of what a text is found in, which no cache has.
	 */
	static Target search() {
		return new Target("search",
				Stream.of("의", "사랑", "학교", "왕")
					.map((text) -> "/api/v1/webtoon/search?query=" + URLEncoder.encode(text, StandardCharsets.UTF_8))
					.toList());
	}

	/**
	 * Makes a load of users who stay.
	 */
	static Load closed(Duration limit, List<Stage> stages, Target... targets) {
		return new Load(Model.LOOP, stages, List.of(targets), limit, PATIENCE, SEED);
	}

	/**
	 * Makes a load of users who ask once.
	 */
	static Load open(Stage stage, Target... targets) {
		return open(LIMIT, stage, targets);
	}

	static Load open(Duration limit, Stage stage, Target... targets) {
		return new Load(Model.ONCE, List.of(stage), List.of(targets), limit, PATIENCE, SEED);
	}

	/**
	 * Makes a load that brings the service to speed, of which nothing is counted. It ends
	 * when the rate is level, at the latest at a bound, which it takes.
	 */
	static Load warmUp(boolean full, Target... targets) {
		return warmUp(full, 20, targets);
	}

	static Load warmUp(boolean full, int users, Target... targets) {
		return closed(PATIENCE, List.of(stage(users, 0, full ? 60 : QUICK_WARM_UP)), targets);
	}

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

	private static String path(String day) {
		return "/api/v1/webtoon?publishDay=" + day;
	}

}
