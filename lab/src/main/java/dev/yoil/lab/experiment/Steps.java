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
 * One more user at each step, up to 50; quick runs have fewer and larger steps. Steps
 * last whole seconds, so that the number of users does not change within a counted
 * second.
 */
final class Steps {

	static final Experiment EXPERIMENT = Findings.experiment("steps",
			"From how many users on do more users bring no more answers?", Steps::plan, Steps::answer);

	private static final int MOST = 50;

	/** Close together where machines with few CPUs have their knee. */
	private static final int[] QUICK = { 1, 2, 3, 4, 6, 8, 12, 18, 30, MOST };

	private static final double TARGET = 150;

	private static final double TARGET_RATE = 480;

	private static final List<String> NOTES = List.of(
			"The published target is 480 answers per second within 150 ms. Answers over 150 ms count as errors.",
			"Half of the requests are for the first page of a day, half for the ranking.");

	private Steps() {
	}

	private static Plan plan(boolean full) {
		int each = full ? 70 : 1;
		List<Stage> stages = (full ? IntStream.rangeClosed(1, MOST) : IntStream.of(QUICK))
			.mapToObj((users) -> Demand.stage(users, 0, each))
			.toList();
		Target[] targets = { Demand.page(), Demand.ranking() };
		Load load = Demand.closed(Duration.ofMillis((long) TARGET), stages, targets);
		List<Part> parts = List.of(new Part("", Demand.warmUp(full, targets), load));
		return new Plan(1, Arms.cells(parts, Arms.OFF, Arms.STOCK, Arms.OURS),
				"%s; %d steps of %d s, up to %d users; over 150 ms is an error".formatted(Demand.CLOSED, stages.size(),
						each, MOST));
	}

	private static Answer answer(Findings findings, Plan plan) {
		Table table = new Table("More users at each step",
				List.of("", "knee, users", "req/s there", "95 % within, ms", "over 150 ms from, users",
						"published target, TPS", "here most within 150 ms, req/s"),
				findings.arms().stream().map((arm) -> row(arm.title(), steps(findings, arm))).toList());
		return findings.lines("Good answers by users", "users", "req/s", (arm) -> points(findings, arm, Step::tps))
			.lines("95 % within, by users", "users", "ms", (arm) -> points(findings, arm, Step::p95))
			.answer(headline(steps(findings, Arms.OURS)), NOTES, table);
	}

	private static String headline(List<Step> steps) {
		if (steps.isEmpty()) {
			return "Not enough runs for a headline.";
		}
		String knee = Knee.of(steps)
			.map((step) -> "the knee is at %d users, %s req/s".formatted(step.users(), Figures.number(step.tps())))
			.orElse("there is no knee");
		return "With Yoil %s; the target, 480 req/s within 150 ms, is %s.".formatted(knee,
				(within(steps) >= TARGET_RATE) ? "met" : "missed");
	}

	private static List<String> row(String name, List<Step> steps) {
		Optional<Step> knee = Knee.of(steps);
		String slow = steps.stream()
			.filter((step) -> step.p95() > TARGET)
			.findFirst()
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

	private static List<Chart.Point> points(Findings findings, Arm arm, ToDoubleFunction<Step> quantity) {
		return steps(findings, arm).stream()
			.map((step) -> new Chart.Point(step.users(), quantity.applyAsDouble(step)))
			.toList();
	}

	/**
	 * Groups the seconds of all rounds by their number of users. Leaves out the
	 * incomplete last second of a run that was broken off.
	 */
	static List<Step> steps(Findings findings, Arm arm) {
		Map<Integer, List<Second>> byUsers = new TreeMap<>();
		for (Run run : findings.runs(arm, "")) {
			for (Second second : run.load().seconds()) {
				if (second.second() + 1 <= run.load().took() && second.users() > 0 && second.requests() > 0) {
					byUsers.computeIfAbsent(second.users(), (users) -> new ArrayList<>()).add(second);
				}
			}
		}
		return byUsers.entrySet()
			.stream()
			.map((step) -> new Step(step.getKey(), median(step.getValue(), Second::good),
					median(step.getValue(), (second) -> second.latency().p95())))
			.toList();
	}

	private static double median(List<Second> seconds, ToDoubleFunction<Second> quantity) {
		return Noise.of(seconds.stream().map((second) -> quantity.applyAsDouble(second)).toList()).median();
	}

}
