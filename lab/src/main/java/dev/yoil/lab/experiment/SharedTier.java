package dev.yoil.lab.experiment;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import dev.yoil.lab.experiment.Plan.Action;
import dev.yoil.lab.experiment.Plan.Cell;
import dev.yoil.lab.experiment.Plan.Part;
import dev.yoil.lab.load.Load;
import dev.yoil.lab.load.Load.Target;
import dev.yoil.lab.result.Answer;
import dev.yoil.lab.result.Answer.Table;
import dev.yoil.lab.result.Arm;
import dev.yoil.lab.result.Chart;
import dev.yoil.lab.result.Counted;
import dev.yoil.lab.result.Run;
import dev.yoil.lab.result.Sample;
import dev.yoil.lab.result.Series;
import dev.yoil.lab.service.ServiceSettings;
import dev.yoil.lab.service.ServiceSettings.Database;
import org.jspecify.annotations.Nullable;

/**
 * Instances behind nginx that each load for themselves, against such that share what they
 * load by Redis. Readers come at a steady rate that leaves room on the processors, since
 * it is loads that are counted, and an instance is started meanwhile.
 */
final class SharedTier implements Experiment {

	private static final String CHANGES = "changes";

	private static final String RESTART = "restart";

	private static final String AWAY = "Redis away";

	/** Readers who come in a second. */
	private static final int RATE = 100;

	private static final Target[] TARGETS = { Demand.list(), Demand.page() };

	private static final String COUNTED = " (of all instances, out of the database)";

	private static final List<String> NOTES = List.of(Storm.UNPUBLISHED,
			"LOCAL instances have the caches of cluster/ehcache.xml without its shared tier, GLOBAL ones as they are there; "
					+ "all else is the same. Each service starts with empty caches, GLOBAL ones with a Redis that is empty too.",
			"A change is a like, through nginx, by a visitor who was never here before and who then looks at the list, twice "
					+ "for each instance. A list without the like would be named above as something that went wrong. The loads that this makes are counted too.",
			"Instances, nginx, PostgreSQL, Redis and load generator share the processors of this machine. Loads are counted and "
					+ "do not depend on that; times do: a load that is spared here spares time on the same processors that "
					+ "Redis and its client take, and an instance that starts slows all others down. On machines of their "
					+ "own, what is spared is the database's, which all instances share.",
			"The restart is that of docs/library/several-instances.md: nginx sends an instance nothing new, it ends, starts, and is "
					+ "given requests again. Its time is the machine's: a JVM starts while the load goes on.",
			"Redis is stopped by SIGSTOP: it keeps its connections and does not answer. LOCAL instances have none.",
			"An answer is an error if it is none of status 200 to 399, or takes more than 10 s.");

	@Override
	public String name() {
		return "shared-tier";
	}

	@Override
	public String question() {
		return "What do instances spare the database that share what they load by Redis?";
	}

	@Override
	public Plan plan(boolean full) {
		List<Part> parts = List.of(
				part(CHANGES, full ? 24 : 7, changes(1, full ? 21 : 5).toList(), Demand.warmUp(full, TARGETS)),
				part(RESTART, full ? 30 : 14, List.of(at(1, Action.Kind.RESTART_INSTANCE)), null),
				part(AWAY, full ? 24 : 7,
						Stream
							.of(Stream.of(at(1.5, Action.Kind.STOP_REDIS)), changes(2, full ? 18 : 4),
									Stream.of(at(full ? 20 : 5.5, Action.Kind.RESUME_REDIS)))
							.flatMap((each) -> each)
							.toList(),
						null));
		List<Cell> cells = arms(full).stream()
			.map((arm) -> new Cell(arm.title(),
					new ServiceSettings(Database.POSTGRESQL, Arms.WEBTOONS, arm.title().settings(), arm.instances()),
					parts))
			.toList();
		return new Plan(full ? 3 : 1, cells, Demand.OPEN + "; %d users a second".formatted(RATE));
	}

	private static List<Instances> arms(boolean full) {
		return (full ? Stream.of(2, 3) : Stream.of(2))
			.flatMap((count) -> Stream.of(instances("local", "LOCAL", count, ServiceSettings.EHCACHE_CLUSTER_LOCAL),
					instances("global", "GLOBAL", count, ServiceSettings.EHCACHE_CLUSTER)))
			.toList();
	}

