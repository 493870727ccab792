/**
 * The load generator.
 */
@NullMarked
package dev.yoil.lab.load;

import org.jspecify.annotations.NullMarked;
