package dev.yoil.lab;

import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

import dev.yoil.lab.experiment.Progress;
import dev.yoil.lab.result.Answer;
import dev.yoil.lab.result.LoadResult;
import dev.yoil.lab.result.Run;
import dev.yoil.lab.result.Second;

/**
 * The output of the lab: results on standard output, everything else on standard error.
 * On a terminal a single line shows the progress. Thread-safe.
 */
final class Terminal implements Progress {

	private static final String SELF = "lab/run: ";

	private static final String ERASE = "\r\u001b[K";

	private static final int ENOUGH_COLUMNS = 40;

	private static final int BAR = 20;

	private final PrintStream out;

	private final PrintStream err;

	private final int columns;

	private String place = "";

	private boolean inLine;

	/**
	 * Creates a terminal.
	 * @param columns characters per line; 0 if standard error is no terminal
	 */
	Terminal(PrintStream out, PrintStream err, int columns) {
		this.out = out;
		this.err = err;
		this.columns = columns;
	}

	/** Sets the position of the next experiment, such as {@code "2/15 "}. */
	synchronized void at(String placeOfAll) {
		this.place = placeOfAll;
	}

	@Override
	public void begins(Phase phase) {
		show(phase, "");
	}

	@Override
	public void second(Phase phase, Second second) {
		show(phase, String.format(Locale.ROOT, ", %,d good req/s, %,d errors", second.good(), second.allErrors()));
	}

	@Override
	public synchronized void ran(Phase phase, Run run) {
		if (this.columns < ENOUGH_COLUMNS) {
			LoadResult load = run.load();
			this.err.println(String.format(Locale.ROOT,
					"%s%s, round %d of %d, %s: %,.1f good req/s, %,d errors of %,d, p95 %,.0f ms (%s left)", SELF,
					this.place + phase.experiment(), phase.round(), phase.rounds(), subject(phase), load.tps(),
					load.total().allErrors(), load.total().requests(), load.total().latency().p95(),
					about(phase.left())));
		}
	}

	/** Prints a line of the results. */
	synchronized void say(String line) {
		endLine();
		this.out.println(line);
	}

	/** Prints a message. */
	synchronized void note(String line) {
		endLine();
		this.err.println(SELF + line);
	}

	/** Prints a table between blank lines. */
	synchronized void say(Answer.Table table) {
		List<List<String>> lines = new ArrayList<>();
		lines.add(table.columns());
		lines.addAll(table.rows());
		int[] widths = new int[table.columns().size()];
		for (List<String> line : lines) {
			for (int i = 0; i < widths.length; i++) {
				widths[i] = Math.max(widths[i], line.get(i).length());
			}
		}
		say("");
		say(table.title());
		for (List<String> line : lines) {
			StringBuilder text = new StringBuilder();
			for (int i = 0; i < widths.length; i++) {
				String padding = " ".repeat(widths[i] - line.get(i).length());
				text.append("  ").append((i == 0) ? line.get(i) + padding : padding + line.get(i));
			}
			say(text.toString().stripTrailing());
		}
		say("");
	}

	synchronized void trace(Throwable cause) {
		endLine();
		cause.printStackTrace(this.err);
	}

	/** Erases the line of the progress. */
	synchronized void endLine() {
		if (this.inLine) {
			this.err.print(ERASE);
			this.err.flush();
			this.inLine = false;
		}
	}

	private synchronized void show(Phase phase, String met) {
		if (this.columns < ENOUGH_COLUMNS) {
			return;
		}
		int filled = (int) (phase.done() * BAR);
		String text = String.format(Locale.ROOT, "%s%s [%s%s] %s left: %d/%d %s, %s%s", this.place, phase.experiment(),
				"#".repeat(filled), ".".repeat(BAR - filled), about(phase.left()), phase.round(), phase.rounds(),
				subject(phase), phase.doing(), met);
		// Terminals wrap a line that fills the last column.
		this.err.print(ERASE + text.substring(0, Math.min(text.length(), this.columns - 1)));
		this.err.flush();
		this.inLine = true;
	}

	private static String subject(Phase phase) {
		return phase.part().isEmpty() ? phase.arm() : phase.arm() + " " + phase.part();
	}

	private static String about(Duration left) {
		long seconds = left.toSeconds();
		return (seconds >= 100) ? "%d min".formatted((seconds + 30) / 60) : seconds + " s";
	}

}
