package dev.yoil.lab.experiment;

import java.util.ArrayList;
import java.util.LinkedHashMap;
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
import dev.yoil.lab.result.Chart;
import dev.yoil.lab.result.Run;
import dev.yoil.lab.result.Series;
import dev.yoil.lab.service.ServiceSettings;
import dev.yoil.lab.service.ServiceSettings.Database;

/**
 * One instance against two behind nginx, over one PostgreSQL each. What was asked for was
 * not published, nor by how many: throughput times mean time makes it 40 users of the one
 * and 37 of the two.
 */
final class TwoInstances implements Experiment {

	private static final int USERS = 40;

	private static final String CACHED = "cached";

	private static final String SEARCH = "search";

	private static final Arm ONE = new Arm("one", "one instance", Map.of());

	private static final Arm PROXIED = several("one-behind-nginx", "one behind nginx");

	private static final Arm TWO = several("two-behind-nginx", "two behind nginx");

	private static final List<Arm> ARMS = List.of(ONE, PROXIED, TWO);

	private static final List<String> NOTES = List.of(
			"Instances, nginx, PostgreSQL and load generator share the processors of this machine. A second instance brings "
					+ "no processor along, so it cannot double anything here: it can win only what one instance loses to "
					+ "waits of its own, and has to pay for nginx and for another heap. On machines of their own, two "
					+ "instances have twice the processors; what they would do with these is in the good answers for each "
					+ "second of a processor.",
			"What was asked for was not published; as throughput times mean time, the published figures are those of 40 "
					+ "users. Here 40 users ask for lists, pages and rankings, which are hits, and then search, which no "
					+ "cache answers.",
			"An instance that just started compiles its code while it answers, and two do that twice, each with half of "
					+ "the warm-up: the quick form is harder on them than --full.",
			"Behind nginx the caches are those of cluster/ehcache.xml without its shared tier, as the published instances "
					+ "had none; what that is worth, shared-tier measures.",
			"Seconds of processors are those of the instances, of nginx and of PostgreSQL, as far as its processes still "
					+ "run; not of the load generator.");

	@Override
	public String name() {
		return "two-instances";
	}

	@Override
	public String question() {
		return "What do two instances behind nginx answer that one does not?";
	}

	@Override
	public Plan plan(boolean full) {
		Target[] cached = { Demand.list(), Demand.page(), Demand.ranking() };
		Target[] all = { cached[0], cached[1], cached[2], Demand.search() };
		List<Part> parts = List.of(
				new Part(CACHED, Demand.warmUp(full, USERS, full ? cached : all), false, load(full, cached), List.of()),
				new Part(SEARCH, full ? Demand.warmUp(true, USERS, all[3]) : null, false, load(full, all[3]),
						List.of()));
		return new Plan(full ? 3 : 1, List.of(cell(ONE, 0, parts), cell(PROXIED, 1, parts), cell(TWO, 2, parts)),
				Demand.CLOSED + "; %d users, %s s for each of two kinds of request".formatted(USERS,
						Figures.number(seconds(full))));
	}

	private static Load load(boolean full, Target... targets) {
		return Demand.closed(Demand.PATIENCE, List.of(Demand.stage(USERS, 0, seconds(full))), targets);
	}

	private static double seconds(boolean full) {
		return full ? 30 : 3;
	}

	private static Cell cell(Arm arm, int proxied, List<Part> parts) {
		Map<String, String> properties = new LinkedHashMap<>(arm.settings());
		return new Cell(arm, new ServiceSettings(Database.POSTGRESQL, Arms.WEBTOONS, properties, proxied), parts);
	}

	private static Arm several(String name, String title) {
		return new Arm(name, title, Map.of("yoil.ehcache.config", ServiceSettings.EHCACHE_CLUSTER_LOCAL));
	}

