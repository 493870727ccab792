package dev.yoil.lab.experiment;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

import dev.yoil.lab.experiment.Plan.Cell;
import dev.yoil.lab.experiment.Plan.Part;
import dev.yoil.lab.load.Load;
import dev.yoil.lab.load.Load.Target;
import dev.yoil.lab.result.Answer;
import dev.yoil.lab.result.Answer.Table;
import dev.yoil.lab.result.Arm;
import dev.yoil.lab.result.Chart;
import dev.yoil.lab.result.Run;

/**
 * Threads of Tomcat by connections to the database, in three orders of the list, without
 * caches. How many users there were was not published: here 300, as many as there are
 * threads at the most.
 */
final class Matrix implements Experiment {

	private static final List<String> NOTES = List
		.of("How many users there were was not published: here they are 300. Answers over 10 s count as errors.");

	private static final List<String> SORTS = List.of("registered", "likes", "reviews");

	private static final List<String> PUBLISHED = List.of("257.2", "279.7", "309.5");

	/**
	 * Threads and connections.
	 */
	private record Size(int threads, int pool) {

		Arm arm() {
			return Arms.off("threads-%d-pool-%d".formatted(this.threads, this.pool), toString(),
					"server.tomcat.threads.max", Integer.toString(this.threads),
					"spring.datasource.hikari.maximum-pool-size", Integer.toString(this.pool));
		}

		@Override
		public String toString() {
			return "%d threads, pool of %d".formatted(this.threads, this.pool);
		}

	}

	@Override
	public String name() {
		return "matrix";
	}

	@Override
	public String question() {
		return "Which number of threads and of connections answers most requests?";
	}

	@Override
	public Plan plan(boolean full) {
		List<Cell> cells = new ArrayList<>();
		for (int threads : full ? List.of(50, 100, 150, 200, 250, 300) : List.of(50, 250)) {
			for (int pool : full ? List.of(5, 10, 15, 20, 25) : List.of(5, 25)) {
				cells.add(Arms.cell(new Size(threads, pool).arm(), Map.of(), parts(full)));
			}
		}
		return new Plan(full ? 2 : 1, List.copyOf(cells), Demand.CLOSED + "; 300 users, the cache is off");
	}

	private static List<Part> parts(boolean full) {
		Target[] all = SORTS.stream().map(Demand::sorted).toArray(Target[]::new);
		List<Part> parts = new ArrayList<>();
		for (int i = 0; i < all.length; i++) {
			Load load = Demand.closed(Demand.PATIENCE, List.of(Demand.stage(300, 0, full ? 15 : 1.5)), all[i]);
			parts.add(new Part(SORTS.get(i), (i == 0) ? Demand.warmUp(full, all) : null, false, load, List.of()));
		}
		return List.copyOf(parts);
	}

	@Override
	public Answer answer(Plan plan, List<Run> runs) {
		Measured measured = new Measured(plan, runs);
		List<Size> sizes = sizes(plan);
		List<Optional<Size>> best = SORTS.stream().map((sort) -> best(measured, sizes, sort)).toList();
		List<List<String>> rows = IntStream.range(0, SORTS.size())
			.mapToObj((i) -> row(measured, sizes, best.get(i), i))
			.toList();
		Table table = new Table("Best cell of each order", List.of("sorted by", "published best", "published TPS",
				"here best", "here TPS", "margin to the next, TPS", "is it more than the noise?"), rows);
		Drawing drawing = new Drawing(measured, plan);
		SORTS.forEach((sort) -> drawing.with(map(measured, sizes, sort)));
		return new Answer(sentence(measured, sizes, best), NOTES, List.of(table, all(measured, sizes)),
				drawing.charts());
	}

	private static String sentence(Measured measured, List<Size> sizes, List<Optional<Size>> best) {
		List<String> parts = new ArrayList<>();
		for (int i = 0; i < SORTS.size(); i++) {
			String sort = SORTS.get(i);
			best.get(i)
				.ifPresent((size) -> parts.add("%s with %s (%s TPS, %s)".formatted(sort, size,
						tps(measured, size, sort).brief(), certainty(measured, sizes, size, sort))));
		}
		return parts.isEmpty() ? "No cell has a good answer, so that none can be named" + measured.incomplete() + "."
				: "Most answers are given, sorted by " + String.join(", by ", parts)
						+ "; published: 250 threads, pool of 5" + measured.incomplete() + ".";
	}

