package dev.yoil.lab;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;

import dev.yoil.lab.experiment.Outcome;
import dev.yoil.lab.experiment.Runner;
import dev.yoil.lab.report.Reports;
import dev.yoil.lab.result.Answer;
import dev.yoil.lab.result.Result;
import org.jspecify.annotations.Nullable;

/**
 * Runs one experiment or several, writes and tells what each found. {@link #stop()} may
 * be called by any thread.
 */
final class Session {

	private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss");

	private static final String KEPT = "; what was measured is written";

	private final Runner runner;

	private final Reports reports;

	private final Terminal terminal;

	private final Clock clock;

	private final Path folder;

	private final @Nullable Path resumed;

	private final boolean trace;

	private final List<Result> results = new ArrayList<>();

	private final List<Path> folders = new ArrayList<>();

	private boolean failed;

	private volatile boolean stopped;

	/**
	 * Creates a session.
	 * @param folder in which each report gets a folder of its own
	 * @param resumed the folder of what is gone on with; null for a new one
	 * @param trace whether to show where faults happened
	 */
	Session(Runner runner, Reports reports, Terminal terminal, Clock clock, Path folder, @Nullable Path resumed,
			boolean trace) {
		this.runner = runner;
		this.reports = reports;
		this.terminal = terminal;
		this.clock = clock;
		this.folder = folder;
		this.resumed = resumed;
		this.trace = trace;
	}

	/**
	 * Runs an experiment.
	 * @return whether it was run as it was planned and is written
	 */
	boolean one(Task task) {
		run(task, false);
		return !this.failed;
	}

	/**
	 * Runs experiments one after the other, each of them whatever becomes of the others,
	 * and writes an index of their reports.
	 * @return whether all were run as they were planned and are written
	 */
	boolean all(List<Task> tasks) {
		Path index = this.folder.resolve(now() + "-all");
		for (int i = 0; i < tasks.size() && !this.stopped; i++) {
			this.terminal.at("%d/%d ".formatted(i + 1, tasks.size()));
			run(tasks.get(i), true);
		}
		if (!this.results.isEmpty()) {
			try {
				Path written = write(index, (to) -> this.reports.index(this.results, this.folders, to));
				this.terminal.say("All of them: " + written.resolve("index.html"));
			}
			catch (IOException ex) {
				fail("cannot write " + index + ": " + ex.getMessage(), ex);
			}
		}
		return !this.failed;
	}

	/** Breaks off what is running. */
	void stop() {
		this.stopped = true;
		this.terminal.note("interrupted: ending the service and writing what was measured");
		this.runner.stop("interrupted");
	}

	boolean isStopped() {
		return this.stopped;
	}

	private void run(Task task, boolean several) {
		Path resumed = this.resumed;
		Path report = (resumed != null) ? resumed : this.folder.resolve(now() + "-" + task.name());
		try {
			Outcome outcome = task.work().apply(this.runner, (result) -> keep(result, report));
			Result result = outcome.result();
			if (several || isFound(result)) {
				Path written = write(report, (to) -> this.reports.write(result, to));
				this.results.add(result);
				this.folders.add(written);
				tell(outcome, written, several);
			}
			complain(task, outcome);
		}
		catch (IOException ex) {
			fail("cannot write " + report + ": " + ex.getMessage() + "; name another folder with --results", ex);
		}
		catch (LabException ex) {
			fail(task.name() + ": " + ex.getMessage(), ex);
		}
		catch (RuntimeException ex) {
			// One experiment's fault is no reason to run no other.
			fail(task.name() + ": a fault of the lab: " + ex + (this.trace ? "" : "; --stacktrace shows more"), ex);
		}
	}

	private void keep(Result result, Path report) {
		try {
			this.reports.keep(result, report);
		}
		catch (IOException ex) {
			// It is written in the end, elsewhere if need be.
			this.terminal.note("cannot write " + report + " yet: " + ex.getMessage());
		}
	}

	/**
	 * Writes to a folder or, if that fails, to a temporary one: what took minutes to
	 * measure is not to be lost.
	 * @return where it is
	 */
	private Path write(Path folder, Writing writing) throws IOException {
		try {
			writing.to(folder);
			return folder;
		}
		catch (IOException ex) {
			Path instead = elsewhere(folder, writing, ex);
			fail("cannot write " + folder + ": " + ex.getMessage() + "; it is in " + instead
					+ " instead; name another folder with --results", ex);
			return instead;
		}
	}

	private static Path elsewhere(Path folder, Writing writing, IOException why) throws IOException {
		try {
			Path instead = Files.createTempDirectory("yoil-lab-results-");
			try {
				writing.to(instead.resolve(folder.getFileName()));
			}
			catch (IOException ex) {
				Files.delete(instead);
				throw ex;
			}
			return instead.resolve(folder.getFileName());
		}
		catch (IOException ex) {
			why.addSuppressed(ex);
			throw why;
		}
	}

	private void tell(Outcome outcome, Path report, boolean several) {
		Result result = outcome.result();
		Answer answer = result.answer();
		if (answer != null) {
			this.terminal.say((several ? result.experiment() + ": " : "") + answer.sentence());
			if (!several && !answer.tables().isEmpty()) {
				this.terminal.say("");
				this.terminal.say(answer.tables().get(0));
				this.terminal.say("");
			}
		}
		result.warnings()
			.stream()
			.filter((warning) -> !outcome.failures().contains(warning))
			.forEach((warning) -> this.terminal.note("warning: " + warning));
		if (!several) {
			this.terminal.say("Report: " + report.resolve("report.html"));
		}
	}

	private void complain(Task task, Outcome outcome) {
		if (outcome.complete()) {
			return;
		}
		String broken = outcome.result().broken();
		if (!isFound(outcome.result())) {
			fail(task.name() + ": " + ((broken != null) ? broken : outcome.failures().get(0)), outcome.cause());
		}
		else if (broken != null) {
			fail(task.name() + " was broken off: " + broken + KEPT, outcome.cause());
		}
		else {
			fail(task.name() + ": " + outcome.failures().get(0) + KEPT, outcome.cause());
		}
	}

	private static boolean isFound(Result result) {
		return result.answer() != null || !result.runs().isEmpty();
	}

	private void fail(String line, @Nullable Throwable cause) {
		this.failed = true;
		this.terminal.note(line);
		if (this.trace && cause != null) {
			this.terminal.trace(cause);
		}
	}

	private String now() {
		return TIME.format(LocalDateTime.now(this.clock));
	}

	/** Writes something to a folder. */
	private interface Writing {

		void to(Path folder) throws IOException;

	}

}
