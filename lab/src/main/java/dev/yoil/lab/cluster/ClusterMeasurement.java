package dev.yoil.lab.cluster;

/**
 * The measurement of a simulated cluster. Rates are per second. CPUs are CPU seconds per
 * second.
 *
 * @param level what was measured
 * @param database version of the database
 * @param databaseCpus used by all processes of the database
 * @param simulatorCpus used by the simulator
 * @param otherCpus used by other programs
 * @param busy share of all CPUs in use; from 0 to 1
 * @param loop share of the time in which the thread of the listeners was busy; 1 at most
 * @param median milliseconds from a commit until all other instances have applied it
 * @param p99 99th percentile of the same
 * @param applied changes that all other instances applied
 * @param missing changes that an instance had not applied two seconds after the end
 * @param changes committed changes
 * @param statements executed statements
 * @param reads reads of the whole table
 * @param received notifications that instances received
 * @param bytes sent by the database to the listeners
 * @param connections open connections
 */
public record ClusterMeasurement(ClusterLevel level, String database, double databaseCpus, double simulatorCpus,
		double otherCpus, double busy, double loop, double median, double p99, long applied, long missing,
		double changes, double statements, double reads, double received, double bytes, int connections) {
}
