package dev.yoil.lab.experiment;

import java.util.List;
import java.util.stream.Stream;

import dev.yoil.lab.experiment.Plan.Cell;
import dev.yoil.lab.experiment.Plan.Part;
import dev.yoil.lab.result.Answer;
import dev.yoil.lab.result.Answer.Table;
import dev.yoil.lab.result.Arm;
import dev.yoil.lab.result.Run;

/**
 * Everybody asks at once for a day that is not in any cache. The warm-up asks for another
 * day, so that the day is cold in all arms alike, those too that cannot be cleared. The
 * methods of both caches say {@code sync = true}, so the stock one loads a list once too.
 */
final class Stampede implements Experiment {

	private static final Arm STOCK = Arms.stock("200s");

	@Override
	public String name() {
		return "stampede";
	}

	@Override
	public String question() {
		return "How often is the database asked when 500 readers at once want a list that no cache has?";
	}

	@Override
	public Plan plan(boolean full) {
		List<Part> parts = List.of(new Part("", Demand.warmUp(full, Demand.list("SUNDAY")), false,
				Demand.open(Demand.atOnce(500), Demand.list("MONDAY")), List.of()));
		List<Cell> cells = Stream.of(Arms.OFF, STOCK, Arms.OURS)
			.map((arm) -> Arms.cell(arm, Arms.ACCEPT_COUNT, parts))
			.toList();
		return new Plan(full ? 5 : 1, cells, Demand.OPEN + "; 500 at the same instant");
	}

	@Override
	public Answer answer(Plan plan, List<Run> runs) {
		Measured measured = new Measured(plan, runs);
		Storm storm = new Storm(plan, measured).usual();
		Table table = storm.table("500 at once for a day that nobody asked for yet");
		String uses = storm.each(Measured::databaseUsesOfLoad);
		String sentence = uses.isEmpty() ? "There are not the runs to tell how often the database was asked"
				: "500 at once for a list that no cache has use the database this often: " + uses + storm.worstWait()
						+ storm.caveat(Arms.OFF, Arms.OURS, Measured::databaseUsesOfLoad);
		return new Answer(sentence + measured.incomplete() + ".",
				List.of(Storm.UNPUBLISHED, Demand.ERRORS, Arms.QUEUE,
						"The stock Spring cache loads once too, since its methods say sync = true."),
				List.of(table),
				new Drawing(measured, plan).course("").times("Worst time", "", Drawing::worst).charts());
	}

}
