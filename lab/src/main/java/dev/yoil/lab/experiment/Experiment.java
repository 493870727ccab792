package dev.yoil.lab.experiment;

import java.util.List;

import dev.yoil.lab.result.Answer;
import dev.yoil.lab.result.Run;

/**
 * An experiment: what to compare, and what to make of it. Stateless.
 */
public interface Experiment {

	/**
	 * Returns what it is called on the command line.
	 * @return lower-case letters and hyphens
	 */
	String name();

	/**
	 * Returns what it asks.
	 * @return one sentence that ends with a question mark
	 */
	String question();

	/**
	 * Says what to run.
	 * @param full as it was published; else in about two minutes
	 * @return the plan
	 */
	Plan plan(boolean full);

	/**
	 * Says what came out.
	 * @param plan what was to be run
	 * @param runs all that were made, in their order; never empty, but perhaps not all
	 * @return the answer
	 */
	Answer answer(Plan plan, List<Run> runs);

}
