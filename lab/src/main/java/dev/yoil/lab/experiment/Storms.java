package dev.yoil.lab.experiment;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

import dev.yoil.lab.experiment.Plan.Action;
import dev.yoil.lab.experiment.Plan.Part;
import dev.yoil.lab.load.Load;
import dev.yoil.lab.load.Load.Target;
import dev.yoil.lab.result.Answer;
import dev.yoil.lab.result.Answer.Table;
import dev.yoil.lab.result.Run;
import dev.yoil.lab.service.ServiceSettings.Database;

/**
 * Three bad moments for caches. A stampede: everybody asks at once for a list that no
 * cache has. An invalidation storm: all caches are emptied every second. An outage: the
 * database stops under load and resumes.
 */
final class Storms {

	static final Experiment STAMPEDE = Findings.experiment("stampede",
			"How often is the database asked when 500 readers at once want a list that no cache has?", Storms::stampede,
			Storms::afterStampede);

	static final Experiment INVALIDATION_STORM = Findings.experiment("invalidation-storm",
			"What are the caches worth when all of them are emptied every second?", Storms::invalidation,
			Storms::afterInvalidation);

	static final Experiment OUTAGE = Findings.experiment("outage",
			"What do readers notice while the database does not answer, and for how long after?", Storms::outage,
			Storms::afterOutage);

	private Storms() {
	}

	/** Warms up with another day, so that the list is cold in all arms. */
	private static Plan stampede(boolean full) {
		List<Part> parts = List.of(new Part("", Demand.warmUp(full, Demand.list("SUNDAY")),
				Demand.open(Demand.LIMIT, Demand.atOnce(500), Demand.list("MONDAY"))));
		return new Plan(full ? 5 : 1,
				Arms.cells(Database.H2, Arms.ACCEPT_COUNT, parts, List.of(Arms.OFF, Arms.STOCK, Arms.OURS)),
				Demand.OPEN + "; 500 at the same instant");
	}

	private static Answer afterStampede(Findings findings, Plan plan) {
		return findings
			.armBars("Database uses for 500 requests", "uses", "", Map.of("database uses", Quantities::databaseUses))
			.answer(Findings.headline("500 at once for an uncached list: %s database uses with Yoil, %s without.",
					findings.of(Arms.OURS, "", Quantities::databaseUses),
					findings.of(Arms.OFF, "", Quantities::databaseUses)),
					List.of(Findings.UNPUBLISHED, Demand.ERRORS, Arms.QUEUE,
							"Spring's cache over Caffeine loads once too, since its methods say sync = true."),
					table(findings, "500 at once for a day that is not cached yet", Map.of()));
	}

	private static Plan invalidation(boolean full) {
		int seconds = full ? 60 : 5;
		List<Action> clears = IntStream.range(1, seconds)
			.mapToObj((at) -> new Action(Demand.seconds(at), Action.Kind.CLEAR_CACHES))
			.toList();
		List<Part> parts = List.of(new Part("", Demand.warmUp(full, Demand.list()),
				Demand.closed(Demand.LIMIT, List.of(Demand.stage(50, 0, seconds)), Demand.list()), clears));
		return new Plan(full ? 3 : 1, Arms.cells(parts, Arms.OFF, Arms.OURS),
				Demand.CLOSED + "; 50 users, a clear every second");
	}

	private static Answer afterInvalidation(Findings findings, Plan plan) {
		Noise off = findings.of(Arms.OFF, "", Quantities::rate);
		Noise ours = findings.of(Arms.OURS, "", Quantities::rate);
		return findings.armBars("Good answers", "req/s", "", Map.of("good answers", Quantities::rate))
			.course()
			.answer(Findings.headline(
					"With caches emptied every second: %s req/s. Without caches: %s req/s" + off.end(ours), ours, off),
					List.of(Findings.UNPUBLISHED, Demand.ERRORS,
							"Spring's cache over Caffeine cannot be emptied over HTTP and is left out."),
					table(findings, "All caches are emptied every second", Map.of("good req/s", Quantities::rate)));
	}

	/**
	 * Values live for 20 s in both arms with a cache: with 200 s neither would notice
	 * anything in the minutes of a run.
	 */
	private static Plan outage(boolean full) {
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

	private static Answer afterOutage(Findings findings, Plan plan) {
		Action resume = plan.cells().get(0).parts().get(0).actions().get(1);
		ToDoubleFunction<Run> recovery = (run) -> Outages.recovery(run, resume.at().toMillis() / 1000.0);
		Map<String, ToDoubleFunction<Run>> more = new LinkedHashMap<>();
		more.put("time to recover, s (- for not until the end)", recovery);
		more.put("stale answers per fresh answer", Outages::staleOfFresh);
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
					table(findings, "The database stops and resumes", more));
	}

	private static Table table(Findings findings, String title, Map<String, ToDoubleFunction<Run>> more) {
		List<List<String>> rows = new ArrayList<>();
		rows.add(findings.row("failed requests", (arm) -> findings.errors(arm, "")));
		rows.add(findings.row("failed requests per load", "", Quantities::failed));
		rows.add(findings.row("database uses per request", "", Quantities::databaseUsesPerRequest));
		rows.add(findings.row("slowest, ms", "", Quantities::slowest));
		more.forEach((name, quantity) -> rows.add(findings.row(name, "", quantity)));
		return findings.table(title, rows);
	}

}
