package dev.yoil.lab.cluster;

import java.time.Duration;

/**
 * The size of a simulated cluster and its load.
 *
 * @param instances at least two
 * @param payload whether notifications carry the changed versions; otherwise each makes
 * its receivers read the table
 * @param changes transactions per second of all instances together
 * @param warmUp time before the measurement
 * @param duration time of the measurement
 */
public record ClusterLevel(int instances, boolean payload, int changes, Duration warmUp, Duration duration) {
}
