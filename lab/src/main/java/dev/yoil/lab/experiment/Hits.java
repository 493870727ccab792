package dev.yoil.lab.experiment;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

import dev.yoil.lab.experiment.Plan.Cell;
import dev.yoil.lab.experiment.Plan.Part;
import dev.yoil.lab.load.Load.Target;
import dev.yoil.lab.result.Answer;
import dev.yoil.lab.result.Answer.Table;
import dev.yoil.lab.result.Arm;
import dev.yoil.lab.result.Chart;
import dev.yoil.lab.result.Run;

/**
 * What a hit is worth over HTTP, for each way in which an answer is asked for: whole and
 * by the page, as it is, compressed, and by a client that has it already. A service that
 * does not cache has to read and write the list for a 304 too.
 */
final class Hits implements Experiment {

	private static final int USERS = 32;

	private static final Map<String, String> PLAIN = Map.of();

	private static final Map<String, String> GZIP = Map.of("Accept-Encoding", "gzip");

	private static final Map<String, String> KNOWN = Map.of("If-None-Match", "*");

	private static final List<Target> TARGETS = List.of(target("whole list", Demand.list(), PLAIN),
			target("whole list, gzip", Demand.list(), GZIP), target("whole list, 304", Demand.list(), KNOWN),
			target("page", Demand.page(), PLAIN), target("page, gzip", Demand.page(), GZIP),
			target("page, 304", Demand.page(), KNOWN));

	private static final Arm STOCK = Arms.stock("200s");

	private static final List<Arm> ARMS = List.of(Arms.OFF, STOCK, Arms.OURS);

	@Override
	public String name() {
		return "hits";
	}

	@Override
	public String question() {
		return "How many answers a second does one kind of request get, with the caches and without?";
	}

	@Override
	public Plan plan(boolean full) {
		double seconds = full ? 10 : 1;
		Target[] all = TARGETS.toArray(Target[]::new);
		List<Part> parts = TARGETS.stream()
			.map((target) -> new Part(target.name(),
					full ? Demand.warmUp(true, USERS, target)
							: target.equals(all[0]) ? Demand.warmUp(false, USERS, all) : null,
					false, Demand.closed(Demand.PATIENCE, List.of(Demand.stage(USERS, 0, seconds)), target), List.of()))
			.toList();
		List<Cell> cells = ARMS.stream().map((arm) -> Arms.cell(arm, Map.of(), parts)).toList();
		return new Plan(full ? 3 : 1, cells,
				Demand.CLOSED + "; %d users, %s s for each kind of request".formatted(USERS, Figures.number(seconds)));
	}

	@Override
	public Answer answer(Plan plan, List<Run> runs) {
		Measured measured = new Measured(plan, runs);
		List<String> columns = new ArrayList<>(List.of(""));
		ARMS.forEach((arm) -> columns.add(arm.title()));
		List<String> rates = new ArrayList<>(columns);
		rates.addAll(List.of("ours / off", "ours / stock"));
		List<String> names = TARGETS.stream().map(Target::name).toList();
		List<Table> tables = List.of(
				new Table("Good answers a second", List.copyOf(rates),
						names.stream().map((name) -> rates(measured, name)).toList()),
				new Table("Time to an answer under that load, p50, ms", List.copyOf(columns),
						names.stream().map((name) -> row(measured, name, Measured::p50)).toList()),
				new Table("Time to an answer under that load, p99, ms", List.copyOf(columns),
						names.stream().map((name) -> row(measured, name, Measured::p99)).toList()));
		Drawing drawing = new Drawing(measured, plan).bars("Good answers by kind of request", "answers per second",
				names, ARMS.stream().map((arm) -> bar(measured, arm, names)).toList());
		return new Answer(sentence(measured) + measured.incomplete() + ".",
				List.of(Storm.UNPUBLISHED, "If-None-Match is *, which any list matches."), tables, drawing.charts());
	}

	private static String sentence(Measured measured) {
		List<String> said = new ArrayList<>();
		for (String name : List.of("whole list", "page")) {
			Comparison tps = new Comparison(of(measured, Arms.OFF, name, Measured::tps),
					of(measured, Arms.OURS, name, Measured::tps), true);
			if (!tps.missing()) {
				said.add("the %s is answered %s times a second with our caches, %s with %s and %s with none%s"
					.formatted(name, tps.after().text(), of(measured, STOCK, name, Measured::tps).text(), STOCK.title(),
							tps.before().text(), tps.caveat()));
			}
		}
		return said.isEmpty() ? "There are not the runs to tell what a hit is worth"
				: "With %d users, ".formatted(USERS) + String.join(", and ", said);
	}

	private static List<String> rates(Measured measured, String name) {
		List<String> row = new ArrayList<>(row(measured, name, Measured::tps));
		Noise ours = of(measured, Arms.OURS, name, Measured::tps);
		List.of(Arms.OFF, STOCK)
			.forEach((arm) -> row.add(Figures.times(of(measured, arm, name, Measured::tps).median(), ours.median())));
		return List.copyOf(row);
	}

	private static List<String> row(Measured measured, String name, ToDoubleFunction<Run> quantity) {
		List<String> row = new ArrayList<>(List.of(name));
		ARMS.forEach((arm) -> row.add(of(measured, arm, name, quantity).text()));
		return List.copyOf(row);
	}

	private static Chart.Bar bar(Measured measured, Arm arm, List<String> names) {
		return new Chart.Bar(arm.title(),
				names.stream().map((name) -> of(measured, arm, name, Measured::tps).median()).toList());
	}

	private static Noise of(Measured measured, Arm arm, String part, ToDoubleFunction<Run> quantity) {
		return measured.of(arm.name(), part, quantity);
	}

	private static Target target(String name, Target of, Map<String, String> headers) {
		return new Target(name, of.paths(), headers);
	}

}
