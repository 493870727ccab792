package dev.yoil.lab.experiment;

import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;

import dev.yoil.lab.result.Answer;
import dev.yoil.lab.result.Run;

/**
 * A load experiment: the loads to run, and the answer that the runs give.
 *
 * @param name lower-case letters and hyphens, as on the command line
 * @param question one sentence
 * @param planning returns the plan; its argument is true for the loads as published,
 * false for a quick run of at most two minutes
 * @param answering returns the answer of a plan's runs, of which some may be missing
 */
public record Experiment(String name, String question, Function<Boolean, Plan> planning,
		BiFunction<Plan, List<Run>, Answer> answering) {

	Plan plan(boolean full) {
		return this.planning.apply(full);
	}

	Answer answer(Plan plan, List<Run> runs) {
		return this.answering.apply(plan, runs);
	}

}
