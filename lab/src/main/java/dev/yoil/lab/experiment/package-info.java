/**
 * The experiments, and how they are run: arms in turn, several rounds.
 */
@NullMarked
package dev.yoil.lab.experiment;

import org.jspecify.annotations.NullMarked;
