package dev.yoil.lab.experiment;

import java.time.Duration;

import dev.yoil.lab.result.Run;
import dev.yoil.lab.result.Second;

/**
 * A listener on the progress of an experiment. Implementations are thread-safe.
 */
public interface Progress {

	/**
	 * Reports the begin of a phase.
	 * @param phase the phase
	 */
	void begins(Phase phase);

	/**
	 * Reports a second of a load.
	 * @param phase the phase of the load
	 * @param second the second that ended
	 */
	void second(Phase phase, Second second);

	/**
	 * Reports a measured load.
	 * @param phase the phase of the load
	 * @param run its measurements
	 */
	void ran(Phase phase, Run run);

	/**
	 * A phase of an experiment.
	 *
	 * @param experiment its name
	 * @param round from 1
	 * @param rounds how many there are
	 * @param arm the arm's name
	 * @param part the part of the arm; empty if it has only one
	 * @param doing a word or two, such as {@code warm-up}
	 * @param done share of the experiment, from 0 to 1
	 * @param left estimated time to the end
	 */
	record Phase(String experiment, int round, int rounds, String arm, String part, String doing, double done,
			Duration left) {
	}

}
