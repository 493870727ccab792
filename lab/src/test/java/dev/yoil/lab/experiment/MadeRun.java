package dev.yoil.lab.experiment;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;

import dev.yoil.lab.result.Counted;
import dev.yoil.lab.result.Latency;
import dev.yoil.lab.result.LoadResult;
import dev.yoil.lab.result.Run;
import dev.yoil.lab.result.Sample;
import dev.yoil.lab.result.Second;

/**
 * A run made up for a test.
 */
record MadeRun(List<Second> seconds, Counted counted, Map<Double, String> events, String ended) {

	/** Ten seconds, each with as many good answers and errors. */
	static MadeRun of(long good, long errors, double time) {
		List<Second> seconds = new ArrayList<>();
		for (int i = 0; i < 10; i++) {
			seconds.add(second(i, 50, good, errors, time));
		}
		return new MadeRun(seconds, new Counted((good + errors) * 10, good, 1, 2, 3, 0, 0, 0), Map.of(), null);
	}

	static MadeRun of(List<Second> seconds) {
		return new MadeRun(seconds, null, Map.of(), null);
	}

	static Second second(int at, int users, long good, long errors, double time) {
		return second(at, users, good, (errors > 0) ? Map.of("503", errors) : Map.of(), time);
	}

	static Second second(int at, int users, long good, Map<String, Long> errors, double time) {
		long all = good + errors.values().stream().mapToLong(Long::longValue).sum();
		return new Second(at, users, good, errors, latency(all, time));
	}

	private static Latency latency(long count, double time) {
		return (count > 0) ? new Latency(count, time, time, time, time, time, time * 2) : Latency.NONE;
	}

	MadeRun counted(Counted other) {
		return new MadeRun(this.seconds, other, this.events, this.ended);
	}

	MadeRun events(Map<Double, String> other) {
		return new MadeRun(this.seconds, this.counted, other, this.ended);
	}

	MadeRun ended(String why) {
		return new MadeRun(this.seconds, this.counted, this.events, why);
	}

	Run run(String arm, String part, int round) {
		long good = this.seconds.stream().mapToLong(Second::good).sum();
		long errors = this.seconds.stream().mapToLong(Second::allErrors).sum();
		double time = this.seconds.stream().mapToDouble((second) -> second.latency().mean()).max().orElse(0);
		Map<String, Long> kinds = new TreeMap<>();
		this.seconds.forEach((second) -> second.errors().forEach((kind, count) -> kinds.merge(kind, count, Long::sum)));
		Second total = second(0, 0, good, kinds, time);
		LoadResult load = new LoadResult(this.seconds, total, Map.of(), this.seconds.size(), good + errors, 0, 0.1);
		return new Run(arm, part, round, Instant.EPOCH, load, List.of(), this.counted, this.events, this.ended, null,
				null);
	}

	static Run withSamples(Run run, List<Sample> samples) {
		return new Run(run.arm(), run.part(), run.round(), run.started(), run.load(), samples, run.counted(),
				run.events(), run.ended(), run.warmUp(), run.applied());
	}

	/**
	 * Makes all runs of a plan.
	 * @param plan which
	 * @param good how many answers per second an arm has, in a round
	 */
	static List<Run> all(Plan plan, ToDoubleFunction<Run> good) {
		List<Run> runs = new ArrayList<>();
		for (int round = 1; round <= plan.rounds(); round++) {
			for (Plan.Cell cell : plan.cells()) {
				for (Plan.Part part : cell.parts()) {
					String arm = cell.arm().name();
					double perSecond = good.applyAsDouble(of(1, 0, 1).run(arm, part.name(), round));
					runs.add(of(Math.round(perSecond), 0, 1000 / Math.max(1, perSecond)).run(arm, part.name(), round));
				}
			}
		}
		return runs;
	}

}
