package dev.yoil.lab.result;

/**
 * Where an experiment was run.
 *
 * @param processor its name
 * @param processors how many
 * @param memory in mebibytes
 * @param system the operating system with its version
 * @param jvm of the service, with its version
 * @param commit of the checkout, with {@code -dirty} if it was changed; {@code unknown}
 * without one
 * @param generator the load generator with its version
 */
public record Machine(String processor, int processors, long memory, String system, String jvm, String commit,
		String generator) {
}
