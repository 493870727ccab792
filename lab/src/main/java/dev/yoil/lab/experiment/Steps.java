package dev.yoil.lab.experiment;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

import dev.yoil.lab.experiment.Knee.Step;
import dev.yoil.lab.experiment.Plan.Cell;
import dev.yoil.lab.experiment.Plan.Part;
import dev.yoil.lab.load.Load;
import dev.yoil.lab.load.Load.Stage;
import dev.yoil.lab.load.Load.Target;
import dev.yoil.lab.result.Answer;
import dev.yoil.lab.result.Answer.Table;
import dev.yoil.lab.result.Arm;
import dev.yoil.lab.result.Chart;
import dev.yoil.lab.result.Run;
import dev.yoil.lab.result.Second;

/**
 * One more user at each step, or fewer and larger steps if it is to be quick, up to 50. A
 * step takes whole seconds, so that the number of users is the same during each that is
 * counted. {@link Knee} has the rule that names the knee.
 */
final class Steps implements Experiment {

	private static final int MOST = 50;

	/** The users of quick steps: close together where few cores have their knee. */
	private static final int[] FEW = { 1, 2, 3, 4, 6, 8, 12, 18, 30, MOST };

	private static final double TARGET = 150;

	private static final double TARGET_TPS = 480;

	private static final List<String> NOTES = List.of(
			"Published is the target: 480 answers a second within 150 ms. Answers over 150 ms count as errors.",
			"Half of the requests are for the first page of a day, half for the ranking.");

	private static final List<Arm> ARMS = List.of(Arms.OFF, Arms.stock("200s"), Arms.OURS);

	@Override
	public String name() {
		return "steps";
	}

	@Override
	public String question() {
		return "From how many users on do more users bring no more answers?";
	}

	@Override
	public Plan plan(boolean full) {
		int each = full ? 70 : 1;
		List<Stage> stages = (full ? IntStream.rangeClosed(1, MOST) : IntStream.of(FEW))
			.mapToObj((users) -> Demand.stage(users, 0, each))
			.toList();
		Target[] targets = { Demand.page(), Demand.ranking() };
		Load load = Demand.closed(Duration.ofMillis((long) TARGET), stages, targets);
		List<Part> parts = List.of(new Part("", Demand.warmUp(full, targets), false, load, List.of()));
		List<Cell> cells = ARMS.stream().map((arm) -> Arms.cell(arm, Map.of(), parts)).toList();
		return new Plan(1, cells, "%s; %d steps of %d s, up to %d users; over 150 ms is an error"
			.formatted(Demand.CLOSED, stages.size(), each, MOST));
	}

	@Override
	public Answer answer(Plan plan, List<Run> runs) {
		Measured measured = new Measured(plan, runs);
		List<List<String>> rows = ARMS.stream().map((arm) -> row(arm.title(), steps(measured, arm))).toList();
		Table table = new Table("More users at each step", List.of("", "knee, users", "TPS there", "95 % within, ms",
				"over 150 ms from, users", "published target, TPS", "here most within 150 ms, TPS"), rows);
		Drawing drawing = new Drawing(measured, plan)
			.lines("Good answers by users", "users", "answers per second", lines(measured, Step::tps), false)
			.lines("95 % within, by users", "users", "ms", lines(measured, Step::p95), false);
		return new Answer(sentence(steps(measured, Arms.OURS)) + measured.incomplete() + ".", NOTES, List.of(table),
				drawing.charts());
	}

	private static String sentence(List<Step> steps) {
		if (steps.isEmpty()) {
			return "There are not the runs to name a knee";
		}
		if (steps.stream().allMatch((step) -> step.tps() == 0)) {
			return "With the caches there is not a single good answer";
		}
		String met = (within(steps) >= TARGET_TPS) ? "the target of 480 a second within 150 ms is met"
				: "the target of 480 a second within 150 ms is missed";
		return "With the caches "
				+ Knee.of(steps)
					.map((knee) -> "the knee is at %d %s and %s answers a second, and ".formatted(knee.users(),
							(knee.users() == 1) ? "user" : "users", Figures.number(knee.tps())))
					.orElse("there is no knee up to %d users, and ".formatted(steps.get(steps.size() - 1).users()))
				+ met;
	}

	private static List<String> row(String name, List<Step> steps) {
		Optional<Step> knee = Knee.of(steps);
		String slow = Knee.tooSlow(steps, TARGET)
			.map((step) -> Integer.toString(step.users()))
			.orElse(steps.isEmpty() ? Figures.NONE : "never");
		return List.of(name, knee.map((step) -> Integer.toString(step.users())).orElse("none"),
				knee.map((step) -> Figures.number(step.tps())).orElse(Figures.NONE),
				knee.map((step) -> Figures.number(step.p95())).orElse(Figures.NONE), slow, "480",
				Figures.number(within(steps)));
	}

	private static double within(List<Step> steps) {
		return steps.stream().filter((step) -> step.p95() <= TARGET).mapToDouble(Step::tps).max().orElse(Double.NaN);
	}

	private static List<Chart.Line> lines(Measured measured, ToDoubleFunction<Step> quantity) {
		return ARMS.stream()
			.map((arm) -> new Chart.Line(arm.title(),
					steps(measured, arm).stream()
						.map((step) -> new Chart.Point(step.users(), quantity.applyAsDouble(step)))
						.toList()))
			.filter((line) -> !line.points().isEmpty())
			.toList();
	}

	/**
	 * Puts the seconds with the same number of users together, of all rounds. A part of a
	 * second, at the end of a run that was broken off, is left out.
	 */
	static List<Step> steps(Measured measured, Arm arm) {
		Map<Integer, List<Second>> byUsers = new TreeMap<>();
		for (Run run : measured.runs(arm.name(), "")) {
			for (Second second : run.load().seconds()) {
				if (second.second() + 1 <= run.load().took() && second.users() > 0 && second.requests() > 0) {
					byUsers.computeIfAbsent(second.users(), (users) -> new ArrayList<>()).add(second);
				}
			}
		}
		List<Step> steps = new ArrayList<>();
		byUsers.forEach((users,
				seconds) -> steps.add(new Step(users,
						Noise.of(seconds.stream().map((second) -> (double) second.good()).toList()).median(),
						Noise.of(seconds.stream().map(Drawing::p95).toList()).median())));
		return List.copyOf(steps);
	}

}
