package dev.yoil.lab.experiment;

import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;

import dev.yoil.lab.cluster.ClusterLevel;
import dev.yoil.lab.cluster.ClusterMeasurement;
import dev.yoil.lab.result.Answer;
import dev.yoil.lab.service.Database;

/**
 * An experiment with simulated instances, which starts a database and no service.
 *
 * @param name lower-case letters and hyphens, as on the command line
 * @param question one sentence
 * @param model the load model, in one sentence
 * @param levels returns the levels to measure; its argument is true for a full run
 * @param measuring measures a level on an empty database
 * @param answering returns the answer of the measured levels, of which some may be
 * missing
 */
public record Simulated(String name, String question, String model, Function<Boolean, List<ClusterLevel>> levels,
		BiFunction<ClusterLevel, Database, ClusterMeasurement> measuring,
		Function<List<ClusterMeasurement>, Answer> answering) {
}
