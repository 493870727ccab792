package dev.yoil.lab.experiment;

import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

import dev.yoil.lab.experiment.Plan.Action;
import dev.yoil.lab.experiment.Plan.Action.Kind;
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
import dev.yoil.lab.result.Second;
import dev.yoil.lab.result.Series;
import dev.yoil.lab.service.ServiceSettings;
import dev.yoil.lab.service.ServiceSettings.Database;

/**
 * A single instance that is terminated or killed under load and starts again, with and
 * without a disk tier. Requests come at a constant rate, so they fail while it starts.
 */
final class Restart {

	static final Experiment EXPERIMENT = Findings.experiment("restart",
			"What does a restart cost, with and without a disk tier?", Restart::plan, Restart::answer);

	private static final Arm TERM = arm("term", "no disk, TERM", Map.of());

	private static final Arm KILL = arm("kill", "no disk, kill -9", Map.of());

	private static final Map<String, String> DISK = Map.of("yoil.ehcache.config", ServiceSettings.EHCACHE_DISK);

	private static final Arm DISK_TERM = arm("disk-term", "disk, TERM", DISK);

	private static final Arm DISK_KILL = arm("disk-kill", "disk, kill -9", DISK);

	/** Requests per second. */
	private static final int RATE = 300;

	private static final Target TARGET = Demand.allListsAndPages();

	private static final List<String> NOTES = List.of(Findings.UNPUBLISHED,
			"The disk tiers are those of ehcache.xml, uncommented, in a directory that is empty when an arm begins.",
			"Each request is for one of 350 lists and pages, each as often as any other. The warm-up loads all of them.",
			"TERM and kill -9 end the only instance during the load; it starts again on the same port. Until then, all "
					+ "requests fail.",
			"It is back when its readiness probe succeeds, which the lab asks every 0.1 s.",
			"Everything shares this machine's CPUs. Loads do not depend on that; times do.",
			"Errors are answers over 10 s and those of a status other than 200 to 399.");

	private Restart() {
	}

	private static Arm arm(String name, String title, Map<String, String> settings) {
		return new Arm(name, title, settings);
	}

	private static Plan plan(boolean full) {
		// Two arms fit into two minutes with enough time for a slow start.
		List<Cell> cells = Stream
			.of(cell(full, KILL, Kind.KILL_INSTANCE), cell(full, DISK_KILL, Kind.KILL_INSTANCE),
					cell(full, TERM, Kind.TERMINATE_INSTANCE), cell(full, DISK_TERM, Kind.TERMINATE_INSTANCE))
			.limit(full ? 4 : 2)
			.toList();
		return new Plan(full ? 3 : 1, cells, Demand.OPEN + "; %d req/s".formatted(RATE));
	}

	private static Cell cell(boolean full, Arm arm, Kind kind) {
		double seconds = full ? 40 : 30;
		Load load = Demand.open(Demand.PATIENCE, Demand.stage((int) (RATE * seconds), seconds, 0), TARGET);
		Action restart = new Action(Demand.seconds(full ? 10 : 3), kind);
		return new Cell(arm, new ServiceSettings(Database.POSTGRESQL, Arms.WEBTOONS, arm.settings()),
				List.of(new Part("", Demand.warmUp(full, TARGET), load, List.of(restart))));
	}

	private static Answer answer(Findings findings, Plan plan) {
		Table cost = findings.table("The instance is restarted under load",
				List.of(findings.row("database loads after the restart", "", Restart::loads),
						findings.row("values found on disk", "", Restart::found),
						findings.row("database loads before it", "", Restart::loadsBefore),
						findings.row("time until it is back, s", "",
								(run) -> back(run) - Quantities.time(run, Actions.ENDING_UNDER_LOAD)),
						findings.row("failed requests", "", Quantities::failed),
						findings.row("of these, once it was back", "", Restart::failedAfter),
						findings.row("p99 in the slowest second once it was back, ms", "", Restart::slowestP99),
						findings.row("CPU seconds of PostgreSQL", "",
								(run) -> Quantities.cpus(run, Series.CPU_DATABASE) * run.load().took())));
		return findings.armBars("Database loads after the restart", "loads", "", Map.of("loads", Restart::loads))
			.course()
			.answer(headline(findings), NOTES, cost);
	}

	private static String headline(Findings findings) {
		Noise disk = findings.of(DISK_KILL, "", Restart::loads);
		Noise none = findings.of(KILL, "", Restart::loads);
		return findings.arms().contains(TERM)
				? Findings.headline(
						"A restart costs %s database loads with a disk tier, %s without; after kill -9 %s and %s.",
						findings.of(DISK_TERM, "", Restart::loads), findings.of(TERM, "", Restart::loads), disk, none)
				: Findings.headline("A restart after kill -9 costs %s database loads with a disk tier, %s without.",
						disk, none);
	}

	private static double loads(Run run) {
		return ifBack(run, (each) -> Quantities.counted(Counted::cacheLoads).applyAsDouble(each) - loadsBefore(each));
	}

	private static double found(Run run) {
		return ifBack(run, Quantities.counted(Counted::tierHits));
	}

	/**
	 * Returns the loads of the process that ended: keys that the warm-up left out.
	 * Samples have the loads of the new process only once it is back.
	 */
	private static double loadsBefore(Run run) {
		double back = back(run);
		double loads = 0;
		double last = 0;
		for (Sample sample : run.samples()) {
			if (sample.at() <= back) {
				loads += sample.values().getOrDefault(Series.CACHE_LOADS, 0.0) * (sample.at() - last);
			}
			last = sample.at();
		}
		return Double.isNaN(back) ? Double.NaN : Math.rint(loads);
	}

	private static double failedAfter(Run run) {
		return ifBack(run, (each) -> after(each).mapToLong(Second::allErrors).sum());
	}

	private static double slowestP99(Run run) {
		return ifBack(run,
				(each) -> after(each).mapToDouble((second) -> second.latency().p99()).max().orElse(Double.NaN));
	}

	/**
	 * Returns a quantity; NaN if the load did not go on long enough after the restart.
	 */
	private static double ifBack(Run run, ToDoubleFunction<Run> quantity) {
		return (back(run) + 2 <= run.load().took()) ? quantity.applyAsDouble(run) : Double.NaN;
	}

	/** Returns when the instance was ready again; NaN if it was not. */
	private static double back(Run run) {
		return Quantities.time(run, Actions.RESTARTED);
	}

	/** Returns the seconds of the load that began after the restart. */
	private static Stream<Second> after(Run run) {
		return run.load().seconds().stream().filter((second) -> second.second() >= back(run));
	}

}
