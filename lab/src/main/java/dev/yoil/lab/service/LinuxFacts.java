package dev.yoil.lab.service;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What files of Linux say. All of it is empty on other systems.
 */
final class LinuxFacts {

	private static final long KIBIBYTES = 1024;

	private static final double NANOS = 1e9;

	private LinuxFacts() {
	}

	/**
	 * Reads a file.
	 * @return empty if there is none
	 */
	static String read(String file) {
		try {
			return Files.readString(Path.of(file));
		}
		catch (IOException ex) {
			return "";
		}
	}

	/**
	 * Finds the name of the processor in {@code /proc/cpuinfo}.
	 */
	static Optional<String> processor(String cpuinfo) {
		return valueOf("model name", ":", cpuinfo);
	}

	/**
	 * Finds the memory in {@code /proc/meminfo}, in mebibytes.
	 */
	static OptionalLong memory(String meminfo) {
		Optional<String> total = valueOf("MemTotal", ":", meminfo);
		return total.map((value) -> number(value.replace("kB", "").trim(), KIBIBYTES)).orElse(OptionalLong.empty());
	}

	/**
	 * Finds the name of the system in {@code /etc/os-release}.
	 */
	static Optional<String> system(String release) {
		return valueOf("PRETTY_NAME", "=", release).map((name) -> name.replaceAll("^[\"']|[\"']$", ""));
	}

	/**
	 * Finds how many connections were dropped since the system started because nobody
	 * accepted them in time, in {@code /proc/net/netstat}: overflows of queues are among
	 * them.
	 */
	static OptionalLong drops(String netstat) {
		List<String[]> lines = netstat.lines()
			.filter((line) -> line.startsWith("TcpExt:"))
			.map((line) -> line.split("\\s+", -1))
			.toList();
		if (lines.size() != 2) {
			return OptionalLong.empty();
		}
		int column = Arrays.asList(lines.get(0)).indexOf("ListenDrops");
		return (column > 0 && column < lines.get(1).length) ? number(lines.get(1)[column], 1) : OptionalLong.empty();
	}

	/**
	 * Finds how much time of processors each thread of a process has used.
	 * @return seconds by the number of the thread, which none of another process has
	 */
	static Map<Long, Double> threads(long pid) {
		String folder = "/proc/" + pid + "/task";
		Map<Long, Double> threads = new HashMap<>();
		for (String thread : Objects.requireNonNullElse(new File(folder).list(), new String[0])) {
			// One that has just ended has none.
			number(read(folder + "/" + thread + "/schedstat").split(" ", 2)[0], 1)
				.ifPresent((nanos) -> threads.put(Long.valueOf(thread), nanos / NANOS));
		}
		return threads;
	}

	private static Optional<String> valueOf(String name, String separator, String text) {
		return text.lines()
			.map((line) -> line.split(separator, 2))
			.filter((parts) -> parts.length == 2 && parts[0].trim().equals(name))
			.map((parts) -> parts[1].trim())
			.filter((value) -> !value.isEmpty())
			.findFirst();
	}

	private static OptionalLong number(String text, long divisor) {
		try {
			return OptionalLong.of(Long.parseLong(text) / divisor);
		}
		catch (NumberFormatException ex) {
			return OptionalLong.empty();
		}
	}

}
