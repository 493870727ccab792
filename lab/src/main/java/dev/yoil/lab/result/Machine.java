package dev.yoil.lab.result;

/**
 * The machine of an experiment.
 *
 * @param processor name of the CPU
 * @param processors number of CPUs
 * @param memory in mebibytes
 * @param system operating system with its version
 * @param jvm of the service, with its version
 * @param commit of the checkout, with {@code -dirty} for local changes; {@code unknown}
 * without git
 * @param generator load generator with its version
 */
public record Machine(String processor, int processors, long memory, String system, String jvm, String commit,
		String generator) {
}
