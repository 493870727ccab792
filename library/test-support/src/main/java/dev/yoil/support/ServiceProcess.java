package dev.yoil.support;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * An application in its own process, so that tests can kill and suspend it.
 */
public final class ServiceProcess implements AutoCloseable {

	private static final Pattern STARTED = Pattern.compile("Tomcat started on port (\\d+)");

	private static final String END = "";

	private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();

	private final List<String> log = new ArrayList<>();

	private final Process process;

	/**
	 * Starts an application.
	 * @param application whose {@code main} is called, with Tomcat in it
	 * @param folder the working directory
	 * @param arguments what it is started with
	 */
	public ServiceProcess(Class<?> application, Path folder, List<String> arguments) throws IOException {
		// Each start costs seconds of CPU time, a seventh of them for verifying classes.
		List<String> command = new ArrayList<>(
				List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-XX:TieredStopAtLevel=1",
						"-XX:+UseSerialGC", "-XX:MetaspaceSize=256m", "-XX:+UnlockDiagnosticVMOptions",
						"-XX:-BytecodeVerificationRemote", "-cp", System.getProperty("java.class.path"),
						application.getName()));
		command.addAll(arguments);
		this.process = new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true).start();
		Thread reader = new Thread(this::read, "log of " + this.process.pid());
		reader.setDaemon(true);
		reader.start();
	}

	private void read() {
		try (BufferedReader output = this.process.inputReader()) {
			output.lines().filter((line) -> !line.isEmpty()).forEach(this.lines::add);
		}
		catch (IOException | UncheckedIOException ex) {
			this.lines.add(ex.toString());
		}
		this.lines.add(END);
	}

	/**
	 * Waits until it listens.
	 * @return the port
	 */
	public int port() throws InterruptedException {
		return Integer.parseInt(await(STARTED).group(1));
	}

	/**
	 * Waits for a line of its log.
	 * @param pattern what is found in the line
	 * @throws AssertionError if it ends before, with what it logged
	 */
	public Matcher await(Pattern pattern) throws InterruptedException {
		while (true) {
			String line = this.lines.poll(1, TimeUnit.MINUTES);
			if (line == null || line.equals(END)) {
				throw new AssertionError("The service %s before it logged '%s':%n%s".formatted(
						(line == null) ? "did nothing for a minute" : "ended", pattern,
						this.log.stream().collect(Collectors.joining("\n"))));
			}
			this.log.add(line);
			Matcher matcher = pattern.matcher(line);
			if (matcher.find()) {
				return matcher;
			}
		}
	}

	/**
	 * Ends it with SIGKILL, on systems that have signals, and waits until it is gone.
	 */
	public void kill() throws InterruptedException {
		assertThat(this.process.isAlive()).isTrue();
		this.process.destroyForcibly().waitFor();
	}

	/**
	 * Suspends or resumes the process, on systems with signals.
	 */
	public void standStill(boolean still) throws IOException, InterruptedException {
		new ProcessBuilder("kill", still ? "-STOP" : "-CONT", String.valueOf(this.process.pid())).start().waitFor();
	}

	/**
	 * Ends it as an operator does, and waits until it is gone.
	 */
	public void stop() throws InterruptedException {
		this.process.destroy();
		this.process.waitFor();
	}

	@Override
	public void close() {
		this.process.destroyForcibly();
	}

}
