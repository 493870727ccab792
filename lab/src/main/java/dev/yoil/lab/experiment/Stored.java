package dev.yoil.lab.experiment;

import java.nio.file.Path;
import java.util.function.Function;

import dev.yoil.lab.result.Answer;

/**
 * An experiment that shows stored measurements and starts no service.
 *
 * @param name lower-case letters and hyphens, as on the command line
 * @param question one sentence
 * @param answering returns the answer; its argument is the root of the checkout
 */
public record Stored(String name, String question, Function<Path, Answer> answering) {
}
