package dev.yoil.lab.experiment;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

import dev.yoil.lab.experiment.Plan.Part;
import dev.yoil.lab.load.Load.Target;
import dev.yoil.lab.result.Answer;
import dev.yoil.lab.result.Answer.Table;
import dev.yoil.lab.result.Arm;
import dev.yoil.lab.result.Chart;
import dev.yoil.lab.result.Counted;
import dev.yoil.lab.result.Run;

/**
 * A thousand who come at the same instant, and a load of 5,000 per endpoint. Over which
 * time the load came and what its limit was were not published: here 500 a second, and
 * 600 ms. What was published had Tomcat's own accept count; two more arms have the
 * service's. In full, 5,000 come at the same instant, too.
 */
final class Spike implements Experiment {

	private static final String LOAD = "load";

	private static final String LARGE = "5,000 at once";

	private static final Arm OFF = published(Arms.OFF);

	private static final Arm ON = published(Arms.OURS);

	private static final Arm OFF_AS_IT_COMES = Arms.off("off-as-it-comes", "cache off, our accept count");

	private static final Arm ON_AS_IT_COMES = new Arm("ours-as-it-comes", "our caches and accept count", Map.of());

	private static final List<Arm> ARMS = List.of(OFF, ON, OFF_AS_IT_COMES, ON_AS_IT_COMES);

	private static final List<String> NOTES = List.of(Demand.ERRORS,
			Arms.QUEUE + " Two arms leave the queue as long as the service has it by itself.",
			"To open 5,000 connections takes the load generator, which shares the processors, a good part of the 600 ms.",
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
		parts.add(new Part(LOAD, Demand.warmUp(full, targets), false,
				Demand.open(full ? Demand.stage(15_000, 30, 0) : Demand.stage(1_500, 3, 0), targets), List.of()));
		for (Target target : full ? TARGETS : List.of(Demand.list())) {
			parts.add(new Part(spike(target), null, false, Demand.open(Demand.atOnce(1000), target), List.of()));
		}
		if (full) {
			parts.add(new Part(LARGE, null, false, Demand.open(Demand.atOnce(5000), Demand.list()), List.of()));
		}
		List<Part> all = List.copyOf(parts);
		return new Plan(full ? 3 : 1, ARMS.stream().map((arm) -> Arms.cell(arm, Map.of(), all)).toList(),
				Demand.OPEN + "; 1,000 at the same instant, and " + (full ? "15,000 over 30 s" : "1,500 over 3 s"));
	}

	@Override
	public Answer answer(Plan plan, List<Run> runs) {
		Measured measured = new Measured(plan, runs);
		List<String> groups = plan.cells().get(0).parts().stream().map(Part::name).toList();
		List<List<String>> rows = new ArrayList<>();
		rows.add(times(measured, LOAD, "load, mean time, ms", "353", "57"));
		rows.add(errors(measured, LOAD, "load, errors", "98.78 %", "0.007 %"));
		for (String part : groups.subList(1, groups.size())) {
			boolean published = !part.equals(LARGE);
			rows.add(times(measured, part, part + ", mean time, ms", published ? "1,397" : Figures.NONE,
					published ? "875" : Figures.NONE));
			rows.add(errors(measured, part, part + ", errors", published ? "83.5 %" : Figures.NONE,
					published ? "14.7 %" : Figures.NONE));
			rows.add(dropped(measured, part));
		}
		Table table = new Table(
				"Load and spike; published of three endpoints together", List.of("", "published, off", "here, off",
						"published, on", "here, on", "here, off, our accept count", "here, on, our accept count"),
				List.copyOf(rows));
		Drawing drawing = new Drawing(measured, plan)
			.bars("Mean time", "ms", groups, ARMS.stream().map((arm) -> bar(measured, groups, arm)).toList())
			.course(LOAD);
		groups.forEach((part) -> drawing.times("Worst time: " + part, part, Drawing::worst));
		return new Answer(sentence(measured, spike(Demand.list())), NOTES, List.of(table), drawing.charts());
	}

	private static String sentence(Measured measured, String part) {
		Comparison mean = new Comparison(mean(measured, OFF, part), mean(measured, ON, part), false);
		String end = measured.incomplete() + ".";
		if (mean.missing()) {
			return "There are not the runs to tell what the caches do for a thousand at once" + mean.caveat() + end;
		}
		return "Of a thousand who ask for a list at once %s fail with the caches instead of %s without, after %s ms in the mean instead of %s (published: 14.7 %% instead of 83.5 %%, 875 ms instead of 1,397)%s; with the accept count that the service has by itself %s fail instead of %s, after %s ms instead of %s"
			.formatted(share(measured, ON, part), share(measured, OFF, part), mean.after().brief(),
					mean.before().brief(), mean.caveat(), share(measured, ON_AS_IT_COMES, part),
					share(measured, OFF_AS_IT_COMES, part), mean(measured, ON_AS_IT_COMES, part).brief(),
					mean(measured, OFF_AS_IT_COMES, part).brief())
				+ end;
	}

	private static Arm published(Arm arm) {
		Map<String, String> settings = new LinkedHashMap<>(arm.settings());
		settings.putAll(Arms.ACCEPT_COUNT);
		return new Arm(arm.name(), arm.title(), settings);
	}

	private static List<String> times(Measured measured, String part, String name, String off, String on) {
		return row(name, off, on, (arm) -> mean(measured, arm, part).text());
	}

	private static List<String> errors(Measured measured, String part, String name, String off, String on) {
		return row(name, off, on, (arm) -> share(measured, arm, part));
	}

	private static List<String> dropped(Measured measured, String part) {
		return row(part + ", connections dropped", Figures.NONE, Figures.NONE,
				(arm) -> measured.of(arm.name(), part, Measured.counted(Counted::listenDrops)).text());
	}

	private static List<String> row(String name, String off, String on, Function<Arm, String> here) {
		return List.of(name, off, here.apply(OFF), on, here.apply(ON), here.apply(OFF_AS_IT_COMES),
				here.apply(ON_AS_IT_COMES));
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
