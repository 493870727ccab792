/**
 * The command line: which experiment to run, how far it is, and how it ended.
 */
@NullMarked
package dev.yoil.lab;

import org.jspecify.annotations.NullMarked;
