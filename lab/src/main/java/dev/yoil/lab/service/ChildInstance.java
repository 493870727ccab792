package dev.yoil.lab.service;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.CompletionException;
import java.util.function.IntFunction;
import java.util.regex.Pattern;

import dev.yoil.lab.LabException;
import dev.yoil.lab.service.Launcher.Launched;
import org.jspecify.annotations.Nullable;

/**
 * A child process of a service, which faults end, suspend and start again.
 */
final class ChildInstance implements Instance {

	private static final Duration LIMIT = Duration.ofSeconds(5);

	private static final Duration TO_COMMAND = Duration.ofSeconds(20);

	private static final Pattern WARNING = Pattern.compile("^\\S+ +(WARN|ERROR) ");

	private static final Pattern ANY = Pattern.compile("");

	private final Launcher launcher;

	private final Probe probe;

	private final IntFunction<Launched> again;

	private volatile Launched launched;

	/** Bytes of the log that were read. */
	private long read;

	ChildInstance(Launcher launcher, Probe probe, Launched launched, IntFunction<Launched> again) {
		this.launcher = launcher;
		this.probe = probe;
		this.again = again;
		this.launched = launched;
	}

	@Override
	public URI address() {
		return ChildService.address(this.launched.port());
	}

	@Override
	public void kill() {
		this.probe.lose(this.launched);
		this.launcher.kill(this.launched.process());
	}

	@Override
	public boolean end() {
		this.probe.lose(this.launched);
		return this.launcher.end(this.launched.process());
	}

	@Override
	public void start() {
		Launched started = this.again.apply(this.launched.port());
		synchronized (this) {
			this.launched = started;
			this.read = 0;
		}
		this.probe.join(started);
	}

	@Override
	public void suspend() {
		this.launched.process().signal("-STOP");
	}

	@Override
	public void resume() {
		this.launched.process().signal("-CONT");
	}

	@Override
	public void limitHandles(boolean few) {
		limit("nofile", few ? "$(($(ls /proc/$1/fd | wc -l) + 5))" : null);
	}

	@Override
	public void fillDisk() {
		// A JVM that cannot write its recording ends.
		command(this.launched, output(), "JFR.stop", "name=lab");
		limit("fsize", "0");
	}

	private void limit(String resource, @Nullable String limit) {
		String most = (limit != null) ? limit
				: "$(prlimit --pid $1 --%s -o HARD --noheadings | tr -d ' ')".formatted(resource);
		List<String> command = List.of("sh", "-c", "prlimit --pid $1 --%s=%s:".formatted(resource, most), "sh",
				String.valueOf(this.launched.process().pid()));
		if (!ChildProcess.start(command, Map.of(), this.launcher.folder(), output()).finish(LIMIT)) {
			throw new IllegalStateException("files cannot be limited: no prlimit, or the process has ended");
		}
	}

	@Override
	public void setClock(Duration by) {
		URI clock = address().resolve("/lab/clock?seconds=" + by.toSeconds());
		try {
			HttpResponse<Void> answer = ManagementPort.client(LIMIT)
				.build()
				.sendAsync(HttpRequest.newBuilder(clock).timeout(LIMIT).build(), HttpResponse.BodyHandlers.discarding())
				.join();
			if (answer.statusCode() != 200) {
				throw new LabException("cannot set the clock: status " + answer.statusCode());
			}
		}
		catch (CompletionException ex) {
			throw new LabException("cannot set the clock: " + ex.getCause(), ex);
		}
	}

	@Override
	public boolean isReady() {
		return this.launched.management().isReady();
	}

	@Override
	public Map<String, Double> metrics(String... names) {
		Map<String, Double> values = new HashMap<>();
		this.launched.management().metrics(LIMIT).ifPresent((metrics) -> {
			for (String name : names) {
				metrics.sum(name, ANY).ifPresent((value) -> values.put(name, value));
			}
		});
		return values;
	}

	@Override
	public OptionalDouble liveHeap() {
		Launched present = this.launched;
		if (!command(present, output(), "GC.run")) {
			return OptionalDouble.empty();
		}
		Optional<Metrics> metrics = present.management().metrics(LIMIT);
		return metrics.isPresent() ? metrics.get().sum("jvm_gc_live_data_size_bytes", ANY) : OptionalDouble.empty();
	}

	private boolean command(Launched present, Path output, String... arguments) {
		List<String> command = new ArrayList<>(List.of(Path.of(Program.java()).resolveSibling("jcmd").toString(),
				String.valueOf(present.process().pid())));
		command.addAll(List.of(arguments));
		return ChildProcess.start(command, Map.of(), this.launcher.folder(), output).finish(TO_COMMAND);
	}

	private Path output() {
		return this.launcher.folder().resolve("jcmd-" + this.launched.port() + ".log");
	}

	@Override
	public void record() {
		command(this.launched, output(), "JFR.start", "name=lab", "maxage=5m", "maxsize=50m");
	}

	@Override
	public synchronized List<String> warnings() {
		try (RandomAccessFile file = new RandomAccessFile(this.launched.process().log().toFile(), "r")) {
			byte[] added = new byte[(int) Math.min(file.length() - this.read, 1 << 20)];
			file.seek(this.read);
			file.readFully(added);
			String text = new String(added, StandardCharsets.ISO_8859_1);
			int end = text.lastIndexOf('\n') + 1;
			this.read += end;
			return new String(added, 0, end, StandardCharsets.UTF_8).lines()
				.filter((line) -> WARNING.matcher(line).find())
				.map(ServiceLog::oneLine)
				.toList();
		}
		catch (IOException ex) {
			return List.of();
		}
	}

	@Override
	public void dump(Path folder) {
		Launched present = this.launched;
		Path files = folder.toAbsolutePath();
		present.process().keepLog(files.resolve("service-" + present.port() + ".log"));
		command(present, files.resolve("threads-" + present.port() + ".txt"), "Thread.print");
		command(present, output(), "JFR.dump", "name=lab",
				"filename=" + files.resolve("recording-" + present.port() + ".jfr"));
	}

	@Override
	public String died() {
		return Objects.requireNonNullElse(this.launched.process().died(), "");
	}

}
