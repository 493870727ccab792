/**
 * Wires representations into Spring Boot.
 */
@NullMarked
package dev.yoil.representation.boot;

import org.jspecify.annotations.NullMarked;
