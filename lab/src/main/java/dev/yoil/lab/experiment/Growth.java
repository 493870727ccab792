package dev.yoil.lab.experiment;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

import dev.yoil.lab.experiment.Plan.Cell;
import dev.yoil.lab.experiment.Plan.Part;
import dev.yoil.lab.load.Load;
import dev.yoil.lab.load.Load.Target;
import dev.yoil.lab.result.Answer;
import dev.yoil.lab.result.Answer.Table;
import dev.yoil.lab.result.Arm;
import dev.yoil.lab.service.ServiceSettings;
import dev.yoil.lab.service.ServiceSettings.Database;

/**
 * The time to an answer for one reader as the database grows: a miss reads more, a hit
 * only sends more.
 */
final class Growth {

	static final Experiment EXPERIMENT = Findings.experiment("growth",
			"How long does an answer take as the number of webtoons grows, with the caches and without?", Growth::plan,
			Growth::answer);

	private static final List<Target> TARGETS = List.of(Demand.page(), Demand.list());

	private Growth() {
	}

	private static Plan plan(boolean full) {
		Load warmUp = Demand.warmUp(full, 1, TARGETS.toArray(Target[]::new));
		List<Part> parts = TARGETS.stream()
			.map((target) -> new Part(target.name(), (full || target.equals(TARGETS.get(0))) ? warmUp : null,
					Demand.closed(Demand.PATIENCE, List.of(Demand.stage(1, 0, full ? 10 : 1)), target)))
			.toList();
		// The largest database takes minutes to fill.
		List<Cell> cells = Stream.of(5_000, 50_000, 500_000)
			.limit(full ? 3 : 2)
			.flatMap((size) -> Stream.of(cell(Arms.OFF, size, parts), cell(Arms.OURS, size, parts)))
			.toList();
		return new Plan(full ? 3 : 1, cells, Demand.CLOSED + "; one user");
	}

	private static Cell cell(Arm arm, int size, List<Part> parts) {
		Arm sized = sized(arm, size);
		return new Cell(sized, new ServiceSettings(Database.H2, size, sized.settings()), parts);
	}

	private static Arm sized(Arm arm, int size) {
		return new Arm(arm.name() + "-" + size, "%s, %,d webtoons".formatted(arm.title(), size), arm.settings());
	}

	private static Answer answer(Findings findings, Plan plan) {
		List<Integer> sizes = plan.cells().stream().map((cell) -> cell.settings().webtoons()).distinct().toList();
		List<List<String>> rows = new ArrayList<>();
		for (String part : plan.parts()) {
			for (int size : sizes) {
				List<String> row = new ArrayList<>(List.of("%,d webtoons, %s".formatted(size, part)));
				for (Arm arm : List.of(sized(Arms.OFF, size), sized(Arms.OURS, size))) {
					row.add(findings.of(arm, part, Quantities::p50).text());
					row.add(findings.of(arm, part, Quantities::p99).text());
				}
				rows.add(List.copyOf(row));
			}
			findings.bars("Time to an answer, p50: " + part, "ms", sizes.stream().map("%,d"::formatted).toList(),
					Stream.of(Arms.OFF, Arms.OURS)
						.map((arm) -> Findings.bar(arm.title(), sizes,
								(size) -> findings.of(sized(arm, size), part, Quantities::p50)))
						.toList());
		}
		Table table = new Table("More webtoons",
				List.of("time to an answer, ms", "no cache, p50", "no cache, p99", "Yoil, p50", "Yoil, p99"),
				List.copyOf(rows));
		int most = sizes.get(sizes.size() - 1);
		Noise off = findings.of(sized(Arms.OFF, most), "page", Quantities::p50);
		Noise ours = findings.of(sized(Arms.OURS, most), "page", Quantities::p50);
		String headline = Findings
			.headline("With %,d webtoons the first page takes %%s ms with Yoil, %%s ms without".formatted(most)
					+ off.end(ours), ours, off);
		return findings.answer(headline, List.of(Findings.UNPUBLISHED), table);
	}

}
