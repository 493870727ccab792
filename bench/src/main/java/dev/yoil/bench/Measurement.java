package dev.yoil.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;

/**
 * Measures every operation of every cache on one thread and on two. Each round has one
 * fork of each cache, so that a slow minute of the machine affects all caches.
 */
public final class Measurement {

	private final Pace pace;

	private final List<String> jvmFlags;

	private Measurement(Pace pace, List<String> jvmFlags) {
		this.pace = pace;
		this.jvmFlags = jvmFlags;
	}

	/**
	 * Measures, or shows the stored results.
	 * @param args the root of the repository; {@code quick}, {@code full} or
	 * {@code report}; and flags for the forked JVMs
	 * @throws RunnerException if a benchmark fails
	 * @throws IOException if a file cannot be written
	 */
	public static void main(String[] args) throws RunnerException, IOException {
		Path root = Path.of(args[0]);
		Path file = root.resolve("bench/results/caches.json");
		if (!args[1].equals("report")) {
			Pace pace = args[1].equals("quick") ? Pace.QUICK : Pace.FULL;
			new Measurement(pace, List.of(args).subList(2, args.length)).run(file);
		}
		new Report(Results.read(file)).write(root.resolve("docs"));
	}

	/** Writes the results after each round, so that an interrupted run keeps them. */
	private void run(Path file) throws RunnerException {
		Map<Task, List<RunResult>> forks = new LinkedHashMap<>();
		for (int round = 1; round <= this.pace.rounds; round++) {
			for (Operation operation : Operation.values()) {
				for (int threads : Results.THREADS) {
					forks.computeIfAbsent(new Task(operation, threads), (task) -> new ArrayList<>())
						.addAll(new Runner(options(operation, threads)).run());
				}
			}
			results(forks, round).write(file);
		}
	}

	private Results results(Map<Task, List<RunResult>> forks, int rounds) {
		List<Results.Cell> cells = new ArrayList<>();
		forks.forEach((task, results) -> {
			for (Competitor cache : Competitor.values()) {
				cells.add(cell(task.operation(), task.threads(), results, cache));
			}
		});
		return new Results(this.pace.command, LocalDate.now().toString(), Machine.name(), Machine.jdk(),
				Machine.libraries(), this.pace.text(rounds), cells);
	}

	private Options options(Operation operation, int threads) {
		return new OptionsBuilder().include("CacheBenchmark\\." + operation.benchmark() + "$")
			.threads(threads)
			.forks(1)
			// Compiles in the foreground: else, on a busy machine, the warm-up is over
			// before
			// the compiler had its turn.
			.jvmArgs("-Xms1g", "-Xmx1g", "-Xbatch")
			.jvmArgsAppend(this.jvmFlags.toArray(String[]::new))
			.warmupIterations(this.pace.warmups)
			.warmupTime(TimeValue.milliseconds(this.pace.millis))
			.measurementIterations(this.pace.iterations)
			.measurementTime(TimeValue.milliseconds(this.pace.millis))
			.addProfiler(ProcessorTime.class)
			.shouldFailOnError(true)
			.build();
	}

	private static Results.Cell cell(Operation operation, int threads, List<RunResult> forks, Competitor cache) {
		List<Collection<IterationResult>> iterations = forks.stream()
			.filter((fork) -> cache.name().equals(fork.getParams().getParam("cache")))
			.map((fork) -> fork.getBenchmarkResults().iterator().next().getIterationResults())
			.toList();
		return new Results.Cell(operation, threads, cache, medians(iterations, IterationResult::getPrimaryResult),
				medians(iterations, (iteration) -> iteration.getSecondaryResults().get(ProcessorTime.NAME)));
	}

	private static double[] medians(List<Collection<IterationResult>> forks,
			Function<IterationResult, Result<?>> result) {
		return forks.stream()
			.mapToDouble((fork) -> Results
				.median(fork.stream().mapToDouble((iteration) -> result.apply(iteration).getScore()).toArray()))
			.toArray();
	}

	/** An operation that all caches do in turn in each round. */
	private record Task(Operation operation, int threads) {
	}

	/** The duration of a measurement. */
	private enum Pace {

		QUICK("bench/caches.sh --quick", 2, 3, 3, 150),

		FULL("bench/caches.sh", 5, 6, 6, 170);

		private final String command;

		private final int rounds;

		private final int warmups;

		private final int iterations;

		private final long millis;

		Pace(String command, int rounds, int warmups, int iterations, long millis) {
			this.command = command;
			this.rounds = rounds;
			this.warmups = warmups;
			this.iterations = iterations;
			this.millis = millis;
		}

		String text(int rounds) {
			return "%d forks of each, %d x %3$d ms to warm up, %4$d x %3$d ms measured".formatted(rounds, this.warmups,
					this.millis, this.iterations);
		}

	}

}