	private static Instances instances(String name, String title, int count, String caches) {
		return new Instances(
				new Arm(name + "-" + count, count + " instances, " + title, Map.of("yoil.ehcache.config", caches)),
				count);
	}

	/**
	 * Makes a part, with time for what is done last to be asked for.
	 */
	private static Part part(String name, double seconds, List<Action> actions, @Nullable Load warmUp) {
		Load load = Demand.open(Demand.PATIENCE, Demand.stage((int) (RATE * seconds), seconds, 0), TARGETS);
		return new Part(name, warmUp, false, load, actions);
	}

	/** Every two seconds, so that what was removed has been asked for again. */
	private static Stream<Action> changes(int first, int last) {
		return IntStream.iterate(first, (at) -> at <= last, (at) -> at + 2)
			.mapToObj((at) -> at(at, Action.Kind.CHANGE));
	}

	private static Action at(double seconds, Action.Kind kind) {
		return new Action(Demand.seconds(seconds), kind);
	}

	@Override
	public Answer answer(Plan plan, List<Run> runs) {
		Measured measured = new Measured(plan, runs);
		List<Arm> arms = plan.cells().stream().map(Cell::arm).toList();
		Rows rows = new Rows(measured, arms);
		List<Table> tables = List.of(
				rows.table("Lists and pages are changed",
						List.of(rows.row("loads for each change" + COUNTED, CHANGES, SharedTier::loadsPerChange),
								rows.row("values found in Redis, for each change", CHANGES, SharedTier::foundPerChange),
								rows.row("failed requests", CHANGES, Measured::failed),
								rows.row("p99, ms", CHANGES, Measured::p99),
								rows.row("good answers for each second of a processor", CHANGES,
										Measured::perProcessorSecond))),
				rows.table("One of the instances is restarted",
						List.of(rows.row("loads of the restarted instance", RESTART, SharedTier::loadsOfRestarted),
								rows.row("values it found in Redis", RESTART, SharedTier::foundByRestarted),
								rows.row("time until it is back, s", RESTART, SharedTier::restart),
								rows.row("then until it misses nothing any more, s", RESTART, SharedTier::warm),
								rows.row("failed requests", RESTART, Measured::failed),
								rows.row("p99, ms", RESTART, Measured::p99))),
				rows.table("Redis stops and goes on",
						List.of(rows.row("loads for each change" + COUNTED, AWAY, SharedTier::loadsPerChange),
								rows.row("changes that were seen by who made them", AWAY, SharedTier::changes),
								rows.row("failed requests", AWAY, Measured::failed),
								rows.row("p99, ms", AWAY, Measured::p99),
								rows.row("slowest, ms", AWAY, Measured::slowest))),
				rows.table("Processors in use while lists and pages are changed", processors(rows)));
		Drawing drawing = new Drawing(measured, plan).bars("Loads", "loads", arms.stream().map(Arm::title).toList(),
				List.of(rows.bar("for each change", CHANGES, SharedTier::loadsPerChange),
						rows.bar("for each change, Redis away", AWAY, SharedTier::loadsPerChange),
						rows.bar("of a restarted instance", RESTART, SharedTier::loadsOfRestarted)));
		for (String part : List.of(CHANGES, RESTART, AWAY)) {
			drawing.times("p95: " + part, part, Drawing::p95);
		}
		return new Answer(sentence(rows, arms) + measured.incomplete() + ".", NOTES, tables, drawing.charts());
	}

	private static List<List<String>> processors(Rows rows) {
		Map<String, Series> users = new LinkedHashMap<>();
		users.put("instances", Series.CPU_SERVICE);
		users.put("nginx", Series.CPU_PROXY);
		users.put("PostgreSQL", Series.CPU_DATABASE);
		users.put("Redis", Series.CPU_REDIS);
		users.put("load generator", Series.CPU_GENERATOR);
		return users.entrySet()
			.stream()
			.map((user) -> rows.row(user.getKey(), CHANGES, (run) -> Measured.processors(run, user.getValue())))
			.toList();
	}

