package dev.yoil.lab.experiment;

import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

import dev.yoil.lab.experiment.Plan.Action;
import dev.yoil.lab.experiment.Plan.Cell;
import dev.yoil.lab.experiment.Plan.Part;
import dev.yoil.lab.load.Load;
import dev.yoil.lab.load.Load.Target;
import dev.yoil.lab.result.Answer;
import dev.yoil.lab.result.Answer.Table;
import dev.yoil.lab.result.Arm;
import dev.yoil.lab.result.Run;
import dev.yoil.lab.service.ServiceSettings.Database;

/**
 * The database stops under load and goes on again. What is cached lives for 20 s in both
 * arms with a cache: with the 200 s that the service comes with, neither would notice
 * anything in the few minutes that there are.
 */
final class Outage implements Experiment {

	private static final Arm STOCK = Arms.stock("20s");

	@Override
	public String name() {
		return "outage";
	}

	@Override
	public String question() {
		return "What do readers notice while the database does not answer, and for how long after?";
	}

	@Override
	public Plan plan(boolean full) {
		// A quick run's before the first refresh of what the warm-up has loaded, 15 s
		// later, and so long that all values pass their time before it goes on.
		double stops = full ? 18 : 7;
		double resumes = stops + (full ? 20 : 12);
		Target[] targets = { Demand.list(), Demand.page(), Demand.ranking() };
		Load load = Demand.closed(Demand.LIMIT, List.of(Demand.stage(50, 0, resumes + (full ? 40 : 3))), targets);
		List<Part> parts = List.of(new Part("", Demand.warmUp(full, targets), false, load,
				List.of(new Action(Demand.seconds(stops), Action.Kind.STOP_DATABASE),
						new Action(Demand.seconds(resumes), Action.Kind.RESUME_DATABASE))));
		List<Cell> cells = Stream.of(Arms.OFF, STOCK, Arms.OURS_20S)
			.map((arm) -> Arms.cell(Database.POSTGRESQL, arm, Map.of(), parts))
			.toList();
		return new Plan(full ? 3 : 1, cells, Demand.CLOSED + "; 50 users, the database stops for "
				+ Figures.number(resumes - stops) + " s, what is cached lives for 20 s");
	}

	@Override
	public Answer answer(Plan plan, List<Run> runs) {
		Measured measured = new Measured(plan, runs);
		double planned = resumes(plan);
		ToDoubleFunction<Run> recovery = (run) -> Recovery.seconds(run, planned);
		Storm storm = new Storm(plan, measured).usual()
			.row("time to recover, s (- for not until the end)", recovery)
			.row("stale answers of fresh hits", StaleAnswers::ofFresh);
		Table table = storm.table("The database stops and goes on");
		String failed = storm.each(Measured::failed);
		String recovered = storm.each(recovery, " s");
		String never = storm.with(Measured::failed, recovery);
		String sentence = failed.isEmpty() ? "There are not the runs to tell what readers notice of an outage"
				: "Around the outage this many requests fail: " + failed
						+ storm.caveat(Arms.OFF, Arms.OURS_20S, Measured::failed) + storm.worstWait()
						+ (recovered.isEmpty() ? "" : "; all is well again after " + recovered)
						+ (never.isEmpty() ? "" : "; not until the end with " + never);
		return new Answer(sentence + measured.incomplete() + ".", List.of(Storm.UNPUBLISHED, Demand.ERRORS,
				"What is cached lives for 20 s in both arms with a cache. The service comes with 200 s, with which "
						+ "neither would notice anything in the minutes that there are.",
				"Stale answers of fresh hits: how many good answers there are in a second in which nearly all are stale, for each in the seconds before in which none was.",
				"The database is PostgreSQL, stopped by SIGSTOP: it keeps its connections and does not answer."),
				List.of(table),
				new Drawing(measured, plan).course("").times("Worst time", "", Drawing::worst).charts());
	}

	private static double resumes(Plan plan) {
		return plan.cells()
			.stream()
			.flatMap((cell) -> cell.parts().stream())
			.flatMap((part) -> part.actions().stream())
			.filter((action) -> action.kind() == Action.Kind.RESUME_DATABASE)
			.mapToDouble((action) -> action.at().toMillis() / 1000.0)
			.max()
			.orElse(0);
	}

}
