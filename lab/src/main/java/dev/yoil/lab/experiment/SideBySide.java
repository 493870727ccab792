package dev.yoil.lab.experiment;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

import dev.yoil.lab.LabException;
import dev.yoil.lab.result.Answer.Table;
import dev.yoil.lab.result.Machine;
import dev.yoil.lab.result.Result;
import dev.yoil.lab.result.Run;

/**
 * Two results of the same experiment: of another commit, JDK or machine.
 */
public final class SideBySide {

	private static final Map<String, ToDoubleFunction<Run>> QUANTITIES = quantities();

	private final Result one;

	private final Result other;

	/**
	 * Puts two results beside each other.
	 * @param one the one that is compared with
	 * @param other the other
	 * @throws LabException if they are of different experiments
	 */
	public SideBySide(Result one, Result other) {
		if (!one.experiment().equals(other.experiment())) {
			throw new LabException("%s and %s are different experiments: compare two results of the same"
				.formatted(one.experiment(), other.experiment()));
		}
		this.one = one;
		this.other = other;
	}

	/**
	 * Tells what is not the same of what they were measured with and on.
	 * @return a line each; empty if all is the same
	 */
	public List<String> differences() {
		List<String> lines = new ArrayList<>();
		differ(lines, "commit", (result) -> result.machine().commit());
		differ(lines, "JVM", (result) -> result.machine().jvm());
		differ(lines, "machine", (result) -> machine(result.machine()));
		differ(lines, "load generator", (result) -> result.machine().generator());
		differ(lines, "mode", Result::mode);
		differ(lines, "load model", Result::model);
		differ(lines, "settings of the arms", (result) -> result.arms().toString());
		return List.copyOf(lines);
	}

	/**
	 * Compares each quantity of each arm and part, and tells what is noise.
	 * @return a row each
	 */
	public Table table() {
		List<List<String>> rows = new ArrayList<>();
		Stream.concat(this.one.runs().stream(), this.other.runs().stream())
			.map((run) -> List.of(run.arm(), run.part()))
			.distinct()
			.forEach((load) -> QUANTITIES.forEach((name, quantity) -> rows.add(row(load, name, quantity))));
		return new Table("Side by side, medians of the rounds; p of the exact rank test over rounds",
				List.of("", "the one", "the other", "other / one", "p", "is it more than noise?"), List.copyOf(rows));
	}

	private List<String> row(List<String> load, String name, ToDoubleFunction<Run> quantity) {
		Noise before = noise(this.one, load, quantity);
		Noise after = noise(this.other, load, quantity);
		RankTest test = new RankTest(before.values(), after.values());
		String verdict = !test.canTell() ? "too few rounds" : (test.p() <= RankTest.CHANCE + 1e-9)
				? (after.median() > before.median()) ? "higher" : "lower" : "noise";
		return List.of(String.join(", ", load.stream().filter((part) -> !part.isEmpty()).toList()) + ": " + name,
				before.text(), after.text(), Figures.times(before.median(), after.median()),
				test.canTell() ? Figures.number(test.p()) : Figures.NONE, verdict);
	}

	private static Noise noise(Result result, List<String> load, ToDoubleFunction<Run> quantity) {
		return Noise.of(result.runs()
			.stream()
			.filter((run) -> run.arm().equals(load.get(0)) && run.part().equals(load.get(1)) && run.ended() == null)
			.map((run) -> quantity.applyAsDouble(run))
			.toList());
	}

	private void differ(List<String> lines, String what, Function<Result, String> fact) {
		String before = fact.apply(this.one);
		String after = fact.apply(this.other);
		if (!before.equals(after)) {
			lines.add("%s: %s / %s".formatted(what, before, after));
		}
	}

	private static String machine(Machine machine) {
		return "%s, %d processors, %,d MiB, %s".formatted(machine.processor(), machine.processors(), machine.memory(),
				machine.system());
	}

	private static Map<String, ToDoubleFunction<Run>> quantities() {
		Map<String, ToDoubleFunction<Run>> quantities = new LinkedHashMap<>();
		quantities.put("good answers a second", Measured::tps);
		quantities.put("p50, ms", Measured::p50);
		quantities.put("p99, ms", Measured::p99);
		quantities.put("errors, %", (run) -> Measured.errorShare(run) * 100);
		return quantities;
	}

}
