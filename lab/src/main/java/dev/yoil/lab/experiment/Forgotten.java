package dev.yoil.lab.experiment;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import dev.yoil.lab.LabException;
import dev.yoil.lab.experiment.Plan.Action;
import dev.yoil.lab.experiment.Plan.Action.Kind;
import dev.yoil.lab.experiment.Plan.Part;
import dev.yoil.lab.load.Load;
import dev.yoil.lab.load.Load.Target;
import dev.yoil.lab.result.Answer;
import dev.yoil.lab.result.Answer.Table;
import dev.yoil.lab.result.Arm;
import dev.yoil.lab.result.Run;
import dev.yoil.lab.result.Second;
import dev.yoil.lab.service.ServiceSettings;
import dev.yoil.lab.service.ServiceSettings.Database;

/**
 * Pages that are cached for 200 s by code without any eviction, while visitors like
 * webtoons of the page: when is it noticed, and what do readers get until then?
 */
final class Forgotten {

	static final Experiment EXPERIMENT = Findings.experiment("forgotten",
			"How soon is a forgotten eviction noticed, and how many old answers are there until then?", Forgotten::plan,
			Forgotten::answer);

	private static final Arm FORGOTTEN = arm("forgotten", "no eviction", ServiceSettings.EHCACHE_FORGOTTEN);

	private static final Arm TABLES = arm("tables", "depends=\"tables\"", ServiceSettings.EHCACHE_TABLES);

	/** Requests per second. */
	private static final int RATE = 100;

	private static final Target PAGE = new Target("page", List.of(Demand.path("MONDAY") + "&page=0"));

	private static final List<String> NOTES = List.of(Findings.UNPUBLISHED,
			"The cached pages live for 200 s. They are loaded just before the first like. A quick run ends earlier.",
			"A like per second is of the next webtoon of the page. Its visitor then reads the page.",
			"As long as no page shows the first like, all answers to other readers count as old. They are not read.",
			"The findings are read once per second, after each like. The audit takes a sample per second.");

	private Forgotten() {
	}

	private static Arm arm(String name, String title, String caches) {
		return new Arm(name, title, Arms.ordered(ServiceSettings.PLAIN, "true", "yoil.ehcache.config", caches,
				"yoil.ehcache.tables", "watch", "yoil.ehcache.audit.per-second", "1"));
	}

	private static Plan plan(boolean full) {
		int seconds = full ? 215 : 30;
		List<Action> actions = Stream
			.concat(Stream.of(new Action(Demand.seconds(1), Kind.CLEAR_CACHES)),
					IntStream.range(2, seconds - 2).mapToObj((at) -> new Action(Demand.seconds(at), Kind.CHANGE_PAGE)))
			.toList();
		Load load = Demand.open(Demand.PATIENCE, Demand.stage(RATE * seconds, seconds, 0), PAGE);
		// All visitors have the same address.
		return new Plan(1,
				Arms.cells(Database.H2, Map.of("yoil.visitor-writes.limit", "1000000"),
						List.of(new Part("", Demand.warmUp(full, PAGE), load, actions)), List.of(FORGOTTEN, TABLES)),
				Demand.OPEN + "; %d req/s, and a like per second".formatted(RATE));
	}

	private static Answer answer(Findings findings, Plan plan) {
		demand(findings, FORGOTTEN, true);
		demand(findings, TABLES, false);
		Table table = findings.table("A page whose eviction is forgotten", List.of(
				findings.row("likes whose visitor then read the old page", "", (run) -> count(run, Actions.UNSEEN)),
				findings.row("likes whose visitor then read the new page", "", (run) -> count(run, Actions.SEEN)),
				findings.row("watch mode names the code after, s", "", (run) -> after(run, Actions.NAMED)),
				findings.row("old answers until then", "", (run) -> old(run, Actions.NAMED)),
				findings.row("the audit finds an old page after, s", "", (run) -> after(run, Actions.AUDITED)),
				findings.row("old answers until then", "", (run) -> old(run, Actions.AUDITED)),
				findings.row("readers see the first like after, s", "", (run) -> after(run, Actions.FIRST_SEEN)),
				findings.row("old answers until then", "", (run) -> old(run, Actions.FIRST_SEEN))));
		List<String> notes = Stream.concat(NOTES.stream(), place(findings).stream()).toList();
		return findings
			.armBars("Visitors who read the old page after their like", "visitors", "",
					Map.of("old pages", (run) -> count(run, Actions.UNSEEN)))
			.answer(Findings.headline(
					"Watch mode names the forgotten eviction after %s s, %s old answers. Old pages with depends=\"tables\": %s.",
					findings.of(FORGOTTEN, "", (run) -> after(run, Actions.NAMED)),
					findings.of(FORGOTTEN, "", (run) -> old(run, Actions.NAMED)),
					findings.of(TABLES, "", (run) -> count(run, Actions.UNSEEN))), notes, table);
	}

	/** Fails unless the arm shows, or does not show, old pages to those who like. */
	private static void demand(Findings findings, Arm arm, boolean old) {
		for (Run run : findings.runs(arm, "")) {
			double unseen = count(run, Actions.UNSEEN);
			if (unseen + count(run, Actions.SEEN) > 0 && unseen > 0 != old) {
				throw new LabException("%s: %.0f visitors read the old page after their like, which should be %s"
					.formatted(arm.title(), unseen, old ? "several" : "none"));
			}
		}
	}

	private static Optional<String> place(Findings findings) {
		return findings.runs(FORGOTTEN, "")
			.stream()
			.flatMap((run) -> Quantities.event(run.events(), Actions.NAMED).stream())
			.map((event) -> event.getValue().substring(event.getValue().indexOf(Actions.NAMED)))
			.map((text) -> "W" + text.substring(1).split(",", -1)[0] + ".")
			.findFirst();
	}

	private static double count(Run run, String event) {
		return run.events().values().stream().filter((each) -> each.contains(event)).count();
	}

	/** Returns the seconds from the first like to an event; NaN without one of them. */
	private static double after(Run run, String event) {
		return Quantities.time(run, event) - Math.min(first(run, Actions.UNSEEN), first(run, Actions.SEEN));
	}

	private static double first(Run run, String event) {
		double time = Quantities.time(run, event);
		return Double.isNaN(time) ? Double.POSITIVE_INFINITY : time;
	}

	/**
	 * Returns the good answers from the first like that was not seen until an event.
	 */
	private static double old(Run run, String event) {
		double from = first(run, Actions.UNSEEN);
		double until = Quantities.time(run, event);
		return (count(run, Actions.UNSEEN) == 0) ? 0
				: run.load().seconds().stream().mapToDouble((second) -> share(second, from, until)).sum();
	}

	/** Returns the good answers of a second, as far as it lies between two times. */
	private static double share(Second second, double from, double until) {
		double within = Math.min(second.second() + 1, until) - Math.max(second.second(), from);
		return Double.isNaN(within) ? within : second.good() * Math.max(0, within);
	}

}
