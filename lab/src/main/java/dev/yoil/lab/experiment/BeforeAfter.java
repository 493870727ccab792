package dev.yoil.lab.experiment;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import dev.yoil.lab.experiment.Plan.Part;
import dev.yoil.lab.load.Load;
import dev.yoil.lab.load.Load.Stage;
import dev.yoil.lab.result.Answer;
import dev.yoil.lab.result.Answer.Table;
import dev.yoil.lab.result.Arm;
import dev.yoil.lab.result.Run;

/**
 * What caching is worth, and how much of that comes from a cache of objects, from answers
 * kept as compressed bytes, and from our caches: 500 users who come over 100 s and stay
 * until 3 min are over.
 */
final class BeforeAfter implements Experiment {

	private static final Arm STOCK = Arms.stock("200s");

	private static final Arm PREBUILT = Arms.prebuilt("200s");

	private static final List<Arm> ARMS = List.of(Arms.OFF, STOCK, PREBUILT, Arms.OURS);

	private static final List<String> NOTES = List.of(Demand.ERRORS,
			"TPS as published counts every answer, slow and failed ones too; good answers are those within 600 ms.",
			"An arm has collapsed when for two seconds fewer than nine of ten requests are good; arms are compared where "
					+ "all bear the users.");

	@Override
	public String name() {
		return "before-after";
	}

	@Override
	public String question() {
		return "How many more requests does the service answer with its caches than without?";
	}

	@Override
	public Plan plan(boolean full) {
		// Quick users stay for a while where a service without caches still bears them.
		List<Stage> stages = full ? List.of(Demand.stage(500, 100, 80))
				: List.of(Demand.stage(40, 0, 6), Demand.stage(500, 2, 2));
		Load load = Demand.closed(Demand.LIMIT, stages, Demand.list());
		List<Part> parts = List.of(new Part("", Demand.warmUp(full, Demand.list()), false, load, List.of()));
		return new Plan(full ? 3 : 1, ARMS.stream().map((arm) -> Arms.cell(arm, Map.of(), parts)).toList(),
				Demand.CLOSED + "; 500 users come over " + (full ? "100 s" : "8 s, 40 of them at once"));
	}

	@Override
	public Answer answer(Plan plan, List<Run> runs) {
		Measured measured = new Measured(plan, runs);
		Table published = new Table("Before and after the cache, as it was published",
				List.of("", "published, off", "here, off", "published, on", "here, stock cache",
						"here, Caffeine + prebuilt bytes", "here, our caches"),
				List.of(row(measured, "mean TPS", "247.4", "2,960.1", Measured::answers),
						row(measured, "peak TPS", "550", "3,579", Measured::peakAnswers),
						List.of("errors", "about 17,000 of 40,000", errors(measured, Arms.OFF), "468 of 291,321",
								errors(measured, STOCK), errors(measured, PREBUILT), errors(measured, Arms.OURS))));
		Table ours = new Table("What came of it", columns(),
				List.of(row(measured, "good answers a second", Measured::tps),
						row(measured, "most good answers in a second", Measured::peak),
						row(measured, "over 600 ms or without an answer, %", Measured::timeouts),
						row(measured, "other errors, %", Measured::otherErrors),
						row(measured, "users at most before it collapsed", Bearing::most)));
		Drawing drawing = new Drawing(measured, plan).course("");
		return new Answer(sentence(measured) + measured.incomplete() + ".", NOTES,
				List.of(published, ours, steps(measured)), drawing.charts());
	}

	private static Table steps(Measured measured) {
		ToDoubleFunction<Run> good = Bearing.goodWith(users(measured, known(measured)));
		List<List<String>> rows = new ArrayList<>();
		for (int i = 1; i < ARMS.size(); i++) {
			Arm before = ARMS.get(i - 1);
			Arm after = ARMS.get(i);
			rows.add(List.of("%s instead of %s".formatted(after.title(), before.title()),
					measured.of(after.name(), "", good).times(measured.of(before.name(), "", good))));
		}
		return new Table("Where it comes from", List.of("step", "good answers, up to the most users that all bear"),
				List.copyOf(rows));
	}

	private static List<Arm> known(Measured measured) {
		return ARMS.stream().filter((arm) -> !tps(measured, arm).missing()).toList();
	}

	/** The most that all these arms bear. */
	private static int users(Measured measured, List<Arm> arms) {
		return arms.stream().mapToInt((arm) -> most(measured, arm)).min().orElse(0);
	}

	private static String sentence(Measured measured) {
		List<Arm> known = known(measured);
		if (!known.contains(Arms.OFF) || !known.contains(Arms.OURS)) {
			return "There are not the runs to tell what the caches are worth";
		}
		String collapses = "Of 500 users, "
				+ known.stream().map((arm) -> collapse(measured, arm)).collect(Collectors.joining(", "));
		int users = users(measured, known);
		if (users == 0) {
			return collapses + "; there is no number of users that all bear, and so no comparison";
		}
		ToDoubleFunction<Run> good = Bearing.goodWith(users);
		List<String> said = new ArrayList<>();
		known.forEach((arm) -> said.add("%s with %s".formatted(measured.of(arm.name(), "", good).text(), arm.title())));
		Noise ours = measured.of(Arms.OURS.name(), "", good);
		Noise off = measured.of(Arms.OFF.name(), "", good);
		List<String> others = Stream.of(STOCK, PREBUILT)
			.filter(known::contains)
			.map((arm) -> "%s with %s".formatted(ours.times(measured.of(arm.name(), "", good)), arm.title()))
			.toList();
		return "%s; up to %d users, the most that all bear, there are so many good answers a second: %s; ours are %s those with %s%s (published: 12 times)"
			.formatted(collapses, users, String.join(", ", said), ours.times(off), Arms.OFF.title(),
					others.stream().map((each) -> " and " + each).collect(Collectors.joining()))
				+ new Comparison(off, ours, true).caveat();
	}

	private static String collapse(Measured measured, Arm arm) {
		OptionalDouble least = measured.runs(arm.name(), "")
			.stream()
			.flatMapToInt((run) -> Bearing.collapse(run).stream())
			.asDoubleStream()
			.min();
		return least.isPresent()
				? "%s collapsed at %s users".formatted(arm.title(), Figures.number(least.getAsDouble()))
				: "%s bore all users".formatted(arm.title());
	}

	private static int most(Measured measured, Arm arm) {
		return measured.runs(arm.name(), "").stream().mapToInt(Bearing::most).min().orElse(0);
	}

	private static List<String> columns() {
		List<String> columns = new ArrayList<>(List.of(""));
		ARMS.forEach((arm) -> columns.add(arm.title()));
		return List.copyOf(columns);
	}

	private static List<String> row(Measured measured, String name, String off, String on,
			ToDoubleFunction<Run> quantity) {
		List<String> row = new ArrayList<>(row(measured, name, quantity));
		row.add(1, off);
		row.add(3, on);
		return List.copyOf(row);
	}

	private static List<String> row(Measured measured, String name, ToDoubleFunction<Run> quantity) {
		List<String> row = new ArrayList<>(List.of(name));
		ARMS.forEach((arm) -> row.add(measured.of(arm.name(), "", quantity).text()));
		return List.copyOf(row);
	}

	private static Noise tps(Measured measured, Arm arm) {
		return measured.of(arm.name(), "", Measured::tps);
	}

	private static String errors(Measured measured, Arm arm) {
		return Figures.errors(measured.total(arm.name(), ""));
	}

}
