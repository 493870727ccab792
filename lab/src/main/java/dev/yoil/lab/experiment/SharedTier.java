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
import dev.yoil.lab.result.Counted;
import dev.yoil.lab.result.Run;
import dev.yoil.lab.result.Sample;
import dev.yoil.lab.result.Series;
import dev.yoil.lab.service.ServiceSettings;
import dev.yoil.lab.service.ServiceSettings.Database;
import org.jspecify.annotations.Nullable;

/**
 * Instances behind nginx that load for themselves, against instances that share loads
 * through Redis. Requests come at a constant rate that leaves CPUs idle, since loads are
 * counted and an instance starts during the run.
 */
final class SharedTier {

	static final Experiment EXPERIMENT = Findings.experiment("shared-tier",
			"What do instances save the database if they share loads through Redis?", SharedTier::plan,
			SharedTier::answer);

	private static final String CHANGES = "changes";

	private static final String RESTART = "restart";

	private static final String AWAY = "Redis away";

	/** Requests per second. */
	private static final int RATE = 100;

	private static final Target[] TARGETS = { Demand.list(), Demand.page() };

	private static final List<String> NOTES = List.of(Findings.UNPUBLISHED,
			"LOCAL instances have the caches of cluster/ehcache.xml without its shared tier; GLOBAL ones have them as they "
					+ "are. Each service starts with empty caches and an empty Redis.",
			"A change is a like, through nginx, by a new visitor, who then reads the list twice per instance. A list "
					+ "without the like is reported as a failure. These requests cause loads too.",
			"Everything shares this machine's CPUs. Loads do not depend on that; times do.",
			"The restart is that of docs/library/several-instances.md: nginx sends the instance nothing new, it ends, starts, and "
					+ "gets requests again.",
			"Redis is stopped by SIGSTOP: it keeps its connections and does not answer. LOCAL instances have none.",
			"Errors are answers over 10 s and those of a status other than 200 to 399.");

	private SharedTier() {
	}

	private static Plan plan(boolean full) {
		List<Part> parts = List.of(
				part(CHANGES, full ? 24 : 7, changes(1, full ? 21 : 5), Demand.warmUp(full, TARGETS)),
				part(RESTART, full ? 30 : 14, List.of(at(1, Action.Kind.RESTART_INSTANCE)), null),
				part(AWAY, full ? 24 : 7, outage(full), null));
		List<Cell> cells = Stream.of(2, 3)
			.limit(full ? 2 : 1)
			.flatMap((count) -> Stream.of(cell(local(count), count, parts), cell(global(count), count, parts)))
			.toList();
		return new Plan(full ? 3 : 1, cells, Demand.OPEN + "; %d req/s".formatted(RATE));
	}

	private static Arm local(int count) {
		return new Arm("local-" + count, count + " instances, LOCAL",
				Map.of("yoil.ehcache.config", ServiceSettings.EHCACHE_CLUSTER_LOCAL));
	}

	private static Arm global(int count) {
		return new Arm("global-" + count, count + " instances, GLOBAL",
				Map.of("yoil.ehcache.config", ServiceSettings.EHCACHE_CLUSTER));
	}

	private static Cell cell(Arm arm, int count, List<Part> parts) {
		return new Cell(arm, new ServiceSettings(Database.POSTGRESQL, Arms.WEBTOONS, arm.settings(), count), parts);
	}

	/** Leaves time after the last action for requests. */
	private static Part part(String name, double seconds, List<Action> actions, @Nullable Load warmUp) {
		return new Part(name, warmUp,
				Demand.open(Demand.PATIENCE, Demand.stage((int) (RATE * seconds), seconds, 0), TARGETS), actions);
	}

	/** Returns a change every two seconds, so that evicted values are read in between. */
	private static List<Action> changes(int first, int last) {
		return IntStream.iterate(first, (at) -> at <= last, (at) -> at + 2)
			.mapToObj((at) -> at(at, Action.Kind.CHANGE))
			.toList();
	}

