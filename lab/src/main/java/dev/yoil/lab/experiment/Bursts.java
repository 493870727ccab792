package dev.yoil.lab.experiment;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

import dev.yoil.lab.experiment.Plan.Part;
import dev.yoil.lab.load.Load;
import dev.yoil.lab.load.Load.Stage;
import dev.yoil.lab.result.Answer;
import dev.yoil.lab.result.Answer.Table;
import dev.yoil.lab.result.Arm;
import dev.yoil.lab.result.Chart;
import dev.yoil.lab.result.Run;
import dev.yoil.lab.result.Second;

/**
 * Readers who come at once, who come more and more, and who stay.
 */
final class Bursts implements Experiment {

	private static final String STEADY = "100 steady";

	private static final List<Integer> AT_ONCE = List.of(100, 200, 500);

	private static final Arm STOCK = Arms.stock("200s");

	private static final List<Arm> ARMS = List.of(Arms.OFF, STOCK, Arms.OURS);

	@Override
	public String name() {
		return "bursts";
	}

	@Override
	public String question() {
		return "How do throughput and waiting grow with the readers, and with how they come?";
	}

	@Override
	public Plan plan(boolean full) {
		List<Part> parts = new ArrayList<>();
		parts.add(new Part(STEADY, Demand.warmUp(full, Demand.list()), false, stay(Demand.stage(100, 0, full ? 60 : 4)),
				List.of()));
		if (full) {
			parts.add(part("ramp to 100", stay(Demand.stage(100, 10, 20))));
		}
		parts.add(part("ramp to 300", stay(full ? Demand.stage(300, 60, 30) : Demand.stage(300, 3, 1))));
		(full ? AT_ONCE : AT_ONCE.subList(2, 3))
			.forEach((users) -> parts.add(part(atOnce(users), Demand.open(Demand.atOnce(users), Demand.list()))));
		List<Part> all = List.copyOf(parts);
		return new Plan(full ? 3 : 1, ARMS.stream().map((arm) -> Arms.cell(arm, Arms.ACCEPT_COUNT, all)).toList(),
				"steady and ramps " + Demand.CLOSED + "; at once " + Demand.OPEN);
	}

	private static Part part(String name, Load load) {
		return new Part(name, null, false, load, List.of());
	}

	private static Load stay(Stage stage) {
		return Demand.closed(Demand.PATIENCE, List.of(stage), Demand.list());
	}

	@Override
	public Answer answer(Plan plan, List<Run> runs) {
		Measured measured = new Measured(plan, runs);
		Table published = new Table("100 steady, as it was published",
				List.of("", "published, off", "here, off", "published, on", "here, stock cache", "here, our caches"),
				List.of(published(measured, "TPS", "235.7", "544.4", Measured::answers),
						published(measured, "mean time, ms", "419", "179", Measured::mean)));
		List<String> parts = plan.cells()
			.stream()
			.flatMap((cell) -> cell.parts().stream().map(Part::name))
			.distinct()
			.toList();
		List<List<String>> rows = new ArrayList<>();
		for (String part : parts) {
			ARMS.forEach((arm) -> rows.add(List.of(part + ", " + arm.title(),
					text(measured, arm, part, Measured::answers), text(measured, arm, part, Measured::tps),
					text(measured, arm, part, Measured::mean), text(measured, arm, part, Measured::slowest),
					text(measured, arm, part, Measured::timeouts), text(measured, arm, part, Measured::otherErrors))));
		}
		Table all = new Table("All loads", List.of("", "TPS as published", "good answers a second", "mean time, ms",
				"worst time, ms", "too slow or without an answer, %", "other errors, %"), rows);
		return new Answer(sentence(measured), List.of(Arms.QUEUE,
				"Of those who stay, answers over 10 s count as errors; of those who come at once, over 600 ms."),
				List.of(published, all), drawing(plan, measured, parts).charts());
	}

	private static List<String> published(Measured measured, String name, String off, String on,
			ToDoubleFunction<Run> quantity) {
		return List.of(name, off, text(measured, Arms.OFF, STEADY, quantity), on,
				text(measured, STOCK, STEADY, quantity), text(measured, Arms.OURS, STEADY, quantity));
	}

	private static String sentence(Measured measured) {
		Comparison tps = new Comparison(measured.of(Arms.OFF.name(), STEADY, Measured::tps),
				measured.of(Arms.OURS.name(), STEADY, Measured::tps), true);
		String end = tps.caveat() + measured.incomplete() + ".";
		if (tps.missing()) {
			return "There are not the runs to tell what the caches do for 100 readers who stay" + end;
		}
		return "100 readers who stay get %s answers a second with our caches, %s with %s and %s with none, after %s, %s and %s ms in the mean (published: 544.4 instead of 235.7, 179 ms instead of 419)"
			.formatted(tps.after().text(), text(measured, STOCK, STEADY, Measured::tps), STOCK.title(),
					tps.before().text(), brief(measured, Arms.OURS), brief(measured, STOCK), brief(measured, Arms.OFF))
				+ end;
	}

	private static String brief(Measured measured, Arm arm) {
		return measured.of(arm.name(), STEADY, Measured::mean).brief();
	}

	private static Drawing drawing(Plan plan, Measured measured, List<String> parts) {
		Drawing drawing = new Drawing(measured, plan);
		drawing
			.lines("Mean time by readers who come at once", "readers", "ms", byUsers(measured, Measured::mean), false)
			.lines("Worst time by readers who come at once", "readers", "ms", byUsers(measured, Measured::slowest),
					false);
		for (String part : parts) {
			drawing.counts("Good answers: " + part, part, "answers per second", Second::good)
				.times("Mean time: " + part, part, Drawing::mean);
		}
		return drawing;
	}

	private static List<Chart.Line> byUsers(Measured measured, ToDoubleFunction<Run> quantity) {
		return ARMS.stream()
			.map((arm) -> new Chart.Line(arm.title(), AT_ONCE.stream()
				.map((users) -> new Chart.Point(users, measured.of(arm.name(), atOnce(users), quantity).median()))
				.filter((point) -> Double.isFinite(point.y()))
				.toList()))
			.filter((line) -> !line.points().isEmpty())
			.toList();
	}

	private static String text(Measured measured, Arm arm, String part, ToDoubleFunction<Run> quantity) {
		return measured.of(arm.name(), part, quantity).text();
	}

	private static String atOnce(int users) {
		return users + " at once";
	}

}
