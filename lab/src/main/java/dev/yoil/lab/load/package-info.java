/**
 * Load on the service, and what its users met.
 */
@NullMarked
package dev.yoil.lab.load;

import org.jspecify.annotations.NullMarked;
