package dev.yoil.lab.experiment;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

import dev.yoil.lab.experiment.Plan.Part;
import dev.yoil.lab.load.Load;
import dev.yoil.lab.result.Answer;
import dev.yoil.lab.result.Answer.Table;
import dev.yoil.lab.result.Arm;
import dev.yoil.lab.result.Counted;
import dev.yoil.lab.result.Run;

/**
 * The number of database connections, with the cache off, so that every request needs
 * one. The published number of users is unknown; this has as many as {@link BeforeAfter}.
 */
final class Pool {

	static final Experiment EXPERIMENT = Findings.experiment("pool",
			"How many connections to the database should the pool have?", Pool::plan, Pool::answer);

	private static final List<Integer> SIZES = List.of(5, 10, 20);

	private static final List<String> NOTES = List.of(
			"The published number of users is unknown; here it is 500. The cache is off. Answers over 10 s count as errors.",
			"The slowest published time is of a transaction; here it is of a request, with its wait for a thread.");

	private Pool() {
	}

	private static Plan plan(boolean full) {
		Load load = Demand.closed(Demand.PATIENCE, List.of(full ? Demand.stage(500, 10, 60) : Demand.stage(500, 1, 3)),
				Demand.list());
		List<Part> parts = List.of(new Part("", Demand.warmUp(full, Demand.list()), load));
		Arm[] arms = SIZES.stream()
			.map((size) -> Arms.off("pool-" + size, "pool of " + size, "spring.datasource.hikari.maximum-pool-size",
					Integer.toString(size)))
			.toArray(Arm[]::new);
		return new Plan(full ? 3 : 1, Arms.cells(parts, arms),
				Demand.CLOSED + "; 500 users arrive over " + (full ? "10 s" : "1 s") + ", the cache is off");
	}

	private static Answer answer(Findings findings, Plan plan) {
		ToDoubleFunction<Run> usage = Quantities.counted(Counted::poolUsage);
		ToDoubleFunction<Run> acquire = Quantities.counted(Counted::poolAcquire);
		List<String> columns = new ArrayList<>(List.of(""));
		SIZES.forEach((size) -> columns.addAll(List.of("published, " + size, "here, " + size)));
		Table table = new Table("Connections in the pool", List.copyOf(columns), List.of(
				row(findings, "mean time in use, ms", List.of("31", "50", "117"), usage),
				row(findings, "mean time to get one, ms", List.of("1,004", "790", "880"), acquire),
				row(findings, "most threads waiting", List.of("189", "117", "168"),
						Quantities.counted(Counted::poolPendingMax)),
				row(findings, "slowest, ms", List.of("3,972", "2,900", "2,748"), Quantities::slowest),
				row(findings, "good req/s", List.of(Figures.NONE, Figures.NONE, Figures.NONE), Quantities::rate),
				row(findings, "errors, %", List.of(Figures.NONE, Figures.NONE, Figures.NONE), Quantities::errors)));
		return findings.armBars("Good answers", "req/s", "", Map.of("good answers", Quantities::rate))
			.armBars("Time to get a connection", "ms", "", Map.of("to get one", acquire))
			.answer(headline(findings), NOTES, table);
	}

	private static String headline(Findings findings) {
		List<Arm> best = best(findings).toList();
		if (best.isEmpty() || !(rate(findings, best.get(0)).median() > 0)) {
			return "No pool size has a good answer.";
		}
		String first = "Best is a %s: %s req/s".formatted(best.get(0).title(), rate(findings, best.get(0)).brief());
		Optional<Arm> second = best.stream().skip(1).findFirst();
		return first + second
			.map((arm) -> ", before a %s: %s req/s".formatted(arm.title(), rate(findings, arm).brief())
					+ rate(findings, arm).end(rate(findings, best.get(0))))
			.orElse(".");
	}

	private static Stream<Arm> best(Findings findings) {
		return findings.arms()
			.stream()
			.filter((arm) -> !rate(findings, arm).missing())
			.sorted(Comparator.comparingDouble((Arm arm) -> rate(findings, arm).median()).reversed());
	}

	private static Noise rate(Findings findings, Arm arm) {
		return findings.of(arm, "", Quantities::rate);
	}

	private static List<String> row(Findings findings, String name, List<String> published,
			ToDoubleFunction<Run> quantity) {
		List<String> here = findings.row(name, "", quantity);
		List<String> row = new ArrayList<>(List.of(name));
		for (int i = 0; i < published.size(); i++) {
			row.addAll(List.of(published.get(i), here.get(i + 1)));
		}
		return List.copyOf(row);
	}

}
