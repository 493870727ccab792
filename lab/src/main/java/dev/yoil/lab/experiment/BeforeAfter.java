package dev.yoil.lab.experiment;

import java.util.List;
import java.util.Map;

import dev.yoil.lab.experiment.Measured.Total;
import dev.yoil.lab.experiment.Plan.Cell;
import dev.yoil.lab.experiment.Plan.Part;
import dev.yoil.lab.load.Load;
import dev.yoil.lab.result.Answer;
import dev.yoil.lab.result.Answer.Table;
import dev.yoil.lab.result.Arm;
import dev.yoil.lab.result.Run;

/**
 * What caching is worth: 500 users who come over 100 s and stay until 3 min are over.
 */
final class BeforeAfter implements Experiment {

	@Override
	public String name() {
		return "before-after";
	}

	@Override
	public String question() {
		return "How many more requests does the service answer with its caches than without?";
	}

	@Override
	public Plan plan(boolean full) {
		Load load = Demand.closed(Demand.LIMIT, List.of(full ? Demand.stage(500, 100, 80) : Demand.stage(500, 4, 1)),
				Demand.list());
		List<Part> parts = List.of(new Part("", Demand.warmUp(full, Demand.list()), false, load, List.of()));
		List<Cell> cells = List.of(Arms.cell(Arms.OFF, Map.of(), parts), Arms.cell(Arms.OURS, Map.of(), parts));
		return new Plan(full ? 3 : 2, cells, Demand.CLOSED + "; 500 users come over " + (full ? "100 s" : "4 s"));
	}

	@Override
	public Answer answer(Plan plan, List<Run> runs) {
		Measured measured = new Measured(plan, runs);
		Noise off = tps(measured, Arms.OFF);
		Noise ours = tps(measured, Arms.OURS);
		Table table = new Table("Before and after the cache",
				List.of("", "published, off", "here, off", "published, on", "here, on"),
				List.of(List.of("mean TPS", "247.4", off.text(), "2,960.1", ours.text()),
						List.of("peak TPS", "550", peak(measured, Arms.OFF), "3,579", peak(measured, Arms.OURS)),
						List.of("errors", "about 17,000 of 40,000", Figures.errors(total(measured, Arms.OFF)),
								"468 of 291,321", Figures.errors(total(measured, Arms.OURS)))));
		Drawing drawing = new Drawing(measured, plan).course("");
		return new Answer(sentence(measured, new Comparison(off, ours, true)), List.of(Demand.ERRORS), List.of(table),
				drawing.charts());
	}

	private static String sentence(Measured measured, Comparison tps) {
		String end = tps.caveat() + measured.incomplete() + ".";
		if (tps.missing()) {
			return "There are not the runs to tell what the caches are worth" + end;
		}
		if (tps.after().median() == 0) {
			return "With the caches not a single answer was as it should be, without them %s a second"
				.formatted(tps.before().text()) + end;
		}
		if (tps.before().median() == 0) {
			return "With the caches there are %s good answers a second, without them none at all"
				.formatted(tps.after().text()) + end;
		}
		String ratio = Figures.times(tps.before().median(), tps.after().median());
		return "With the caches there are %s good answers a second instead of %s, %s times as many (published: 12 times), and %s requests fail instead of %s"
			.formatted(tps.after().brief(), tps.before().brief(), ratio, Figures.errors(total(measured, Arms.OURS)),
					Figures.errors(total(measured, Arms.OFF)))
				+ end;
	}

	private static Noise tps(Measured measured, Arm arm) {
		return measured.of(arm.name(), "", Measured::tps);
	}

	private static String peak(Measured measured, Arm arm) {
		return measured.of(arm.name(), "", Measured::peak).text();
	}

	private static Total total(Measured measured, Arm arm) {
		return measured.total(arm.name(), "");
	}

}
