/**
 * What an experiment found, as data.
 */
@NullMarked
package dev.yoil.lab.result;

import org.jspecify.annotations.NullMarked;
