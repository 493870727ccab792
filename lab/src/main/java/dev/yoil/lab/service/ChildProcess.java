package dev.yoil.lab.service;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

import dev.yoil.lab.LabException;
import org.jspecify.annotations.Nullable;

/**
 * A child process and its log. Thread-safe.
 */
final class ChildProcess {

	/** Environment variables that would change a service. */
	private static final List<String> NOT_INHERITED = List.of("SPRING_", "SERVER_", "MANAGEMENT_", "LOGGING_", "YOIL_",
			"JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS");

	private static final double NANOS = 1e9;

	private static final Duration LISTENING = Duration.ofSeconds(10);

	private final Process process;

	private final Path log;

	private volatile boolean ending;

	private ChildProcess(Process process, Path log) {
		this.process = process;
		this.log = log;
	}

	static ChildProcess start(List<String> command, Map<String, String> environment, Path folder, Path log) {
		ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile())
			.redirectErrorStream(true)
			.redirectOutput(log.toFile());
		builder.environment().keySet().removeIf((name) -> NOT_INHERITED.stream().anyMatch(name::startsWith));
		builder.environment().putAll(environment);
		try {
			Process process = builder.start();
			process.getOutputStream().close();
			return new ChildProcess(process, log);
		}
		catch (IOException ex) {
			throw new LabException("Cannot start " + command.get(0) + ": " + ServiceLog.oneLine(ex.toString())
					+ "; check that it is installed", ex);
		}
	}

	long pid() {
		return this.process.pid();
	}

	ProcessHandle handle() {
		return this.process.toHandle();
	}

	Path log() {
		return this.log;
	}

	/** Copies its log. */
	void keepLog(Path to) {
		try {
			Files.copy(this.log, to, StandardCopyOption.REPLACE_EXISTING);
		}
		catch (IOException ex) {
			throw Folders.cannot("copy " + this.log + " to " + to, ex);
		}
	}

	boolean isAlive() {
		return this.process.isAlive();
	}

	/** Returns why it ended by itself; null while it runs, or if the lab ended it. */
	@Nullable String died() {
		if (this.process.isAlive() || this.ending) {
			return null;
		}
		return "status " + this.process.exitValue() + ": " + ServiceLog.reason(this.log);
	}

	String lastWords() {
		return ServiceLog.reason(this.log);
	}

	/** Waits until it listens on a loopback port; false if it ends or takes too long. */
	boolean awaitListening(int port) {
		return Polling.poll(() -> isListening(port), Duration.ofMillis(50), LISTENING).orElse(false);
	}

	private Optional<Boolean> isListening(int port) {
		if (!isAlive()) {
			return Optional.of(false);
		}
		try (Socket socket = new Socket()) {
			socket.connect(new InetSocketAddress(InetAddress.getByAddress(Ports.LOOPBACK), port), 500);
			return Optional.of(true);
		}
		catch (IOException ex) {
			return Optional.empty();
		}
	}

	/** Sends a signal, such as {@code -STOP}; false if a process has ended. */
	static boolean signal(String name, Stream<ProcessHandle> processes) {
		// A builtin of every shell; small systems have no such program.
		List<String> command = new ArrayList<>(List.of("sh", "-c", "kill \"$@\"", "sh", name));
		processes.forEach((process) -> command.add(String.valueOf(process.pid())));
		try {
			Process kill = new ProcessBuilder(command).redirectErrorStream(true)
				.redirectOutput(ProcessBuilder.Redirect.DISCARD)
				.start();
			return kill.waitFor(5, TimeUnit.SECONDS) && kill.exitValue() == 0;
		}
		catch (IOException ex) {
			return false;
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			return false;
		}
	}

	boolean signal(String name) {
		return signal(name, Stream.of(handle()));
	}

	/** Returns the CPU seconds it used; empty if unknown. */
	OptionalDouble cpu() {
		return cpu(handle());
	}

	/** Returns the CPU seconds of a process and its running descendants. */
	static OptionalDouble cpuOfAll(ProcessHandle process) {
		double[] known = Stream.concat(Stream.of(process), process.descendants())
			.map(ChildProcess::cpu)
			.flatMapToDouble(OptionalDouble::stream)
			.toArray();
		return (known.length > 0) ? OptionalDouble.of(DoubleStream.of(known).sum()) : OptionalDouble.empty();
	}

	static OptionalDouble cpu(ProcessHandle process) {
		return process.info()
			.totalCpuDuration()
			.map((time) -> OptionalDouble.of(time.toNanos() / NANOS))
			.orElse(OptionalDouble.empty());
	}

	/** Ends it, by force after some time; returns whether no force was needed. */
	boolean end(Duration patience) {
		this.ending = this.ending || this.process.isAlive();
		this.process.destroy();
		boolean obeyed = endsWithin(patience);
		if (!obeyed) {
			this.process.descendants().forEach(ProcessHandle::destroyForcibly);
			this.process.destroyForcibly();
			endsWithin(patience);
		}
		return obeyed;
	}

	/** Ends it without a chance to do anything more, and waits for its end. */
	void kill(Duration patience) {
		this.ending = true;
		this.process.destroyForcibly();
		endsWithin(patience);
	}

	/** Waits for its end; returns whether it ended in time with status 0. */
	boolean finish(Duration patience) {
		if (!endsWithin(patience)) {
			end(Duration.ZERO);
			return false;
		}
		return this.process.exitValue() == 0;
	}

	private boolean endsWithin(Duration patience) {
		boolean interrupted = false;
		long end = System.nanoTime() + patience.toNanos();
		try {
			while (true) {
				try {
					this.process.onExit().get(Math.max(0, end - System.nanoTime()), TimeUnit.NANOSECONDS);
					return true;
				}
				catch (InterruptedException ex) {
					// An interrupt must not leave the child running.
					interrupted = true;
				}
				catch (ExecutionException | TimeoutException ex) {
					return !this.process.isAlive();
				}
			}
		}
		finally {
			if (interrupted) {
				Thread.currentThread().interrupt();
			}
		}
	}

}
