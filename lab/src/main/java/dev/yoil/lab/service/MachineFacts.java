package dev.yoil.lab.service;

import java.io.File;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.TimeUnit;

import com.sun.management.OperatingSystemMXBean;
import dev.yoil.lab.result.Machine;

/**
 * Facts of this machine, its JVM and a checkout. Facts of Linux are empty on other
 * systems.
 */
final class MachineFacts {

	private static final long MEBIBYTE = 1024 * 1024;

	private static final double NANOS = 1e9;

	private MachineFacts() {
	}

	static Machine of(Path root, String generator) {
		String kernel = property("os.name") + " " + property("os.version");
		String system = valueOf("PRETTY_NAME", "=", read("/etc/os-release"))
			.map((name) -> name.replaceAll("^[\"']|[\"']$", "") + ", " + kernel)
			.orElse(kernel);
		return new Machine(valueOf("model name", ":", read("/proc/cpuinfo")).orElse(property("os.arch")),
				Runtime.getRuntime().availableProcessors(), memory(), system,
				property("java.vendor") + " " + property("java.runtime.version"), commit(root), generator);
	}

	private static long memory() {
		return (ManagementFactory.getOperatingSystemMXBean() instanceof OperatingSystemMXBean system)
				? system.getTotalMemorySize() / MEBIBYTE : 0;
	}

	private static String property(String name) {
		return System.getProperty(name, "unknown");
	}

	/** Returns the commit, with {@code -dirty} for local changes; unknown without git. */
	static String commit(Path root) {
		return git(root, "rev-parse", "--short", "HEAD").map(String::trim)
			.filter((commit) -> !commit.isEmpty())
			.map((commit) -> git(root, "status", "--porcelain").filter((changes) -> !changes.isBlank())
				.map((changes) -> commit + "-dirty")
				.orElse(commit))
			.orElse("unknown");
	}

	private static Optional<String> git(Path root, String command, String... arguments) {
		List<String> all = new ArrayList<>(List.of("git", command));
		all.addAll(List.of(arguments));
		try {
			Process git = new ProcessBuilder(all).directory(root.toFile())
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

	/** Returns the text of a file; empty if there is none. */
	static String read(String file) {
		try {
			return Files.readString(Path.of(file));
		}
		catch (IOException ex) {
			return "";
		}
	}

	static Optional<String> valueOf(String name, String separator, String text) {
		return text.lines()
			.map((line) -> line.split(separator, 2))
			.filter((parts) -> parts.length == 2 && parts[0].trim().equals(name))
			.map((parts) -> parts[1].trim())
			.filter((value) -> !value.isEmpty())
			.findFirst();
	}

	/** Returns the dropped connections of {@code /proc/net/netstat}, since the boot. */
	static OptionalDouble drops(String netstat) {
		List<String[]> lines = netstat.lines()
			.filter((line) -> line.startsWith("TcpExt:"))
			.map((line) -> line.split("\\s+", -1))
			.toList();
		if (lines.size() != 2) {
			return OptionalDouble.empty();
		}
		int column = Arrays.asList(lines.get(0)).indexOf("ListenDrops");
		return (column > 0 && column < lines.get(1).length)
				? OptionalDouble.of(Double.parseDouble(lines.get(1)[column])) : OptionalDouble.empty();
	}

	/** Returns the CPU seconds of each thread of a process, by its id. */
	static Map<Long, Double> threads(long pid) {
		String folder = "/proc/" + pid + "/task";
		Map<Long, Double> threads = new HashMap<>();
		for (String thread : Objects.requireNonNullElse(new File(folder).list(), new String[0])) {
			String nanos = read(folder + "/" + thread + "/schedstat").split(" ", 2)[0];
			// Empty if the thread has just ended.
			if (!nanos.isBlank()) {
				threads.put(Long.valueOf(thread), Long.parseLong(nanos) / NANOS);
			}
		}
		return threads;
	}

}
