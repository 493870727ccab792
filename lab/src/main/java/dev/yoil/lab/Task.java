package dev.yoil.lab;

import java.util.function.Function;

import dev.yoil.lab.experiment.Outcome;
import dev.yoil.lab.experiment.Runner;

/**
 * Something that was asked for on the command line.
 *
 * @param name of the experiment
 * @param work does it
 */
record Task(String name, Function<Runner, Outcome> work) {
}
