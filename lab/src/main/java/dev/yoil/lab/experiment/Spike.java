package dev.yoil.lab.experiment;

import java.util.ArrayList;
import java.util.List;

import dev.yoil.lab.experiment.Plan.Part;
import dev.yoil.lab.load.Load.Target;
import dev.yoil.lab.result.Answer;
import dev.yoil.lab.result.Answer.Table;
import dev.yoil.lab.result.Arm;
import dev.yoil.lab.result.Counted;

/**
 * A thousand users at the same instant, and a load of 5,000 requests per endpoint. Its
 * published duration and limit are unknown: here 500 req/s and 600 ms. Two arms have the
 * published accept count, two the service's own.
 */
final class Spike {

	static final Experiment EXPERIMENT = Findings.experiment("spike",
			"How does the service answer a thousand readers at the same instant?", Spike::plan, Spike::answer);

	private static final String LOAD = "load";

	private static final String LARGE = "5,000 at once";

	private static final Arm OFF = Arms.with(Arms.OFF, Arms.ACCEPT_COUNT);

	private static final Arm ON = Arms.with(Arms.OURS, Arms.ACCEPT_COUNT);

	private static final Arm OFF_OUR_QUEUE = Arms.off("off-as-it-comes", "no cache, default accept count");

	private static final Arm ON_OUR_QUEUE = Arms
		.with(new Arm("ours-as-it-comes", "Yoil, default accept count", Arms.OURS.settings()), Arms.ordered());

	private static final List<String> NOTES = List.of(Demand.ERRORS,
			Arms.QUEUE + " Two arms have the service's own, longer queue.",
			"Opening 5,000 connections takes the load generator a good part of the 600 ms.",
			"The published duration of the load is unknown; here it is 500 req/s.");

	private Spike() {
	}

	private static Plan plan(boolean full) {
		Target[] targets = { Demand.list(), Demand.page(), Demand.ranking() };
		List<Part> parts = new ArrayList<>();
		parts.add(new Part(LOAD, Demand.warmUp(full, targets),
				Demand.open(Demand.LIMIT, full ? Demand.stage(15_000, 30, 0) : Demand.stage(1_500, 3, 0), targets)));
		for (Target target : full ? List.of(targets) : List.of(Demand.list())) {
			parts.add(new Part(spike(target), null, Demand.open(Demand.LIMIT, Demand.atOnce(1000), target)));
		}
		if (full) {
			parts.add(new Part(LARGE, null, Demand.open(Demand.LIMIT, Demand.atOnce(5000), Demand.list())));
		}
		return new Plan(full ? 3 : 1, Arms.cells(List.copyOf(parts), OFF, ON, OFF_OUR_QUEUE, ON_OUR_QUEUE),
				Demand.OPEN + "; 1,000 at the same instant, and " + (full ? "15,000 over 30 s" : "1,500 over 3 s"));
	}

	private static Answer answer(Findings findings, Plan plan) {
		List<String> parts = plan.parts();
		List<List<String>> rows = new ArrayList<>();
		rows.add(times(findings, LOAD, "353", "57"));
		rows.add(errors(findings, LOAD, "98.78 %", "0.007 %"));
		for (String part : parts.subList(1, parts.size())) {
			boolean large = part.equals(LARGE);
			rows.add(times(findings, part, large ? Figures.NONE : "1,397", large ? Figures.NONE : "875"));
			rows.add(errors(findings, part, large ? Figures.NONE : "83.5 %", large ? Figures.NONE : "14.7 %"));
			rows.add(Findings.published(
					findings.row(part + ", connections dropped", part, Quantities.counted(Counted::listenDrops)),
					Figures.NONE, 3, Figures.NONE));
		}
		Table table = new Table(
				"Load and spike; published of three endpoints together", List.of("", "published, off", "here, off",
						"published, on", "here, on", "here, off, our accept count", "here, on, our accept count"),
				List.copyOf(rows));
		return findings.partBars("Errors", "%", parts, Quantities::errors)
			.partBars("Mean time", "ms", parts, Quantities::mean)
			.answer(headline(findings, spike(Demand.list())), NOTES, table);
	}

	private static String headline(Findings findings, String part) {
		return Findings.headline(
				"Of 1,000 at once, %s %% fail with Yoil, %s %% without; with the default accept count "
						+ "%s %% and %s %%.",
				findings.of(ON, part, Quantities::errors), findings.of(OFF, part, Quantities::errors),
				findings.of(ON_OUR_QUEUE, part, Quantities::errors),
				findings.of(OFF_OUR_QUEUE, part, Quantities::errors));
	}

	private static List<String> times(Findings findings, String part, String off, String on) {
		return Findings.published(findings.row(part + ", mean time, ms", part, Quantities::mean), off, 3, on);
	}

	private static List<String> errors(Findings findings, String part, String off, String on) {
		return Findings.published(
				findings.row(part + ", errors", (arm) -> percent(findings.of(arm, part, Quantities::errors))), off, 3,
				on);
	}

	private static String percent(Noise errors) {
		return errors.missing() ? Figures.NONE : errors.brief() + " %";
	}

	private static String spike(Target target) {
		return "spike on " + target.name();
	}

}
