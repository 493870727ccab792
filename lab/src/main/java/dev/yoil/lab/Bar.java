package dev.yoil.lab;

import java.io.PrintStream;

import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarConsumer;
import me.tongfei.progressbar.ProgressState;

/**
 * The line of a terminal that shows how far an experiment is, and is gone when it is
 * over. Thread-safe.
 */
final class Bar implements AutoCloseable {

	private static final int WIDTH = 20;

	private static final int STEPS = 1000;

	private static final int REFRESH_MILLIS = 200;

	private final Line line;

	private final ProgressBar bar;

	Bar(String name, PrintStream terminal, int columns) {
		this.line = new Line(terminal, columns);
		this.bar = new ProgressBarBuilder().setTaskName(name)
			.setInitialMax(STEPS)
			.setUpdateIntervalMillis(REFRESH_MILLIS)
			.setRenderer(Bar::render)
			.setConsumer(this.line)
			.build();
	}

	void show(double done, String text) {
		this.bar.stepTo(Math.round(done * STEPS));
		this.bar.setExtraMessage(text);
	}

	@Override
	public void close() {
		this.bar.close();
		// The library leaves a bar that is closed before it was shown twice.
		this.line.clear();
	}

	private static String render(ProgressState state, int columns) {
		int filled = (int) (state.getNormalizedProgress() * WIDTH);
		String text = state.getTaskName() + " [" + "#".repeat(filled) + ".".repeat(WIDTH - filled) + "] "
				+ state.getExtraMessage();
		return (text.length() > columns) ? text.substring(0, columns) : text;
	}

	/**
	 * One line that is written over and over again.
	 */
	private static final class Line implements ProgressBarConsumer {

		private static final String ERASE = "\r\u001b[K";

		private final PrintStream terminal;

		private final int columns;

		Line(PrintStream terminal, int columns) {
			this.terminal = terminal;
			// Terminals wrap a line that fills the last column.
			this.columns = columns - 1;
		}

		@Override
		public int getMaxRenderedLength() {
			return this.columns;
		}

		@Override
		public void accept(String text) {
			this.terminal.print(ERASE + text);
			this.terminal.flush();
		}

		@Override
		public void clear() {
			accept("");
		}

		@Override
		public void close() {
			clear();
		}

	}

}
