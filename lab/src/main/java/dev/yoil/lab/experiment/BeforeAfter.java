package dev.yoil.lab.experiment;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

import dev.yoil.lab.experiment.Plan.Part;
import dev.yoil.lab.load.Load;
import dev.yoil.lab.load.Load.Stage;
import dev.yoil.lab.result.Answer;
import dev.yoil.lab.result.Answer.Table;
import dev.yoil.lab.result.Arm;
import dev.yoil.lab.result.Run;

/**
 * The value of caching, and how much of it comes from a cache of objects, from prebuilt
 * bytes and from Yoil: 500 users arrive over 100 s and stay until 180 s.
 */
final class BeforeAfter {

	static final Experiment EXPERIMENT = Findings.experiment("before-after",
			"How many more requests does the service answer with its caches than without?", BeforeAfter::plan,
			BeforeAfter::answer);

	private static final List<String> NOTES = List.of(Demand.ERRORS,
			"TPS as published counts every answer, late and failed ones too. Good req/s counts answers within 600 ms.",
			"An arm collapses when fewer than nine of ten requests are good for two seconds. Ratios are up to the most "
					+ "users that all arms bear.");

	private BeforeAfter() {
	}

	private static Plan plan(boolean full) {
		// A quick run keeps 40 users, whom the service bears without caches, for a while.
		List<Stage> stages = full ? List.of(Demand.stage(500, 100, 80))
				: List.of(Demand.stage(40, 0, 6), Demand.stage(500, 2, 2));
		Load load = Demand.closed(Demand.LIMIT, stages, Demand.list());
		List<Part> parts = List.of(new Part("", Demand.warmUp(full, Demand.list()), load));
		return new Plan(full ? 3 : 1, Arms.cells(parts, Arms.OFF, Arms.STOCK, Arms.PREBUILT, Arms.OURS),
				Demand.CLOSED + "; 500 users arrive over " + (full ? "100 s" : "8 s, 40 of them at once"));
	}

	private static Answer answer(Findings findings, Plan plan) {
		Table published = new Table("Before and after the cache, as published",
				List.of("", "published, off", "here, off", "published, on", "here, Spring's cache",
						"here, prebuilt bytes in Caffeine", "here, Yoil"),
				List.of(published(findings, "mean TPS", "247.4", "2,960.1", Quantities::answers),
						published(findings, "peak TPS", "550", "3,579", Quantities::peakAnswers),
						Findings.published(findings.row("errors", (arm) -> findings.errors(arm, "")),
								"about 17,000 of 40,000", 3, "468 of 291,321")));
		Table here = findings.table("Results",
				List.of(findings.row("good req/s", "", Quantities::rate),
						findings.row("best second, good req/s", "", Quantities::peak),
						findings.row("over 600 ms or without an answer, %", "", Quantities::timeouts),
						findings.row("other errors, %", "", Quantities::otherErrors),
						findings.row("most users before it collapsed", "", Bearing::most)));
		return findings.armBars("Good answers", "req/s", "", Map.of("good answers", Quantities::rate))
			.course()
			.answer(headline(findings), NOTES, published, here, steps(findings, plan.arms()));
	}

	private static String headline(Findings findings) {
		Noise ours = findings.of(Arms.OURS, "", Quantities::rate);
		Noise off = findings.of(Arms.OFF, "", Quantities::rate);
		return Findings.headline("With Yoil: %s req/s, " + errors(findings, Arms.OURS) + ". Without: %s req/s, "
				+ errors(findings, Arms.OFF) + off.end(ours), ours, off);
	}

	private static String errors(Findings findings, Arm arm) {
		Noise errors = findings.of(arm, "", Quantities::errors);
		if (errors.median() == 0) {
			return "no errors";
		}
		boolean late = findings.of(arm, "", Quantities::otherErrors).median() == 0;
		return errors.brief() + " %% " + (late ? "too slow" : "errors");
	}

	private static List<String> published(Findings findings, String name, String off, String on,
			ToDoubleFunction<Run> quantity) {
		return Findings.published(findings.row(name, "", quantity), off, 3, on);
	}

	/** Compares each arm with the one before it, up to the most users that all bear. */
	private static Table steps(Findings findings, List<Arm> arms) {
		int users = arms.stream()
			.flatMap((arm) -> findings.runs(arm, "").stream())
			.mapToInt(Bearing::most)
			.min()
			.orElse(0);
		ToDoubleFunction<Run> good = Bearing.goodWith(users);
		List<List<String>> rows = new ArrayList<>();
		for (int i = 1; i < arms.size(); i++) {
			Arm before = arms.get(i - 1);
			Arm after = arms.get(i);
			rows.add(List.of("%s instead of %s".formatted(after.title(), before.title()),
					findings.of(after, "", good).times(findings.of(before, "", good))));
		}
		return new Table("Gain of each step", List.of("step",
				(users > 0) ? "good req/s, up to %d users".formatted(users) : "good req/s: no users that all bear"),
				List.copyOf(rows));
	}

}