	private static List<String> row(Measured measured, List<Size> sizes, Optional<Size> best, int i) {
		String sort = SORTS.get(i);
		if (best.isEmpty()) {
			return List.of(sort, "250 threads, pool of 5", PUBLISHED.get(i), Figures.NONE, Figures.NONE, Figures.NONE,
					Figures.NONE);
		}
		Size size = best.get();
		Noise tps = tps(measured, size, sort);
		double margin = best(measured, others(sizes, size), sort)
			.map((next) -> tps.median() - tps(measured, next, sort).median())
			.orElse(Double.NaN);
		return List.of(sort, "250 threads, pool of 5", PUBLISHED.get(i), size.toString(), tps.text(),
				Figures.number(margin), certainty(measured, sizes, size, sort));
	}

	private static String certainty(Measured measured, List<Size> sizes, Size best, String sort) {
		Optional<Size> next = best(measured, others(sizes, best), sort);
		if (next.isEmpty()) {
			return "nothing to compare with";
		}
		return switch (tps(measured, next.get(), sort).to(tps(measured, best, sort))) {
			case HIGHER, LOWER -> "more than the noise";
			case INSIDE -> "inside the noise";
			case ONE_ROUND -> "one round, no spread";
			case MISSING -> "nothing to compare with";
		};
	}

	private static Table all(Measured measured, List<Size> sizes) {
		List<List<String>> rows = new ArrayList<>();
		for (Size size : sizes) {
			for (String sort : SORTS) {
				rows.add(List.of("%s, %s".formatted(size, sort), tps(measured, size, sort).text(),
						of(measured, size, sort, Measured::peak).text(),
						of(measured, size, sort, Measured::mean).text(),
						of(measured, size, sort, (run) -> run.load().total().good()).text(),
						Figures.errors(measured.total(size.arm().name(), sort))));
			}
		}
		return new Table("All cells", List.of("", "TPS", "peak TPS", "mean time, ms", "executed", "errors"), rows);
	}

	private static Chart map(Measured measured, List<Size> sizes, String sort) {
		List<Integer> pools = sizes.stream().map(Size::pool).distinct().toList();
		List<Integer> threads = sizes.stream().map(Size::threads).distinct().toList();
		List<List<Double>> values = threads.stream()
			.map((row) -> pools.stream().map((column) -> tps(measured, new Size(row, column), sort).median()).toList())
			.toList();
		return new Chart.HeatMap("Good answers a second, sorted by " + sort, "connections in the pool",
				"threads of Tomcat", pools.stream().map(String::valueOf).toList(),
				threads.stream().map(String::valueOf).toList(), values, "TPS");
	}

	private static Optional<Size> best(Measured measured, List<Size> sizes, String sort) {
		return sizes.stream()
			.filter((size) -> tps(measured, size, sort).median() > 0)
			.max(Comparator.comparingDouble((size) -> tps(measured, size, sort).median()));
	}

	private static List<Size> others(List<Size> sizes, Size best) {
		return sizes.stream().filter((size) -> !size.equals(best)).toList();
	}

	private static List<Size> sizes(Plan plan) {
		return plan.cells()
			.stream()
			.map((cell) -> cell.arm().settings())
			.map((settings) -> new Size(number(settings, "server.tomcat.threads.max"),
					number(settings, "spring.datasource.hikari.maximum-pool-size")))
			.toList();
	}

	private static int number(Map<String, String> settings, String name) {
		return Integer.parseInt(settings.getOrDefault(name, "0"));
	}

	private static Noise tps(Measured measured, Size size, String sort) {
		return of(measured, size, sort, Measured::tps);
	}

	private static Noise of(Measured measured, Size size, String sort, ToDoubleFunction<Run> quantity) {
		return measured.of(size.arm().name(), sort, quantity);
	}

}
