package dev.yoil.lab.experiment;

import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import dev.yoil.lab.experiment.Plan.Action;
import dev.yoil.lab.experiment.Plan.Cell;
import dev.yoil.lab.experiment.Plan.Part;
import dev.yoil.lab.result.Answer;
import dev.yoil.lab.result.Answer.Table;
import dev.yoil.lab.result.Run;

/**
 * All caches are emptied every second while 50 readers ask. The stock Spring cache is not
 * among the arms: the service empties only its own caches over HTTP.
 */
final class InvalidationStorm implements Experiment {

	@Override
	public String name() {
		return "invalidation-storm";
	}

	@Override
	public String question() {
		return "What are the caches worth when all of them are emptied every second?";
	}

	@Override
	public Plan plan(boolean full) {
		int seconds = full ? 60 : 5;
		List<Action> clears = IntStream.range(1, seconds)
			.mapToObj((at) -> new Action(Demand.seconds(at), Action.Kind.CLEAR_CACHES))
			.toList();
		List<Part> parts = List.of(new Part("", Demand.warmUp(full, Demand.list()), false,
				Demand.closed(Demand.LIMIT, List.of(Demand.stage(50, 0, seconds)), Demand.list()), clears));
		List<Cell> cells = Stream.of(Arms.OFF, Arms.OURS).map((arm) -> Arms.cell(arm, Map.of(), parts)).toList();
		return new Plan(full ? 3 : 1, cells, Demand.CLOSED + "; 50 users, a clear every second");
	}

	@Override
	public Answer answer(Plan plan, List<Run> runs) {
		Measured measured = new Measured(plan, runs);
		Storm storm = new Storm(plan, measured).usual().row("TPS", Measured::tps);
		Table table = storm.table("All caches are emptied every second");
		Comparison tps = new Comparison(storm.of(Arms.OFF, Measured::tps), storm.of(Arms.OURS, Measured::tps), true);
		String uses = storm.each(Measured::databaseUses);
		String sentence = tps.missing() ? "There are not the runs to tell what the caches are worth under clears"
				: "Emptied every second the caches give %s good answers a second instead of %s without any%s; %s"
					.formatted(tps.after().brief(), tps.before().brief(), tps.caveat(), uses.isEmpty()
							? "of the database nothing is known" : "the database is used per request: " + uses);
		return new Answer(sentence + measured.incomplete() + ".",
				List.of(Storm.UNPUBLISHED, Demand.ERRORS,
						"The stock Spring cache cannot be emptied over HTTP and is left out."),
				List.of(table), new Drawing(measured, plan).course("").charts());
	}

}
