package dev.yoil.lab.experiment;

import java.util.ArrayList;
import java.util.List;

import dev.yoil.lab.experiment.Plan.Part;
import dev.yoil.lab.load.Load.Target;
import dev.yoil.lab.result.Answer;
import dev.yoil.lab.result.Answer.Table;
import dev.yoil.lab.result.Arm;
import dev.yoil.lab.result.Chart;
import dev.yoil.lab.result.Run;

/**
 * A thousand who come at the same instant, and a load of 5,000 per endpoint. Over which
 * time the load came and what its limit was were not published: here 500 a second, and
 * 600 ms.
 */
final class Spike implements Experiment {

	private static final String LOAD = "load";

	private static final List<String> NOTES = List.of(Demand.ERRORS, Arms.QUEUE,
			"Over which time the load came was not published: here it is 500 a second.");

	private static final List<Target> TARGETS = List.of(Demand.list(), Demand.page(), Demand.ranking());

	@Override
	public String name() {
		return "spike";
	}

	@Override
	public String question() {
		return "What do a thousand readers meet who come at the same instant?";
	}

	@Override
	public Plan plan(boolean full) {
		Target[] targets = TARGETS.toArray(Target[]::new);
		List<Part> parts = new ArrayList<>();
		parts.add(new Part(LOAD, Demand.warmUp(full ? 10 : 3, targets), false,
				Demand.open(full ? Demand.stage(15_000, 30, 0) : Demand.stage(3_000, 6, 0), targets), List.of()));
		for (Target target : TARGETS) {
			parts.add(new Part(spike(target), null, false, Demand.open(Demand.atOnce(1000), target), List.of()));
		}
		List<Part> all = List.copyOf(parts);
		return new Plan(full ? 3 : 1,
				List.of(Arms.cell(Arms.OFF, Arms.ACCEPT_COUNT, all), Arms.cell(Arms.OURS, Arms.ACCEPT_COUNT, all)),
				Demand.OPEN + "; 1,000 at the same instant, and " + (full ? "15,000 over 30 s" : "3,000 over 6 s"));
	}

	@Override
	public Answer answer(Plan plan, List<Run> runs) {
		Measured measured = new Measured(plan, runs);
		List<List<String>> rows = new ArrayList<>();
		rows.add(times(measured, LOAD, "load, mean time, ms", "353", "57"));
		rows.add(errors(measured, LOAD, "load, errors", "98.78 %", "0.007 %"));
		for (Target target : TARGETS) {
			String part = spike(target);
			rows.add(times(measured, part, part + ", mean time, ms", "1,397", "875"));
			rows.add(errors(measured, part, part + ", errors", "83.5 %", "14.7 %"));
		}
		Table table = new Table("Load and spike; published of three endpoints together",
				List.of("", "published, off", "here, off", "published, on", "here, on"), List.copyOf(rows));
		List<String> groups = new ArrayList<>(List.of(LOAD));
		TARGETS.forEach((target) -> groups.add(spike(target)));
		Drawing drawing = new Drawing(measured, plan)
			.bars("Mean time", "ms", groups, List.of(bar(measured, groups, Arms.OFF), bar(measured, groups, Arms.OURS)))
			.course(LOAD);
		groups.forEach((part) -> drawing.times("Worst time: " + part, part, Drawing::worst));
		return new Answer(sentence(measured, spike(TARGETS.get(0))), NOTES, List.of(table), drawing.charts());
	}

	private static String sentence(Measured measured, String part) {
		Comparison mean = new Comparison(mean(measured, Arms.OFF, part), mean(measured, Arms.OURS, part), false);
		String end = mean.caveat() + measured.incomplete() + ".";
		if (mean.missing()) {
			return "There are not the runs to tell what the caches do for a thousand at once" + end;
		}
		return "Of a thousand who ask for a list at once %s fail with the caches instead of %s without, after %s ms in the mean instead of %s (published: 14.7 %% instead of 83.5 %%, 875 ms instead of 1,397)"
			.formatted(share(measured, Arms.OURS, part), share(measured, Arms.OFF, part), mean.after().brief(),
					mean.before().brief())
				+ end;
	}

	private static List<String> times(Measured measured, String part, String name, String off, String on) {
		return List.of(name, off, mean(measured, Arms.OFF, part).text(), on, mean(measured, Arms.OURS, part).text());
	}

	private static List<String> errors(Measured measured, String part, String name, String off, String on) {
		return List.of(name, off, share(measured, Arms.OFF, part), on, share(measured, Arms.OURS, part));
	}

	private static Chart.Bar bar(Measured measured, List<String> parts, Arm arm) {
		return new Chart.Bar(arm.title(), parts.stream().map((part) -> mean(measured, arm, part).median()).toList());
	}

	private static Noise mean(Measured measured, Arm arm, String part) {
		return measured.of(arm.name(), part, Measured::mean);
	}

	private static String share(Measured measured, Arm arm, String part) {
		return Figures.percent(measured.total(arm.name(), part).share());
	}

	private static String spike(Target target) {
		return "spike on " + target.name();
	}

}