	private static String sentence(Rows rows, List<Arm> arms) {
		List<String> told = new ArrayList<>();
		for (int i = 0; i + 1 < arms.size(); i += 2) {
			Arm local = arms.get(i);
			Arm global = arms.get(i + 1);
			Comparison loads = new Comparison(rows.of(local, CHANGES, SharedTier::loadsPerChange),
					rows.of(global, CHANGES, SharedTier::loadsPerChange), false);
			Noise restarted = rows.of(global, RESTART, SharedTier::loadsOfRestarted);
			Noise failed = rows.of(global, AWAY, Measured::failed);
			if (!loads.missing() && !restarted.missing() && !failed.missing()) {
				told.add(
						"with %s a change costs %s loads instead of %s with %s%s, a restarted instance makes %s loads instead of %s, and while Redis is away %s requests fail and a change costs %s loads"
							.formatted(global.title(), loads.after().brief(), loads.before().brief(), local.title(),
									loads.caveat(), restarted.brief(),
									rows.of(local, RESTART, SharedTier::loadsOfRestarted).brief(), failed.brief(),
									rows.of(global, AWAY, SharedTier::loadsPerChange).brief()));
			}
		}
		if (told.isEmpty()) {
			return "There are not the runs to tell what a shared tier spares";
		}
		String all = String.join("; ", told);
		return Character.toUpperCase(all.charAt(0)) + all.substring(1);
	}

	private static double loads(Run run) {
		return Measured.counted(Counted::cacheLoads).applyAsDouble(run);
	}

	private static double found(Run run) {
		return Measured.counted(Counted::tierHits).applyAsDouble(run);
	}

	private static double loadsPerChange(Run run) {
		return perChange(run, SharedTier::loads);
	}

	private static double foundPerChange(Run run) {
		return perChange(run, SharedTier::found);
	}

	private static double loadsOfRestarted(Run run) {
		return isAskedAgain(run) ? loads(run) : Double.NaN;
	}

	private static double foundByRestarted(Run run) {
		return isAskedAgain(run) ? found(run) : Double.NaN;
	}

	/**
	 * Tells whether the load went on long enough after the instance was back: it has
	 * loaded nothing before.
	 */
	private static boolean isAskedAgain(Run run) {
		return back(run) + 2 <= run.load().took();
	}

	private static double perChange(Run run, ToDoubleFunction<Run> quantity) {
		double changes = changes(run);
		return (changes > 0) ? quantity.applyAsDouble(run) / changes : Double.NaN;
	}

	private static double changes(Run run) {
		return run.events()
			.values()
			.stream()
			.flatMap((event) -> Stream.of(event.split(", ", -1)))
			.filter(Actions.CHANGED::equals)
			.count();
	}

	/**
	 * Tells when the restarted instance was ready.
	 * @return in seconds since the load began; NaN if it was not
	 */
	private static double back(Run run) {
		return time(run, Actions.RESTARTED);
	}

	private static double restart(Run run) {
		return back(run) - time(run, Actions.ENDING);
	}

	private static double time(Run run, String event) {
		return run.events()
			.entrySet()
			.stream()
			.filter((each) -> each.getValue().contains(event))
			.mapToDouble(Map.Entry::getKey)
			.findFirst()
			.orElse(Double.NaN);
	}

	/**
	 * Tells how long after it was ready the last miss was: by whole seconds, as that is
	 * how often the service is asked.
	 */
	private static double warm(Run run) {
		double back = back(run);
		return run.samples()
			.stream()
			.filter((sample) -> sample.values().getOrDefault(Series.CACHE_MISSES, 0.0) > 0)
			.mapToDouble(Sample::at)
			.filter((at) -> at > back)
			.map((at) -> at - back)
			.max()
			.orElse(Double.NaN);
	}

	/** An arm, and how many instances it has. */
	private record Instances(Arm title, int instances) {
	}

	/** Rows of tables with a column for each arm. */
	private record Rows(Measured measured, List<Arm> arms) {

		Noise of(Arm arm, String part, ToDoubleFunction<Run> quantity) {
			return this.measured.of(arm.name(), part, quantity);
		}

		List<String> row(String name, String part, ToDoubleFunction<Run> quantity) {
			return Stream.concat(Stream.of(name), this.arms.stream().map((arm) -> of(arm, part, quantity).text()))
				.toList();
		}

		Chart.Bar bar(String name, String part, ToDoubleFunction<Run> quantity) {
			return new Chart.Bar(name, this.arms.stream().map((arm) -> of(arm, part, quantity).median()).toList());
		}

		Table table(String title, List<List<String>> rows) {
			return new Table(title, Stream.concat(Stream.of(""), this.arms.stream().map(Arm::title)).toList(), rows);
		}

	}

}
