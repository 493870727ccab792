package dev.yoil.lab;

import java.util.function.BiFunction;
import java.util.function.Consumer;

import dev.yoil.lab.experiment.Outcome;
import dev.yoil.lab.experiment.Runner;
import dev.yoil.lab.result.Result;

/**
 * Something that was asked for on the command line.
 *
 * @param name of the experiment
 * @param work does it, and tells what was measured until then
 */
record Task(String name, BiFunction<Runner, Consumer<Result>, Outcome> work) {
}
