/**
 * Reports of results, for people and for programs.
 */
@NullMarked
package dev.yoil.lab.report;

import org.jspecify.annotations.NullMarked;
