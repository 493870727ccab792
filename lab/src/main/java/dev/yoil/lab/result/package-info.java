/**
 * Results of experiments, as data.
 */
@NullMarked
package dev.yoil.lab.result;

import org.jspecify.annotations.NullMarked;
