/**
 * Endurance: the service with readers and writers under faults, judged by one checker.
 */
@NullMarked
package dev.yoil.lab.soak;

import org.jspecify.annotations.NullMarked;
