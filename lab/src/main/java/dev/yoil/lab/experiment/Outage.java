package dev.yoil.lab.experiment;

import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;

import dev.yoil.lab.experiment.Plan.Action;
import dev.yoil.lab.experiment.Plan.Part;
import dev.yoil.lab.load.Load;
import dev.yoil.lab.load.Load.Target;
import dev.yoil.lab.result.Answer;
import dev.yoil.lab.result.Answer.Table;
import dev.yoil.lab.result.Run;
import dev.yoil.lab.result.Sample;
import dev.yoil.lab.result.Second;
import dev.yoil.lab.result.Series;
import dev.yoil.lab.service.ServiceSettings.Database;

/**
 * The database stops under load and resumes.
 */
final class Outage {

	static final Experiment EXPERIMENT = Findings.experiment("outage",
			"What do readers notice while the database does not answer, and for how long after?", Outage::plan,
			Outage::answer);

	/** The share of stale lookups from which on a second counts as stale. */
	private static final double STALE = 0.9;

	private Outage() {
	}

	/**
	 * Values live for 20 s in both arms with a cache: with 200 s neither would notice
	 * anything in the minutes of a run.
	 */
	private static Plan plan(boolean full) {
		// Quick: before the first refresh, and so long that all values expire.
		double stops = full ? 18 : 7;
		double resumes = stops + (full ? 20 : 12);
		Target[] targets = { Demand.list(), Demand.page(), Demand.ranking() };
		Load load = Demand.closed(Demand.LIMIT, List.of(Demand.stage(50, 0, resumes + (full ? 40 : 3))), targets);
		List<Part> parts = List.of(new Part("", Demand.warmUp(full, targets), load,
				List.of(new Action(Demand.seconds(stops), Action.Kind.STOP_DATABASE),
						new Action(Demand.seconds(resumes), Action.Kind.RESUME_DATABASE))));
		return new Plan(full ? 3 : 1,
				Arms.cells(Database.POSTGRESQL, Map.of(), parts, List.of(Arms.OFF, Arms.STOCK_20S, Arms.OURS_20S)),
				Demand.CLOSED + "; 50 users, the database stops for " + Figures.number(resumes - stops)
						+ " s, values live for 20 s");
	}

	private static Answer answer(Findings findings, Plan plan) {
		Action resume = plan.cells().get(0).parts().get(0).actions().get(1);
		ToDoubleFunction<Run> recovery = (run) -> recovery(run, resume.at().toMillis() / 1000.0);
		Table table = findings.table("The database stops and resumes",
				List.of(findings.row("failed requests", (arm) -> findings.errors(arm, "")),
						findings.row("failed requests per load", "", Quantities::failed),
						findings.row("database uses per request", "", Outage::databaseUsesPerRequest),
						findings.row("slowest, ms", "", Quantities::slowest),
						findings.row("time to recover, s (- for not until the end)", "", recovery),
						findings.row("stale answers per fresh answer", "", Outage::staleOfFresh)));
		return findings.armBars("Failed requests", "requests", "", Map.of("failed requests", Quantities::failed))
			.course()
			.answer(Findings.headline(
					"While the database is down, %s requests fail with Yoil, %s with Spring's "
							+ "cache over Caffeine, %s without.",
					findings.of(Arms.OURS_20S, "", Quantities::failed),
					findings.of(Arms.STOCK_20S, "", Quantities::failed), findings.of(Arms.OFF, "", Quantities::failed)),
					List.of(Findings.UNPUBLISHED, Demand.ERRORS,
							"Values live for 20 s in both arms with a cache, instead of the service's 200 s.",
							"Stale answers per fresh answer: good req/s in seconds in which nearly all answers are stale, "
									+ "divided by those before in which none was.",
							"The database is PostgreSQL, stopped by SIGSTOP: it keeps its connections and does not answer."),
					table);
	}

	private static double databaseUsesPerRequest(Run run) {
		return Quantities.counted((counted) -> (double) counted.poolUses() / counted.requests()).applyAsDouble(run);
	}

	/**
	 * Returns the seconds from the resume to the first whole second from which on there
	 * is no error and each second has a good answer. The last second, which may be
	 * incomplete, only needs to be without errors.
	 * @param planned when the database was to resume, for a run without that event
	 * @return NaN if the errors go on to the end
	 */
	static double recovery(Run run, double planned) {
		double resumed = run.events()
			.entrySet()
			.stream()
			.filter((event) -> event.getValue().contains("database resumed"))
			.mapToDouble(Map.Entry::getKey)
			.max()
			.orElse(planned);
		List<Second> after = run.load().seconds().stream().filter((second) -> second.second() + 1 > resumed).toList();
		if (after.size() < 2 || after.get(after.size() - 1).allErrors() > 0) {
			return Double.NaN;
		}
		double well = Double.NaN;
		for (int i = after.size() - 2; i >= 0; i--) {
			Second second = after.get(i);
			if (second.allErrors() > 0 || second.good() == 0) {
				break;
			}
			well = second.second();
		}
		return Math.max(0, well - resumed);
	}

	/**
	 * Returns good answers per stale second for each good answer per fresh second. Fresh
	 * seconds are as many, the last before the stale ones, by when the service is warm.
	 * @return NaN if there are no stale or no fresh seconds
	 */
	static double staleOfFresh(Run run) {
		List<Integer> stale = seconds(run, (sample) -> share(sample) >= STALE);
		List<Integer> fresh = seconds(run, (sample) -> share(sample) == 0).stream()
			.filter((second) -> !stale.isEmpty() && second < stale.get(0))
			.toList();
		return good(run, stale) / good(run, fresh.subList(Math.max(0, fresh.size() - stale.size()), fresh.size()));
	}

	/** Returns the stale share of all lookups; NaN without lookups. */
	private static double share(Sample sample) {
		double hits = sample.values().getOrDefault(Series.CACHE_HITS, 0.0);
		return sample.values().getOrDefault(Series.CACHE_STALE, 0.0)
				/ (hits + sample.values().getOrDefault(Series.CACHE_MISSES, 0.0));
	}

	/** Returns the whole seconds of samples; each sample is of the second before it. */
	private static List<Integer> seconds(Run run, Predicate<Sample> wanted) {
		return run.samples()
			.stream()
			.filter(wanted)
			.map((sample) -> (int) Math.round(sample.at()) - 1)
			.filter((second) -> second > 0 && second < run.load().seconds().size())
			.distinct()
			.toList();
	}

	private static double good(Run run, List<Integer> seconds) {
		return seconds.stream()
			.mapToLong((second) -> run.load().seconds().get(second).good())
			.average()
			.orElse(Double.NaN);
	}

}
