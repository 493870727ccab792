/**
 * The command line of the lab, its progress and its results on the terminal.
 */
@NullMarked
package dev.yoil.lab;

import org.jspecify.annotations.NullMarked;
