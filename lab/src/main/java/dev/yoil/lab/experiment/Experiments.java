package dev.yoil.lab.experiment;

import java.util.List;

/**
 * All experiments, in the order in which they are shown.
 */
public final class Experiments {

	private Experiments() {
	}

	/**
	 * Returns those that put load on the service.
	 * @return never empty
	 */
	public static List<Experiment> all() {
		return List.of(new BeforeAfter(), new Pool(), new Matrix(), new Spike(), new Steps(), new Bursts(), new Hits(),
				new Growth(), new Stampede(), new InvalidationStorm(), new Writes(), new Outage(), new TwoInstances(),
				new SharedTier());
	}

	/**
	 * Returns those that show what was measured elsewhere; they come after the others.
	 * @return never empty
	 */
	public static List<Tabled> tabled() {
		return List.of(new CacheOperations());
	}

}
