/**
 * The experiments, and their runs: all arms in turn, in several rounds.
 */
@NullMarked
package dev.yoil.lab.experiment;

import org.jspecify.annotations.NullMarked;
