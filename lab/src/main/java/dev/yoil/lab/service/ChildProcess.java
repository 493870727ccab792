package dev.yoil.lab.service;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Path;
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
 * A process that was started here, and its log. Thread-safe.
 */
final class ChildProcess {

	/** What would change a service without anybody having said so. */
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

	/**
	 * Starts a process.
	 * @param command with its arguments
	 * @param environment what it has besides ours
	 * @param folder where it runs
	 * @param log where its output goes
	 */
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
					+ "; run the lab with a whole JDK, 17 or later", ex);
		}
	}

	long pid() {
		return this.process.pid();
	}

	boolean isAlive() {
		return this.process.isAlive();
	}

	/**
	 * Tells how it ended.
	 * @return its status, and why; null while it runs, or if it was ended here
	 */
	@Nullable String died() {
		if (this.process.isAlive() || this.ending) {
			return null;
		}
		return "status " + this.process.exitValue() + ": " + ServiceLog.reason(this.log);
	}

	/**
	 * Returns the line of its log that tells most.
	 */
	String lastWords() {
		return ServiceLog.reason(this.log);
	}

	/**
	 * Waits until it listens on a port of the loopback interface.
	 * @return false if it ended before, or does not in time
	 */
	boolean awaitListening(int port) {
		return Patience.ask(() -> state(port), Duration.ofMillis(50), LISTENING).orElse(false);
	}

	private Optional<Boolean> state(int port) {
		if (!isAlive()) {
			return Optional.of(false);
		}
		try (Socket socket = new Socket()) {
			socket.connect(new InetSocketAddress(InetAddress.getByAddress(new byte[] { 127, 0, 0, 1 }), port), 500);
			return Optional.of(true);
		}
		catch (IOException ex) {
			return Optional.empty();
		}
	}

	/**
	 * Sends a signal to processes.
	 * @param name such as {@code -STOP}
	 * @return false if this system has none, or one of the processes has ended
	 */
	static boolean signal(String name, Stream<ProcessHandle> processes) {
		// Part of every shell; as a program it is missing on small systems.
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

	/**
	 * Sends it a signal.
	 * @param name such as {@code -STOP}
	 * @return false if this system has none, or it has ended
	 */
	boolean signal(String name) {
		return signal(name, Stream.of(this.process.toHandle()));
	}

	/**
	 * Tells how much time of processors it has used, in seconds.
	 * @return empty if that is not known, or it has ended
	 */
	OptionalDouble cpu() {
		return cpu(this.process.toHandle());
	}

	/**
	 * Tells the same of it and the processes that it has started and that still run.
	 */
	OptionalDouble cpuOfAll() {
		return cpuOfAll(this.process.toHandle());
	}

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

	/**
	 * Ends it: kindly, and by force if it does not obey.
	 * @param patience how long it may take to obey
	 * @return whether it obeyed
	 */
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

	/**
	 * Waits until it has ended by itself, and ends it by force if it does not.
	 * @param patience how long it may take
	 * @return whether it ended by itself, and well
	 */
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
					// No child is left behind because somebody is in a hurry.
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
