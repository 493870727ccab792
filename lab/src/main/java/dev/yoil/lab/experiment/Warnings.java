package dev.yoil.lab.experiment;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Predicate;

import dev.yoil.lab.result.Counted;
import dev.yoil.lab.result.Run;
import dev.yoil.lab.result.WarmUp;

/**
 * Reasons to doubt the runs of an experiment.
 */
final class Warnings {

	private static final int NAMED = 3;

	private final List<Run> runs;

	private final List<String> lines = new ArrayList<>();

	private Warnings(List<Run> runs) {
		this.runs = runs;
	}

	/** Returns a line per reason. */
	static List<String> of(Plan plan, List<Run> runs, Limits limits) {
		Warnings warnings = new Warnings(runs);
		int planned = plan.rounds() * plan.cells().size() * plan.parts().size();
		long complete = runs.stream().filter((run) -> run.ended() == null && run.load().total().requests() > 0).count();
		if (complete < planned) {
			warnings.lines.add("Only %d of %d runs are complete.".formatted(complete, planned));
		}
		warnings.add("The load generator was the limit: it used more of the busy CPUs than the service",
				limits::isGenerator);
		warnings.add("The warm-up ended before the rate was level", Warnings::isCold);
		warnings.add("The kernel dropped connections, whose users waited a second or more", Warnings::hasDrops);
		runs.forEach(warnings::compareTotals);
		if (runs.stream().mapToInt(Run::round).distinct().count() == 1) {
			warnings.lines.add("One round was measured, so the noise is unknown: use --rounds 3.");
		}
		return warnings.lines;
	}

	private void add(String reason, Predicate<Run> concerned) {
		List<Run> found = this.runs.stream().filter(concerned).toList();
		if (found.isEmpty()) {
			return;
		}
		String named = String.join(", ", found.stream().limit(NAMED).map(Warnings::where).toList());
		String more = (found.size() > NAMED) ? " and %d more".formatted(found.size() - NAMED) : "";
		this.lines.add("%s: in %d of %d runs, %s%s.".formatted(reason, found.size(), this.runs.size(), named, more));
	}

	private static boolean isCold(Run run) {
		WarmUp warmUp = run.warmUp();
		return warmUp != null && !warmUp.level();
	}

	private static boolean hasDrops(Run run) {
		Counted counted = run.counted();
		return counted != null && counted.listenDrops() > 0;
	}

	/**
	 * Compares the requests that the generator sent with those that the service counted.
	 */
	private void compareTotals(Run run) {
		Counted counted = run.counted();
		if (counted == null) {
			return;
		}
		long unseen = run.load().inFlight();
		for (Map.Entry<String, Long> error : run.load().total().errors().entrySet()) {
			unseen += Quantities.UNANSWERED.contains(error.getKey()) ? error.getValue() : 0;
		}
		// Actions send requests to the service, too.
		boolean more = run.events().isEmpty() && counted.requests() > run.load().sent();
		boolean lost = run.events().values().stream().anyMatch((event) -> event.contains(Actions.ENDING_UNDER_LOAD));
		if (more || (!lost && counted.requests() < run.load().sent() - unseen)) {
			this.lines.add(String.format(Locale.ROOT,
					"Totals differ in %s: the generator sent %,d requests (%,d in flight at the end), the service counted "
							+ "%,d.",
					where(run), run.load().sent(), run.load().inFlight(), counted.requests()));
		}
	}

	private static String where(Run run) {
		return where(run.arm(), run.part(), run.round());
	}

	/** Returns the name of a run, such as {@code off (load) of round 1}. */
	static String where(String arm, String part, int round) {
		return arm + (part.isEmpty() ? "" : " (" + part + ")") + " of round " + round;
	}

}
