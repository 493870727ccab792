package dev.yoil.lab;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Consumer;

import dev.yoil.lab.experiment.Outcome;
import dev.yoil.lab.experiment.Runner;
import dev.yoil.lab.report.Reports;
import dev.yoil.lab.result.Answer;
import dev.yoil.lab.result.Result;
import org.jspecify.annotations.Nullable;

/**
 * A run of one experiment or several: writes the reports and prints the results.
 * {@link #stop()} may be called by any thread.
 */
final class Session {

	private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss");

	private static final String KEPT = "; all measurements are written";

	private final Runner runner;

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
	 * @param folder parent of the reports' folders
	 * @param resumed the folder of the report to complete; null for a new one
	 * @param trace whether to print stack traces
	 */
	Session(Runner runner, Terminal terminal, Clock clock, Path folder, @Nullable Path resumed, boolean trace) {
		this.runner = runner;
		this.terminal = terminal;
		this.clock = clock;
		this.folder = folder;
		this.resumed = resumed;
		this.trace = trace;
	}

	/**
	 * Runs an experiment.
	 * @return whether it is complete and written
	 */
	boolean one(Task task) {
		run(task, false);
		return !this.failed;
	}

	/**
	 * Runs experiments one after the other, also after failures, and writes an index of
	 * their reports.
	 * @return whether all are complete and written
	 */
	boolean all(List<Task> tasks) {
		Path index = this.folder.resolve(now() + "-all");
		for (int i = 0; i < tasks.size() && !this.stopped; i++) {
			this.terminal.at("%d/%d ".formatted(i + 1, tasks.size()));
			run(tasks.get(i), true);
		}
		if (!this.results.isEmpty()) {
			try {
				Reports.index(this.results, this.folders, index);
				this.terminal.say("All of them: " + index.resolve("index.html"));
			}
			catch (IOException ex) {
				fail("cannot write " + index + ": " + ex.getMessage(), ex);
			}
		}
		return !this.failed;
	}

	/** Breaks off the current experiment. */
	void stop() {
		this.stopped = true;
		this.terminal.note("interrupted: ending the service and writing all measurements");
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
				Reports.write(result, report);
				this.results.add(result);
				this.folders.add(report);
				tell(outcome, report, several);
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
			// The other experiments still run.
			fail(task.name() + ": error in the lab: " + ex + (this.trace ? "" : "; --stacktrace shows more"), ex);
		}
	}

	private void keep(Result result, Path report) {
		try {
			Reports.keep(result, report);
		}
		catch (IOException ex) {
			this.terminal.note("cannot write " + report + " yet: " + ex.getMessage());
		}
	}

	private void tell(Outcome outcome, Path report, boolean several) {
		Result result = outcome.result();
		Answer answer = result.answer();
		if (several) {
			if (answer != null) {
				this.terminal.say(result.experiment() + ": " + answer.sentence());
			}
			return;
		}
		if (answer != null) {
			this.terminal.say(answer.sentence());
			answer.tables().stream().limit(1).forEach(this.terminal::say);
			answer.notes().forEach((note) -> this.terminal.say("- " + note));
		}
		result.warnings()
			.stream()
			.filter((warning) -> !outcome.failures().contains(warning))
			.forEach((warning) -> this.terminal.say("- " + warning));
		this.terminal.say("Report: " + report.resolve("report.html"));
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

	/**
	 * An experiment of the command line.
	 *
	 * @param name of the experiment
	 * @param work runs it, and passes on the result so far after each cell
	 */
	record Task(String name, BiFunction<Runner, Consumer<Result>, Outcome> work) {
	}

}
