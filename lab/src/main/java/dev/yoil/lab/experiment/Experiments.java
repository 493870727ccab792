package dev.yoil.lab.experiment;

import java.util.List;

/**
 * All experiments, in the order in which they are listed.
 */
public final class Experiments {

	private Experiments() {
	}

	/**
	 * Returns the experiments that put load on the service.
	 * @return never empty
	 */
	public static List<Experiment> all() {
		return List.of(BeforeAfter.EXPERIMENT, Pool.EXPERIMENT, Matrix.EXPERIMENT, Spike.EXPERIMENT, Steps.EXPERIMENT,
				Bursts.EXPERIMENT, Writes.EXPERIMENT, Outage.EXPERIMENT, TwoInstances.EXPERIMENT, SharedTier.EXPERIMENT,
				Restart.EXPERIMENT, Tuning.EXPERIMENT, Forgotten.EXPERIMENT);
	}

	/**
	 * Returns the experiments with simulated instances.
	 * @return never empty
	 */
	public static List<Simulated> simulated() {
		return List.of(Scale.EXPERIMENT);
	}

}