	@Override
	public Answer answer(Plan plan, List<Run> runs) {
		Measured measured = new Measured(plan, runs);
		List<Table> tables = List.of(
				new Table("Lists, pages and rankings, out of the caches",
						List.of("", "published, one", "here, one", "here, one behind nginx", "published, two",
								"here, two behind nginx"),
						List.of(published(measured, "mean time, ms", "333", "185", Measured::mean),
								published(measured, "slowest, ms", "3,200", "209", Measured::slowest),
								published(measured, "TPS", "120", "200", Measured::tps),
								published(measured, "good answers for each second of a processor", Figures.NONE,
										Figures.NONE, Measured::perProcessorSecond))),
				new Table("Searches, each of which asks the database", columns(),
						List.of(row(measured, SEARCH, "mean time, ms", Measured::mean),
								row(measured, SEARCH, "slowest, ms", Measured::slowest),
								row(measured, SEARCH, "TPS", Measured::tps),
								row(measured, SEARCH, "good answers for each second of a processor",
										Measured::perProcessorSecond))),
				new Table("Processors in use, in the mean", columns(), processors(measured)));
		List<String> groups = ARMS.stream().map(Arm::title).toList();
		Drawing drawing = new Drawing(measured, plan)
			.bars("Good answers for each second of a processor", "answers per second of a processor", groups,
					List.of(bar(measured, CACHED), bar(measured, SEARCH)))
			.course(CACHED)
			.course(SEARCH);
		return new Answer(sentence(measured), NOTES, tables, drawing.charts());
	}

	private static String sentence(Measured measured) {
		Noise one = of(measured, ONE, CACHED, Measured::tps);
		Noise two = of(measured, TWO, CACHED, Measured::tps);
		if (one.missing() || two.missing()) {
			return "There are not the runs to tell what a second instance is worth" + measured.incomplete() + ".";
		}
		boolean inside = one.to(two) == Noise.Verdict.INSIDE;
		return "Two instances behind nginx give %s good answers a second instead of %s of one, after %s ms in the mean instead of %s and %s at most instead of %s (published: 200 instead of 120, 185 ms instead of 333, 209 instead of 3,200), and for each second of a processor %s instead of %s; all of it shares the processors of one machine, to which a second instance adds none"
			.formatted(two.brief(), one.brief(), brief(measured, TWO, Measured::mean),
					brief(measured, ONE, Measured::mean), brief(measured, TWO, Measured::slowest),
					brief(measured, ONE, Measured::slowest), brief(measured, TWO, Measured::perProcessorSecond),
					brief(measured, ONE, Measured::perProcessorSecond))
				+ (inside ? "; the difference in throughput is inside the noise" : "") + measured.incomplete() + ".";
	}

	private static String brief(Measured measured, Arm arm, ToDoubleFunction<Run> quantity) {
		return of(measured, arm, CACHED, quantity).brief();
	}

	private static List<List<String>> processors(Measured measured) {
		Map<String, Series> users = new LinkedHashMap<>();
		users.put("instances", Series.CPU_SERVICE);
		users.put("nginx", Series.CPU_PROXY);
		users.put("PostgreSQL", Series.CPU_DATABASE);
		users.put("load generator", Series.CPU_GENERATOR);
		List<List<String>> rows = new ArrayList<>();
		for (String part : List.of(CACHED, SEARCH)) {
			users.forEach((name, series) -> rows
				.add(row(measured, part, part + ", " + name, (run) -> Measured.processors(run, series))));
		}
		return List.copyOf(rows);
	}

	private static List<String> columns() {
		List<String> columns = new ArrayList<>(List.of(""));
		ARMS.forEach((arm) -> columns.add(arm.title()));
		return List.copyOf(columns);
	}

	private static List<String> published(Measured measured, String name, String one, String two,
			ToDoubleFunction<Run> quantity) {
		List<String> row = new ArrayList<>(row(measured, CACHED, name, quantity));
		row.add(1, one);
		row.add(row.size() - 1, two);
		return List.copyOf(row);
	}

	private static List<String> row(Measured measured, String part, String name, ToDoubleFunction<Run> quantity) {
		List<String> row = new ArrayList<>(List.of(name));
		ARMS.forEach((arm) -> row.add(of(measured, arm, part, quantity).text()));
		return List.copyOf(row);
	}

	private static Chart.Bar bar(Measured measured, String part) {
		return new Chart.Bar(part,
				ARMS.stream().map((arm) -> of(measured, arm, part, Measured::perProcessorSecond).median()).toList());
	}

	private static Noise of(Measured measured, Arm arm, String part, ToDoubleFunction<Run> quantity) {
		return measured.of(arm.name(), part, quantity);
	}

}
