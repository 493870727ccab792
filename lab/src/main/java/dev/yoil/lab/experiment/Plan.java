package dev.yoil.lab.experiment;

import java.time.Duration;
import java.util.List;

import dev.yoil.lab.load.Load;
import dev.yoil.lab.result.Arm;
import dev.yoil.lab.service.ServiceSettings;
import org.jspecify.annotations.Nullable;

/**
 * The loads of an experiment. Each round runs all cells, in reverse order in every second
 * round. Each cell starts a service and runs its parts one after the other.
 *
 * @param rounds at least one
 * @param cells at least one; each has an arm of its own
 * @param model the load model, in one sentence
 */
public record Plan(int rounds, List<Cell> cells, String model) {

	List<Arm> arms() {
		return this.cells.stream().map(Cell::arm).toList();
	}

	/** Returns the names of the parts, which are the same in all cells. */
	List<String> parts() {
		return this.cells.get(0).parts().stream().map(Part::name).toList();
	}

	/**
	 * An arm with its service and its loads.
	 *
	 * @param arm the compared alternative
	 * @param settings of the service
	 * @param parts at least one load
	 */
	public record Cell(Arm arm, ServiceSettings settings, List<Part> parts) {

		Duration duration() {
			Duration sum = Duration.ZERO;
			for (Part part : this.parts) {
				Load warmUp = part.warmUp();
				sum = sum.plus(part.load().duration()).plus((warmUp != null) ? warmUp.duration() : Duration.ZERO);
			}
			return sum;
		}

	}

	/**
	 * A measured load.
	 *
	 * @param name empty if it is the only one of its cell
	 * @param warmUp a load before it that is not measured; null for none
	 * @param load the measured load
	 * @param actions done during the load
	 */
	public record Part(String name, @Nullable Load warmUp, Load load, List<Action> actions) {

		/**
		 * Creates a part without actions.
		 * @param name empty if it is the only one of its cell
		 * @param warmUp a load before it that is not measured; null for none
		 * @param load the measured load
		 */
		public Part(String name, @Nullable Load warmUp, Load load) {
			this(name, warmUp, load, List.of());
		}

	}

	/**
	 * Something done during a load.
	 *
	 * @param at time since the load began
	 * @param kind the action
	 */
	public record Action(Duration at, Kind kind) {

		/**
		 * All actions. APPLY_FINDING needs a cache that is too small. STOP_REDIS does
		 * nothing without Redis. RESTART_INSTANCE takes one of several instances out of
		 * the proxy first. TERMINATE_INSTANCE and KILL_INSTANCE end a single instance
		 * during the load, and start it again. CHANGE fails if its author does not see
		 * it; CHANGE_PAGE notes whether it is seen.
		 */
		public enum Kind {

			CLEAR_CACHES, STOP_DATABASE, RESUME_DATABASE, STOP_REDIS, RESUME_REDIS, CHANGE, RESTART_INSTANCE,

			TERMINATE_INSTANCE, KILL_INSTANCE, APPLY_FINDING, CHANGE_PAGE

		}

	}

}
