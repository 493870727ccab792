package dev.yoil.lab.experiment;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

import dev.yoil.lab.experiment.Plan.Cell;
import dev.yoil.lab.experiment.Plan.Part;
import dev.yoil.lab.load.Load;
import dev.yoil.lab.load.Load.Target;
import dev.yoil.lab.result.Answer;
import dev.yoil.lab.result.Answer.Table;
import dev.yoil.lab.result.Arm;
import dev.yoil.lab.result.Run;
import dev.yoil.lab.service.ServiceSettings;
import dev.yoil.lab.service.ServiceSettings.Database;

/**
 * One instance against two behind nginx, over one PostgreSQL each. The published requests
 * and users are unknown; throughput times mean time makes 40 users.
 */
final class TwoInstances {

	static final Experiment EXPERIMENT = Findings.experiment("two-instances",
			"What do two instances behind nginx answer that one does not?", TwoInstances::plan, TwoInstances::answer);

	private static final int USERS = 40;

	private static final String CACHED = "cached";

	private static final String SEARCH = "search";

	private static final Arm ONE = new Arm("one", "one instance", Map.of());

	private static final Arm PROXIED = proxied("one-behind-nginx", "one behind nginx");

	private static final Arm TWO = proxied("two-behind-nginx", "two behind nginx");

	private static final List<String> NOTES = List.of(
			"Instances, nginx, PostgreSQL and load generator share this machine's CPUs, so a second instance adds no CPU. "
					+ "Good requests per CPU second are what carries over to machines of their own.",
			"The published requests and users are unknown. Here 40 users ask for lists, pages and rankings, which are "
					+ "hits, and then search, which no cache answers.",
			"Two instances share the warm-up, so a quick run is harder on them.",
			"Behind nginx the caches are those of cluster/ehcache.xml without its shared tier, which shared-tier measures.",
			"CPU seconds are those of the instances, nginx and PostgreSQL, not of the load generator.");

	private TwoInstances() {
	}

	private static Arm proxied(String name, String title) {
		return new Arm(name, title, Map.of("yoil.ehcache.config", ServiceSettings.EHCACHE_CLUSTER_LOCAL));
	}

	private static Plan plan(boolean full) {
		Target[] cached = { Demand.list(), Demand.page(), Demand.ranking() };
		Target[] all = { cached[0], cached[1], cached[2], Demand.search() };
		List<Part> parts = List.of(
				new Part(CACHED, Demand.warmUp(full, USERS, full ? cached : all), load(full, cached)),
				new Part(SEARCH, full ? Demand.warmUp(true, USERS, all[3]) : null, load(full, all[3])));
		return new Plan(full ? 3 : 1, List.of(cell(ONE, 0, parts), cell(PROXIED, 1, parts), cell(TWO, 2, parts)),
				Demand.CLOSED + "; %d users, %d s for each of two kinds of request".formatted(USERS, full ? 30 : 3));
	}

	private static Load load(boolean full, Target... targets) {
		return Demand.closed(Demand.PATIENCE, List.of(Demand.stage(USERS, 0, full ? 30 : 3)), targets);
	}

	private static Cell cell(Arm arm, int proxied, List<Part> parts) {
		Map<String, String> settings = new HashMap<>(arm.settings());
		// The service limits the searches of an address, and all users have the same.
		settings.put("yoil.searches.limit", Integer.toString(USERS));
		return new Cell(arm, new ServiceSettings(Database.POSTGRESQL, Arms.WEBTOONS, settings, proxied), parts);
	}

	private static Answer answer(Findings findings, Plan plan) {
		Table published = new Table("Lists, pages and rankings, out of the caches",
				List.of("", "published, one", "here, one", "here, one behind nginx", "published, two",
						"here, two behind nginx"),
				List.of(published(findings, "mean time, ms", "333", "185", Quantities::mean),
						published(findings, "slowest, ms", "3,200", "209", Quantities::slowest),
						published(findings, "TPS", "120", "200", Quantities::rate), published(findings,
								"good requests per CPU second", Figures.NONE, Figures.NONE, Quantities::perCpuSecond)));
		Table searches = findings.table("Searches, each of which asks the database",
				List.of(findings.row("mean time, ms", SEARCH, Quantities::mean),
						findings.row("slowest, ms", SEARCH, Quantities::slowest),
						findings.row("good req/s", SEARCH, Quantities::rate),
						findings.row("good requests per CPU second", SEARCH, Quantities::perCpuSecond)));
		List<Arm> arms = findings.arms();
		return findings.bars("Good requests per CPU second", "requests", arms.stream().map(Arm::title).toList(),
				List.of(CACHED, SEARCH)
					.stream()
					.map((part) -> Findings.bar(part, arms, (arm) -> findings.of(arm, part, Quantities::perCpuSecond)))
					.toList())
			.answer(headline(findings), NOTES, published, searches, findings.cpus("CPUs in use", plan.parts()));
	}

	private static String headline(Findings findings) {
		Noise one = findings.of(ONE, CACHED, Quantities::rate);
		Noise two = findings.of(TWO, CACHED, Quantities::rate);
		return Findings.headline(
				"Two instances behind nginx: %s req/s. One instance: %s req/s, on the same CPUs" + one.end(two), two,
				one);
	}

	private static List<String> published(Findings findings, String name, String one, String two,
			ToDoubleFunction<Run> quantity) {
		return Findings.published(findings.row(name, CACHED, quantity), one, 4, two);
	}

}
