package dev.yoil.lab.experiment;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import dev.yoil.lab.experiment.Plan.Part;
import dev.yoil.lab.load.Load.Target;
import dev.yoil.lab.result.Answer;
import dev.yoil.lab.result.Answer.Table;
import dev.yoil.lab.result.Arm;
import dev.yoil.lab.result.Chart;

/**
 * Tomcat's threads by database connections, in three orders of the list, without caches.
 * The published number of users is unknown; this has 300, as many as there are threads at
 * most.
 */
final class Matrix {

	static final Experiment EXPERIMENT = Findings.experiment("matrix",
			"Which number of threads and of connections answers most requests?", Matrix::plan, Matrix::answer);

	private static final String THREADS = "server.tomcat.threads.max";

	private static final String POOL = "spring.datasource.hikari.maximum-pool-size";

	private static final List<String> NOTES = List
		.of("The published number of users is unknown; here it is 300. Answers over 10 s count as errors.");

	private static final List<String> SORTS = List.of("registered", "likes", "reviews");

	private static final List<String> PUBLISHED = List.of("257.2", "279.7", "309.5");

	private Matrix() {
	}

	private static Plan plan(boolean full) {
		List<Arm> arms = new ArrayList<>();
		for (int threads : full ? List.of(50, 100, 150, 200, 250, 300) : List.of(50, 250)) {
			for (int pool : full ? List.of(5, 10, 15, 20, 25) : List.of(5, 25)) {
				arms.add(Arms.off("threads-%d-pool-%d".formatted(threads, pool),
						"%d threads, pool of %d".formatted(threads, pool), THREADS, Integer.toString(threads), POOL,
						Integer.toString(pool)));
			}
		}
		Target[] all = SORTS.stream().map(Demand::sorted).toArray(Target[]::new);
		List<Part> parts = IntStream.range(0, all.length)
			.mapToObj((i) -> new Part(SORTS.get(i), (i == 0) ? Demand.warmUp(full, all) : null,
					Demand.closed(Demand.PATIENCE, List.of(Demand.stage(300, 0, full ? 15 : 1.5)), all[i])))
			.toList();
		return new Plan(full ? 2 : 1, Arms.cells(parts, arms.toArray(Arm[]::new)),
				Demand.CLOSED + "; 300 users, the cache is off");
	}

	private static Answer answer(Findings findings, Plan plan) {
		List<List<String>> best = IntStream.range(0, SORTS.size()).mapToObj((i) -> best(findings, i)).toList();
		Table table = new Table("Best cell of each order", List.of("sorted by", "published best", "published TPS",
				"here best", "here, req/s", "margin to the next, req/s", "more than noise?"), best);
		SORTS.forEach((sort) -> findings.chart(heatMap(findings, sort)));
		String headline = best.stream().anyMatch((row) -> row.get(3).equals(Figures.NONE))
				? "Not enough runs for a headline."
				: best.stream()
					.map((row) -> "by " + row.get(0) + ": " + row.get(3))
					.collect(Collectors.joining("; ", "Best ", "."));
		return findings.answer(headline, NOTES, table);
	}

	private static List<String> best(Findings findings, int i) {
		String sort = SORTS.get(i);
		List<Arm> ranked = findings.arms()
			.stream()
			.filter((arm) -> rate(findings, arm, sort).median() > 0)
			.sorted(Comparator.comparingDouble((Arm arm) -> rate(findings, arm, sort).median()).reversed())
			.toList();
		Optional<Arm> best = ranked.stream().findFirst();
		Noise first = best.map((arm) -> rate(findings, arm, sort)).orElse(Noise.of(List.of()));
		Noise next = ranked.stream()
			.skip(1)
			.findFirst()
			.map((arm) -> rate(findings, arm, sort))
			.orElse(Noise.of(List.of()));
		return List.of(sort, "250 threads, pool of 5", PUBLISHED.get(i), best.map(Arm::title).orElse(Figures.NONE),
				first.text(), Figures.number(first.median() - next.median()), switch (next.to(first)) {
					case HIGHER, LOWER -> "yes";
					case INSIDE -> "no";
					case ONE_ROUND -> "unknown, one round";
					case MISSING -> Figures.NONE;
				});
	}

	private static Chart heatMap(Findings findings, String sort) {
		List<String> pools = values(findings, POOL);
		List<String> threads = values(findings, THREADS);
		ToDoubleFunction<String> rate = (cell) -> findings.arms()
			.stream()
			.filter((arm) -> cell.equals(arm.settings().get(THREADS) + "/" + arm.settings().get(POOL)))
			.mapToDouble((arm) -> rate(findings, arm, sort).median())
			.sum();
		List<List<Double>> values = threads.stream()
			.map((row) -> pools.stream().map((column) -> rate.applyAsDouble(row + "/" + column)).toList())
			.toList();
		return new Chart.HeatMap("Good answers, sorted by " + sort, "connections in the pool", "threads of Tomcat",
				pools, threads, values, "req/s");
	}

	private static List<String> values(Findings findings, String setting) {
		return findings.arms().stream().map((arm) -> arm.settings().getOrDefault(setting, "")).distinct().toList();
	}

	private static Noise rate(Findings findings, Arm arm, String sort) {
		return findings.of(arm, sort, Quantities::rate);
	}

}
