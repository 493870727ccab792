package dev.yoil.lab.load;

import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * Load to put on the service: who asks, when, for what. Immutable.
 *
 * @param model how users behave
 * @param stages one after the other; at least one
 * @param targets what is asked for: each request of a user is of a target drawn at
 * random, of which it asks for a path drawn at random; at least one that is not put
 * @param limit an answer that took longer is an error
 * @param timeout a request without an answer for that long is given up, and is an error
 * @param seed of what is drawn at random: the same load asks the same
 */
public record Load(Model model, List<Stage> stages, List<Target> targets, Duration limit, Duration timeout, long seed) {

	/** How users behave. */
	public enum Model {

		/**
		 * Closed: a user keeps a connection of its own and asks again as soon as there is
		 * an answer, so that a slow service is asked less.
		 */
		LOOP,

		/**
		 * Open: each user opens a connection, asks once, and leaves, however slow the
		 * service is.
		 */
		ONCE

	}

	/**
	 * A part of the load.
	 *
	 * @param users for {@link Model#LOOP} how many there are at the end of the growth;
	 * for {@link Model#ONCE} how many come during the growth
	 * @param growth how long it takes until they are there, evenly; zero for all at the
	 * same instant
	 * @param hold how long it goes on like that; for {@link Model#ONCE} nobody comes in
	 * that time
	 */
	public record Stage(int users, Duration growth, Duration hold) {
	}

	/**
	 * Something to ask for.
	 *
	 * @param name what its requests are called in results
	 * @param paths with their queries, such as {@code /api/v1/genres}; at least one
	 * @param headers of each request, by name, besides {@code Host} and {@code Accept}
	 * @param puts how many {@code PUT} requests of it there are in a second, evenly and
	 * however slow the service is, by users of their own; zero for {@code GET} by the
	 * users of the stages
	 */
	public record Target(String name, List<String> paths, Map<String, String> headers, int puts) {

		/**
		 * Asks for something.
		 * @param name what its requests are called in results
		 * @param paths with their queries; at least one
		 * @param headers of each request, by name
		 */
		public Target(String name, List<String> paths, Map<String, String> headers) {
			this(name, paths, headers, 0);
		}

		/**
		 * Asks as a browser does, which takes gzip.
		 * @param name what its requests are called in results
		 * @param paths with their queries; at least one
		 */
		public Target(String name, List<String> paths) {
			this(name, paths, Map.of("Accept-Encoding", "gzip"));
		}

	}

	/**
	 * Tells how long all stages take.
	 * @return the sum
	 */
	public Duration duration() {
		return this.stages.stream()
			.map((stage) -> stage.growth().plus(stage.hold()))
			.reduce(Duration.ZERO, Duration::plus);
	}

}
