package dev.yoil.lab.service;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

import com.sun.management.OperatingSystemMXBean;
import dev.yoil.lab.result.Machine;

/**
 * What is known of this machine, its JVM, and a checkout.
 */
final class MachineFacts {

	private static final long MEBIBYTE = 1024 * 1024;

	private MachineFacts() {
	}

	/**
	 * Finds it out.
	 * @param root of the checkout
	 * @param generator the load generator with its version
	 */
	static Machine of(Path root, String generator) {
		String processor = LinuxFacts.processor(LinuxFacts.read("/proc/cpuinfo")).orElse(property("os.arch"));
		long memory = LinuxFacts.memory(LinuxFacts.read("/proc/meminfo")).orElseGet(MachineFacts::memory);
		String kernel = property("os.name") + " " + property("os.version");
		String system = LinuxFacts.system(LinuxFacts.read("/etc/os-release"))
			.map((name) -> name + ", " + kernel)
			.orElse(kernel);
		String jvm = property("java.vendor") + " " + property("java.runtime.version");
		return new Machine(processor, Runtime.getRuntime().availableProcessors(), memory, system, jvm, commit(root),
				generator);
	}

	private static long memory() {
		return (ManagementFactory.getOperatingSystemMXBean() instanceof OperatingSystemMXBean system)
				? system.getTotalMemorySize() / MEBIBYTE : 0;
	}

	private static String property(String name) {
		return System.getProperty(name, "unknown");
	}

	/**
	 * Tells which commit a folder has checked out.
	 * @return with {@code -dirty} if files were changed; {@code unknown} without git
	 */
	static String commit(Path root) {
		return git(root, "rev-parse", "--short", "HEAD").map(String::trim)
			.filter((commit) -> !commit.isEmpty())
			.map((commit) -> git(root, "status", "--porcelain").filter((changes) -> !changes.isBlank())
				.map((changes) -> commit + "-dirty")
				.orElse(commit))
			.orElse("unknown");
	}

	private static Optional<String> git(Path root, String... arguments) {
		String[] command = new String[arguments.length + 1];
		command[0] = "git";
		System.arraycopy(arguments, 0, command, 1, arguments.length);
		try {
			Process git = new ProcessBuilder(command).directory(root.toFile())
				.redirectError(ProcessBuilder.Redirect.DISCARD)
				.start();
			git.getOutputStream().close();
			String output = new String(git.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
			return (git.waitFor(5, TimeUnit.SECONDS) && git.exitValue() == 0) ? Optional.of(output) : Optional.empty();
		}
		catch (IOException ex) {
			return Optional.empty();
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			return Optional.empty();
		}
	}

}
