package dev.yoil.lab.experiment;

import java.time.Duration;
import java.util.List;

import dev.yoil.lab.load.Load;
import dev.yoil.lab.result.Arm;
import dev.yoil.lab.service.ServiceSettings;
import org.jspecify.annotations.Nullable;

/**
 * What an experiment runs: in each round all cells, in an order that is turned round from
 * round to round; for each cell a new service is started, and its parts follow each
 * other.
 *
 * @param rounds at least one
 * @param cells at least one; each has an arm of its own
 * @param model in one sentence, what the load model is
 */
public record Plan(int rounds, List<Cell> cells, String model) {

	/**
	 * An arm with its settings and its loads.
	 *
	 * @param arm what is compared
	 * @param settings of the service
	 * @param parts its loads, one after the other; at least one
	 */
	public record Cell(Arm arm, ServiceSettings settings, List<Part> parts) {
	}

	/**
	 * A load.
	 *
	 * @param name which one; empty if it is the only one of its cell
	 * @param warmUp a load before it, of which nothing is kept; null for none
	 * @param cold whether all caches are emptied before the load
	 * @param load what is measured
	 * @param actions what is done meanwhile
	 */
	public record Part(String name, @Nullable Load warmUp, boolean cold, Load load, List<Action> actions) {
	}

	/**
	 * Something that is done during a load.
	 *
	 * @param at when, from the beginning of the load
	 * @param kind what
	 */
	public record Action(Duration at, Kind kind) {

		/** What can be done. */
		public enum Kind {

			/** All caches are emptied. */
			CLEAR_CACHES,

			/** The database stops. */
			STOP_DATABASE,

			/** The database goes on. */
			RESUME_DATABASE,

			/** The Redis of the service stops; nothing if it has none. */
			STOP_REDIS,

			/** Redis goes on. */
			RESUME_REDIS,

			/** Something that readers see is changed. */
			CHANGE,

			/** One of several instances is restarted. */
			RESTART_INSTANCE

		}

	}

}
