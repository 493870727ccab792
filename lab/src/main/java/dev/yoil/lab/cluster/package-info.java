/**
 * Simulated instances of a cluster, which do on a real PostgreSQL what instances of the
 * service do there.
 */
@NullMarked
package dev.yoil.lab.cluster;

import org.jspecify.annotations.NullMarked;