	private static List<Action> outage(boolean full) {
		List<Action> actions = new ArrayList<>(changes(2, full ? 18 : 4));
		actions.add(0, at(1.5, Action.Kind.STOP_REDIS));
		actions.add(at(full ? 20 : 5.5, Action.Kind.RESUME_REDIS));
		return List.copyOf(actions);
	}

	private static Action at(double seconds, Action.Kind kind) {
		return new Action(Demand.seconds(seconds), kind);
	}

	private static Answer answer(Findings findings, Plan plan) {
		Table changes = findings.table("Lists and pages are changed",
				List.of(findings.row("database loads of all instances, per change", CHANGES,
						SharedTier::loadsPerChange),
						findings.row("values found in Redis, per change", CHANGES, SharedTier::foundPerChange),
						findings.row("failed requests", CHANGES, Quantities::failed),
						findings.row("p99, ms", CHANGES, Quantities::p99),
						findings.row("good requests per CPU second", CHANGES, Quantities::perCpuSecond)));
		Table restart = findings.table("One of the instances is restarted",
				List.of(findings.row("loads of the restarted instance", RESTART, SharedTier::loadsOfRestarted),
						findings.row("values it found in Redis", RESTART, SharedTier::foundByRestarted),
						findings.row("time until it is back, s", RESTART,
								(run) -> back(run) - Quantities.time(run, Actions.ENDING)),
						findings.row("then until its last miss, s", RESTART, SharedTier::warm),
						findings.row("failed requests", RESTART, Quantities::failed),
						findings.row("p99, ms", RESTART, Quantities::p99)));
		Table away = findings.table("Redis stops and resumes",
				List.of(findings.row("database loads of all instances, per change", AWAY, SharedTier::loadsPerChange),
						findings.row("changes seen by their author", AWAY, SharedTier::changes),
						findings.row("failed requests", AWAY, Quantities::failed),
						findings.row("p99, ms", AWAY, Quantities::p99),
						findings.row("slowest, ms", AWAY, Quantities::slowest)));
		Map<String, ToDoubleFunction<Run>> loads = new LinkedHashMap<>();
		loads.put("per change", SharedTier::loadsPerChange);
		return findings.armBars("Database loads", "loads", CHANGES, loads)
			.armBars("Database loads of a restarted instance", "loads", RESTART,
					Map.of("restarted instance", SharedTier::loadsOfRestarted))
			.answer(headline(findings), NOTES, changes, restart, away,
					findings.cpus("CPUs in use while lists and pages are changed", List.of(CHANGES)));
	}

	private static String headline(Findings findings) {
		return Findings.headline("2 instances: a change costs %s loads with Redis, %s without; a restart %s and %s.",
				findings.of(global(2), CHANGES, SharedTier::loadsPerChange),
				findings.of(local(2), CHANGES, SharedTier::loadsPerChange),
				findings.of(global(2), RESTART, SharedTier::loadsOfRestarted),
				findings.of(local(2), RESTART, SharedTier::loadsOfRestarted));
	}

	private static double loadsPerChange(Run run) {
		return Quantities.counted(Counted::cacheLoads).applyAsDouble(run) / changes(run);
	}

	private static double foundPerChange(Run run) {
		return Quantities.counted(Counted::tierHits).applyAsDouble(run) / changes(run);
	}

	private static double loadsOfRestarted(Run run) {
		return gotRequests(run) ? Quantities.counted(Counted::cacheLoads).applyAsDouble(run) : Double.NaN;
	}

	private static double foundByRestarted(Run run) {
		return gotRequests(run) ? Quantities.counted(Counted::tierHits).applyAsDouble(run) : Double.NaN;
	}

	/** Returns whether the load went on for long enough after the restart. */
	private static boolean gotRequests(Run run) {
		return back(run) + 2 <= run.load().took();
	}

	private static double changes(Run run) {
		return run.events()
			.values()
			.stream()
			.flatMap((event) -> Stream.of(event.split(", ", -1)))
			.filter(Actions.CHANGED::equals)
			.count();
	}

	/** Returns when the restarted instance was ready; NaN if it was not. */
	private static double back(Run run) {
		return Quantities.time(run, Actions.RESTARTED);
	}

	/** Returns the time from when the instance was back to the last miss. */
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

}
