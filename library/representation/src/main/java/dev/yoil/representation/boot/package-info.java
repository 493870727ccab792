/**
 * Timing of requests, also of those that a filter answers.
 */
@NullMarked
package dev.yoil.representation.boot;

import org.jspecify.annotations.NullMarked;
