package dev.yoil.lab.experiment;

import java.time.Duration;

import dev.yoil.lab.result.Run;
import dev.yoil.lab.result.Second;

/**
 * Is told how far an experiment is, by more than one thread.
 */
public interface Progress {

	/**
	 * Another phase begins.
	 * @param phase which one
	 */
	void begins(Phase phase);

	/**
	 * A second of a load is over.
	 * @param phase which goes on
	 * @param second what users met in it
	 */
	void second(Phase phase, Second second);

	/**
	 * A load is over and was measured.
	 * @param phase which ends
	 * @param run what was measured
	 */
	void ran(Phase phase, Run run);

	/**
	 * What an experiment does at the moment, and how much of it is left.
	 *
	 * @param experiment its name
	 * @param round from 1
	 * @param rounds how many there are
	 * @param arm the arm's name
	 * @param part which load of the arm; empty if there is only one
	 * @param doing in a word or two
	 * @param done which share of the experiment is over, from 0 to 1
	 * @param left how long it probably still takes
	 */
	record Phase(String experiment, int round, int rounds, String arm, String part, String doing, double done,
			Duration left) {
	}

}
