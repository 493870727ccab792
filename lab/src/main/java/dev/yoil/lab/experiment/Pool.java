package dev.yoil.lab.experiment;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

import dev.yoil.lab.experiment.Plan.Cell;
import dev.yoil.lab.experiment.Plan.Part;
import dev.yoil.lab.load.Load;
import dev.yoil.lab.result.Answer;
import dev.yoil.lab.result.Answer.Table;
import dev.yoil.lab.result.Arm;
import dev.yoil.lab.result.Chart;
import dev.yoil.lab.result.Counted;
import dev.yoil.lab.result.Run;

/**
 * How many connections to the database are enough. The cache is off, so that every
 * request needs one. How many users there were was not published; these are as many as
 * {@link BeforeAfter} has.
 */
final class Pool implements Experiment {

	private static final List<String> NOTES = List.of(
			"How many users there were was not published: here they are 500. The cache is off, so that every request needs a "
					+ "connection. Answers over 10 s count as errors.",
			"The slowest that was published is a transaction, here it is a whole request, with its wait for a thread.");

	private static final List<Integer> SIZES = List.of(5, 10, 20);

	private static final ToDoubleFunction<Run> USAGE = Measured.counted(Counted::poolUsage);

	private static final ToDoubleFunction<Run> ACQUIRE = Measured.counted(Counted::poolAcquire);

	private static final ToDoubleFunction<Run> WAITING = Measured.counted(Counted::poolPendingMax);

	@Override
	public String name() {
		return "pool";
	}

	@Override
	public String question() {
		return "How many connections to the database should the pool have?";
	}

	@Override
	public Plan plan(boolean full) {
		Load load = Demand.closed(Demand.PATIENCE, List.of(full ? Demand.stage(500, 10, 60) : Demand.stage(500, 1, 3)),
				Demand.list());
		List<Part> parts = List.of(new Part("", Demand.warmUp(full, Demand.list()), false, load, List.of()));
		List<Cell> cells = SIZES.stream().map((size) -> Arms.cell(arm(size), Map.of(), parts)).toList();
		return new Plan(full ? 3 : 1, cells,
				Demand.CLOSED + "; 500 users come over " + (full ? "10 s" : "1 s") + ", the cache is off");
	}

	@Override
	public Answer answer(Plan plan, List<Run> runs) {
		Measured measured = new Measured(plan, runs);
		List<List<String>> rows = List.of(row(measured, "mean time in use, ms", List.of("31", "50", "117"), USAGE),
				row(measured, "mean time to get one, ms", List.of("1,004", "790", "880"), ACQUIRE),
				row(measured, "most threads waiting", List.of("189", "117", "168"), WAITING),
				row(measured, "slowest, ms", List.of("3,972", "2,900", "2,748"), Measured::slowest),
				row(measured, "TPS", List.of(Figures.NONE, Figures.NONE, Figures.NONE), Measured::tps),
				row(measured, "errors, %", List.of(Figures.NONE, Figures.NONE, Figures.NONE),
						(run) -> Measured.errorShare(run) * 100));
		List<String> columns = new ArrayList<>(List.of(""));
		SIZES.forEach((size) -> columns.addAll(List.of("published, " + size, "here, " + size)));
		Table table = new Table("Connections in the pool", List.copyOf(columns), rows);
		Drawing drawing = new Drawing(measured, plan).bars("Time to get a connection and time in use", "ms",
				SIZES.stream().map((size) -> "pool of " + size).toList(),
				List.of(bar(measured, "to get one", ACQUIRE), bar(measured, "in use", USAGE)));
		return new Answer(sentence(measured), NOTES, List.of(table), drawing.course("").charts());
	}

	private static String sentence(Measured measured) {
		Optional<Integer> found = SIZES.stream()
			.filter((size) -> tps(measured, size).median() > 0)
			.max(Comparator.comparingDouble((size) -> tps(measured, size).median()));
		if (found.isEmpty()) {
			return "No pool size has a good answer, so that none can be named" + measured.incomplete() + ".";
		}
		int best = found.get();
		Optional<Integer> second = SIZES.stream()
			.filter((size) -> size != best && !tps(measured, size).missing())
			.max(Comparator.comparingDouble((size) -> tps(measured, size).median()));
		String rest = second
			.map((size) -> ", before %d with %s%s".formatted(size, tps(measured, size).brief(),
					new Comparison(tps(measured, size), tps(measured, best), true).caveat()))
			.orElse("; there is no other to compare it with");
		return "With %d connections there are most good answers, %s a second, each of which waits %s ms for a connection and uses it for %s ms"
			.formatted(best, tps(measured, best).brief(), of(measured, best, ACQUIRE).brief(),
					of(measured, best, USAGE).brief())
				+ rest + measured.incomplete() + ".";
	}

	private static List<String> row(Measured measured, String name, List<String> published,
			ToDoubleFunction<Run> quantity) {
		List<String> row = new ArrayList<>(List.of(name));
		for (int i = 0; i < SIZES.size(); i++) {
			row.add(published.get(i));
			row.add(of(measured, SIZES.get(i), quantity).text());
		}
		return List.copyOf(row);
	}

	private static Chart.Bar bar(Measured measured, String name, ToDoubleFunction<Run> quantity) {
		return new Chart.Bar(name, SIZES.stream().map((size) -> of(measured, size, quantity).median()).toList());
	}

	private static Noise tps(Measured measured, int size) {
		return of(measured, size, Measured::tps);
	}

	private static Noise of(Measured measured, int size, ToDoubleFunction<Run> quantity) {
		return measured.of(arm(size).name(), "", quantity);
	}

	private static Arm arm(int size) {
		return Arms.off("pool-" + size, "pool of " + size, "spring.datasource.hikari.maximum-pool-size",
				Integer.toString(size));
	}

}
