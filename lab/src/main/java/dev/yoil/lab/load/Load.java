package dev.yoil.lab.load;

import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * A load on the service. Immutable.
 *
 * @param model behaviour of the users
 * @param stages at least one
 * @param targets each request is for a random path of a random target; at least one that
 * is not put
 * @param limit a slower answer is an error
 * @param timeout a request without an answer is given up after it, and is an error
 * @param seed of the random choices: the same load sends the same requests
 */
public record Load(Model model, List<Stage> stages, List<Target> targets, Duration limit, Duration timeout, long seed) {

	/** Behaviours of users. */
	public enum Model {

		/**
		 * Closed: a user keeps a connection and sends the next request after each answer.
		 */
		LOOP,

		/**
		 * Open: users arrive at a constant rate that does not depend on the service. Each
		 * opens a connection, sends one request and leaves. Latency runs from the
		 * intended arrival, which avoids coordinated omission (Gil Tene, "How NOT to
		 * Measure Latency").
		 */
		ONCE

	}

	/**
	 * A part of the load.
	 *
	 * @param users number at the end of the growth if {@link Model#LOOP}; number that
	 * arrives during the growth if {@link Model#ONCE}
	 * @param growth time in which they arrive, evenly; zero for the same instant
	 * @param hold time after the growth without arrivals
	 */
	public record Stage(int users, Duration growth, Duration hold) {
	}

	/**
	 * A target of requests.
	 *
	 * @param name in results
	 * @param paths with queries, such as {@code /api/v1/genres}; at least one
	 * @param headers besides {@code Host} and {@code Accept}
	 * @param puts constant rate of {@code PUT} requests per second, by users of their
	 * own; zero for {@code GET} requests by the users of the stages
	 */
	public record Target(String name, List<String> paths, Map<String, String> headers, int puts) {

		/**
		 * Creates a target of GET requests that accept gzip.
		 * @param name in results
		 * @param paths with queries; at least one
		 */
		public Target(String name, List<String> paths) {
			this(name, paths, Map.of("Accept-Encoding", "gzip"), 0);
		}

	}

	/**
	 * Returns the duration of all stages.
	 * @return the sum
	 */
	public Duration duration() {
		return this.stages.stream()
			.map((stage) -> stage.growth().plus(stage.hold()))
			.reduce(Duration.ZERO, Duration::plus);
	}

}
