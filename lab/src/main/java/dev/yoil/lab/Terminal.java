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
import org.jspecify.annotations.Nullable;

/**
 * What whoever runs the lab gets to see: results on the standard output, all else on the
 * standard error output, where a line moves if that is a terminal. Thread-safe.
 */
final class Terminal implements Progress {

	private static final String SELF = "lab/run: ";

	private static final int ENOUGH_COLUMNS = 40;

	private final PrintStream out;

	private final PrintStream err;

	private final int columns;

	private String place = "";

	private @Nullable Bar bar;

	private String barOf = "";

	/**
	 * Creates a terminal.
	 * @param columns how many characters fit into a line; 0 if nobody looks on
	 */
	Terminal(PrintStream out, PrintStream err, int columns) {
		this.out = out;
		this.err = err;
		this.columns = columns;
	}

	/** The experiments that follow are this one of so many; empty for just one. */
	synchronized void at(String placeOfAll) {
		this.place = placeOfAll;
	}

	@Override
	public void begins(Phase phase) {
		show(phase, "");
	}

	@Override
	public void second(Phase phase, Second second) {
		show(phase, String.format(Locale.ROOT, ", %,d TPS, %,d errors", second.good(), second.allErrors()));
	}

	@Override
	public synchronized void ran(Phase phase, Run run) {
		if (this.columns < ENOUGH_COLUMNS) {
			LoadResult load = run.load();
			this.err.println(String.format(Locale.ROOT,
					"%s%s, round %d of %d, %s: %,.1f TPS, %,d errors of %,d, 95 %% within %,.0f ms (%s left)", SELF,
					this.place + phase.experiment(), phase.round(), phase.rounds(), subject(phase), load.tps(),
					load.total().allErrors(), load.total().requests(), load.total().latency().p95(),
					about(phase.left())));
		}
	}

	/** Shows a line of the results. */
	synchronized void say(String line) {
		endBar();
		this.out.println(line);
	}

	/** Shows a line about what goes on. */
	synchronized void note(String line) {
		endBar();
		this.err.println(SELF + line);
	}

	/** Shows a table of the results. */
	synchronized void say(Answer.Table table) {
		endBar();
		List<List<String>> lines = new ArrayList<>();
		lines.add(table.columns());
		lines.addAll(table.rows());
		int[] widths = new int[table.columns().size()];
		for (List<String> line : lines) {
			for (int i = 0; i < Math.min(widths.length, line.size()); i++) {
				widths[i] = Math.max(widths[i], line.get(i).length());
			}
		}
		this.out.println(table.title());
		for (List<String> line : lines) {
			StringBuilder text = new StringBuilder();
			for (int i = 0; i < Math.min(widths.length, line.size()); i++) {
				String padding = " ".repeat(widths[i] - line.get(i).length());
				text.append("  ").append((i == 0) ? line.get(i) + padding : padding + line.get(i));
			}
			this.out.println(text.toString().stripTrailing());
		}
	}

	/** Shows where in the lab something happened. */
	synchronized void trace(Throwable cause) {
		endBar();
		cause.printStackTrace(this.err);
	}

	synchronized void endBar() {
		if (this.bar != null) {
			this.bar.close();
			this.bar = null;
		}
	}

	private synchronized void show(Phase phase, String met) {
		if (this.columns < ENOUGH_COLUMNS) {
			return;
		}
		String name = this.place + phase.experiment();
		if (this.bar == null || !name.equals(this.barOf)) {
			endBar();
			this.bar = new Bar(name, this.err, this.columns);
			this.barOf = name;
		}
		this.bar.show(phase.done(), String.format(Locale.ROOT, "%s left: %d/%d %s, %s%s", about(phase.left()),
				phase.round(), phase.rounds(), subject(phase), phase.doing(), met));
	}

	private static String subject(Phase phase) {
		return phase.part().isEmpty() ? phase.arm() : phase.arm() + " " + phase.part();
	}

	private static String about(Duration left) {
		long seconds = left.toSeconds();
		return (seconds >= 100) ? "%d min".formatted((seconds + 30) / 60) : seconds + " s";
	}

}
