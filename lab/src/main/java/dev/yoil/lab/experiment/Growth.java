package dev.yoil.lab.experiment;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

import dev.yoil.lab.experiment.Plan.Cell;
import dev.yoil.lab.experiment.Plan.Part;
import dev.yoil.lab.load.Load;
import dev.yoil.lab.load.Load.Target;
import dev.yoil.lab.result.Answer;
import dev.yoil.lab.result.Answer.Table;
import dev.yoil.lab.result.Arm;
import dev.yoil.lab.result.Chart;
import dev.yoil.lab.result.Run;
import dev.yoil.lab.service.ServiceSettings;
import dev.yoil.lab.service.ServiceSettings.Database;
import org.jspecify.annotations.Nullable;

/**
 * How long one reader waits for an answer as the database grows: a miss reads more, a hit
 * only sends more.
 */
final class Growth implements Experiment {

	private static final List<Integer> SIZES = List.of(5_000, 50_000, 500_000);

	private static final List<Target> TARGETS = List.of(Demand.list(), Demand.page());

	@Override
	public String name() {
		return "growth";
	}

	@Override
	public String question() {
		return "How long does an answer take as the number of webtoons grows, with the caches and without?";
	}

	@Override
	public Plan plan(boolean full) {
		double seconds = full ? 10 : 1;
		Load warmUp = Demand.warmUp(full, 1, TARGETS.toArray(Target[]::new));
		List<Part> parts = TARGETS.stream()
			.map((target) -> part(target, (full || target.equals(TARGETS.get(0))) ? warmUp : null, seconds))
			.toList();
		List<Cell> cells = sizes(full).stream()
			.flatMap((size) -> Stream.of(cell(Arms.OFF, size, parts), cell(Arms.OURS, size, parts)))
			.toList();
		return new Plan(full ? 3 : 1, cells, Demand.CLOSED + "; one user");
	}

	/**
	 * It takes minutes to fill the largest database.
	 */
	private static List<Integer> sizes(boolean full) {
		return full ? SIZES : SIZES.subList(0, 2);
	}

	private static Part part(Target target, @Nullable Load warmUp, double seconds) {
		return new Part(target.name(), warmUp, false,
				Demand.closed(Demand.PATIENCE, List.of(Demand.stage(1, 0, seconds)), target), List.of());
	}

	@Override
	public Answer answer(Plan plan, List<Run> runs) {
		Measured measured = new Measured(plan, runs);
		List<Integer> sizes = plan.cells().stream().map((cell) -> cell.settings().webtoons()).distinct().toList();
		List<List<String>> rows = new ArrayList<>();
		Drawing drawing = new Drawing(measured, plan);
		for (Target target : TARGETS) {
			for (int size : sizes) {
				List<String> row = new ArrayList<>(List.of("%,d webtoons, %s".formatted(size, target.name())));
				for (Arm arm : List.of(Arms.OFF, Arms.OURS)) {
					row.add(of(measured, arm, size, target, Measured::p50).text());
					row.add(of(measured, arm, size, target, Measured::p99).text());
				}
				rows.add(List.copyOf(row));
			}
			drawing.bars("Time to an answer, p50: " + target.name(), "ms",
					sizes.stream().map("%,d"::formatted).toList(),
					Stream.of(Arms.OFF, Arms.OURS).map((arm) -> bar(measured, arm, sizes, target)).toList());
		}
		Table table = new Table("More webtoons", List.of("time to an answer, ms", "cache off, p50", "cache off, p99",
				"our caches, p50", "our caches, p99"), List.copyOf(rows));
		return new Answer(sentence(measured, sizes) + measured.incomplete() + ".", List.of(Storm.UNPUBLISHED),
				List.of(table), drawing.charts());
	}

	private static String sentence(Measured measured, List<Integer> sizes) {
		Target page = Demand.page();
		int most = sizes.get(sizes.size() - 1);
		Noise off = of(measured, Arms.OFF, most, page, Measured::p50);
		Noise ours = of(measured, Arms.OURS, most, page, Measured::p50);
		if (off.missing() || ours.missing()) {
			return "There are not the runs to tell how an answer grows";
		}
		return "With %,d webtoons the first page takes %s ms with the caches and %s ms without%s".formatted(most,
				ours.brief(), off.brief(), new Comparison(off, ours, false).caveat());
	}

	private static Chart.Bar bar(Measured measured, Arm arm, List<Integer> sizes, Target target) {
		return new Chart.Bar(arm.title(),
				sizes.stream().map((size) -> of(measured, arm, size, target, Measured::p50).median()).toList());
	}

	private static Noise of(Measured measured, Arm arm, int size, Target target, ToDoubleFunction<Run> quantity) {
		return measured.of(sized(arm, size).name(), target.name(), quantity);
	}

	private static Cell cell(Arm arm, int size, List<Part> parts) {
		Arm sized = sized(arm, size);
		return new Cell(sized, new ServiceSettings(Database.H2, size, sized.settings()), parts);
	}

	private static Arm sized(Arm arm, int size) {
		return new Arm(arm.name() + "-" + size, "%s, %,d webtoons".formatted(arm.title(), size),
				Map.copyOf(arm.settings()));
	}

}
