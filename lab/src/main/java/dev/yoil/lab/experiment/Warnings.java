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
 * What to know before believing what was measured.
 */
final class Warnings {

	private static final int NAMED = 3;

	private final List<Run> runs;

	private final Limits limits;

	Warnings(List<Run> runs, Limits limits) {
		this.runs = runs;
		this.limits = limits;
	}

	/** Returns a line for each thing to know. */
	List<String> lines() {
		List<String> lines = new ArrayList<>();
		add(lines, "the load generator was the limit, with more of the busy processors than the service had",
				this.limits::isGenerator);
		add(lines, "the warm-up ended at its bound before the rate was level", Warnings::isCold);
		add(lines, "the kernel dropped connections, whose users waited a second or more to be let in",
				(run) -> drops(run) > 0);
		for (Run run : this.runs) {
			Counted counted = run.counted();
			if (counted != null && differs(run, counted)) {
				lines.add(String.format(Locale.ROOT,
						"totals differ in %s: %,d requests were sent (%,d of them in flight at the end), "
								+ "the service counted %,d",
						where(run), run.load().sent(), run.load().inFlight(), counted.requests()));
			}
		}
		if (this.runs.stream().mapToInt(Run::round).distinct().count() == 1) {
			lines.add("one round was measured, so that nothing is known of the noise: use --rounds 3");
		}
		return lines;
	}

	/**
	 * Returns what is to be said before the answer of a quick run.
	 * @return empty if all its warm-ups got level
	 */
	String reservation() {
		List<Run> cold = this.runs.stream().filter(Warnings::isCold).toList();
		return cold.isEmpty() ? ""
				: "Not to be relied on: of %d of %d loads the warm-up ended at its bound before the rate was level, such as of %s; use --full. "
					.formatted(cold.size(), this.runs.size(), where(cold.get(0)));
	}

	private static boolean isCold(Run run) {
		WarmUp warmUp = run.warmUp();
		return warmUp != null && !warmUp.level();
	}

	static String where(Run run) {
		return where(run.arm(), run.part(), run.round());
	}

	static String where(String arm, String part, int round) {
		return arm + (part.isEmpty() ? "" : " (" + part + ")") + " of round " + round;
	}

	private void add(List<String> lines, String what, Predicate<Run> concerned) {
		List<Run> found = this.runs.stream().filter(concerned).toList();
		if (found.isEmpty()) {
			return;
		}
		String named = String.join(", ", found.stream().limit(NAMED).map(Warnings::where).toList());
		String more = (found.size() > NAMED) ? " and %d more".formatted(found.size() - NAMED) : "";
		lines.add("%s: in %d of %d loads, %s%s".formatted(what, found.size(), this.runs.size(), named, more));
	}

	private static long drops(Run run) {
		Counted counted = run.counted();
		return (counted != null) ? counted.listenDrops() : 0;
	}

	private static boolean differs(Run run, Counted counted) {
		long unseen = run.load().inFlight();
		for (Map.Entry<String, Long> error : run.load().total().errors().entrySet()) {
			unseen += Measured.UNANSWERED.contains(error.getKey()) ? error.getValue() : 0;
		}
		long fewest = run.load().sent() - unseen;
		// To clear caches is a request to the service, too.
		boolean onlyLoad = run.events().isEmpty();
		return counted.requests() < fewest || (onlyLoad && counted.requests() > run.load().sent());
	}

}
