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
 * Two results of the same experiment, of another commit, JDK or machine. Differences are
 * tested by the exact two-sided rank-sum test over rounds (H. B. Mann, D. R. Whitney,
 * 1947).
 */
public final class SideBySide {

	/** The level of the test: the least that three rounds each can reach. */
	private static final double LEVEL = 0.1;

	private static final double ROUNDING = 1e-9;

	private static final Map<String, ToDoubleFunction<Run>> QUANTITIES = quantities();

	private final Result one;

	private final Result other;

	/**
	 * Creates a comparison.
	 * @param one the first result
	 * @param other the second result
	 * @throws LabException if they are of different experiments
	 */
	public SideBySide(Result one, Result other) {
		if (!one.experiment().equals(other.experiment())) {
			throw new LabException("Cannot compare %s with %s: give two results of the same experiment"
				.formatted(one.experiment(), other.experiment()));
		}
		this.one = one;
		this.other = other;
	}

	private static Map<String, ToDoubleFunction<Run>> quantities() {
		Map<String, ToDoubleFunction<Run>> quantities = new LinkedHashMap<>();
		quantities.put("good req/s", Quantities::rate);
		quantities.put("p50, ms", Quantities::p50);
		quantities.put("p99, ms", Quantities::p99);
		quantities.put("errors, %", Quantities::errors);
		return quantities;
	}

	/**
	 * Returns the differences of the conditions.
	 * @return a line each
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

	private void differ(List<String> lines, String what, Function<Result, String> fact) {
		String before = fact.apply(this.one);
		String after = fact.apply(this.other);
		if (!before.equals(after)) {
			lines.add("%s: %s / %s".formatted(what, before, after));
		}
	}

	private static String machine(Machine machine) {
		return "%s, %d CPUs, %,d MiB, %s".formatted(machine.processor(), machine.processors(), machine.memory(),
				machine.system());
	}

	/**
	 * Compares each quantity of each arm and part.
	 * @return a row each
	 */
	public Table table() {
		List<List<String>> rows = new ArrayList<>();
		Stream.concat(this.one.runs().stream(), this.other.runs().stream())
			.map((run) -> List.of(run.arm(), run.part()))
			.distinct()
			.forEach((load) -> QUANTITIES.forEach((name, quantity) -> rows.add(row(load, name, quantity))));
		return new Table("Side by side: medians of the rounds, and p of the rank-sum test over rounds",
				List.of("", "the one", "the other", "other / one", "p", "more than noise?"), List.copyOf(rows));
	}

	private List<String> row(List<String> load, String name, ToDoubleFunction<Run> quantity) {
		Noise before = noise(this.one, load, quantity);
		Noise after = noise(this.other, load, quantity);
		boolean testable = isTestable(before.values().size(), after.values().size());
		double p = p(before.values(), after.values());
		String verdict = "too few rounds";
		if (testable) {
			verdict = (p > LEVEL + ROUNDING) ? "noise" : (after.median() > before.median()) ? "higher" : "lower";
		}
		return List.of(String.join(", ", load.stream().filter((part) -> !part.isEmpty()).toList()) + ": " + name,
				before.text(), after.text(), Figures.number(after.median() / before.median()),
				testable ? Figures.number(p) : Figures.NONE, verdict);
	}

	private static Noise noise(Result result, List<String> load, ToDoubleFunction<Run> quantity) {
		return Noise.of(result.runs()
			.stream()
			.filter((run) -> run.arm().equals(load.get(0)) && run.part().equals(load.get(1)) && run.ended() == null)
			.map((run) -> quantity.applyAsDouble(run))
			.toList());
	}

	/** Returns whether the least possible p reaches the level. */
	private static boolean isTestable(int one, int other) {
		double ways = 1;
		for (int i = 1; i <= one; i++) {
			ways = ways * (other + i) / i;
		}
		return one > 0 && other > 0 && 2 / ways <= LEVEL + ROUNDING;
	}

	/** Returns the probability of ranks at least as far apart by chance. */
	static double p(List<Double> one, List<Double> other) {
		List<Double> all = Stream.concat(one.stream(), other.stream()).sorted().toList();
		double[] ranks = all.stream().mapToDouble((value) -> rank(all, value)).toArray();
		double sum = one.stream().mapToDouble((value) -> rank(all, value)).sum();
		double mean = one.size() * (all.size() + 1) / 2.0;
		long[] counted = new long[2];
		count(ranks, 0, one.size(), -mean, Math.abs(sum - mean) - ROUNDING, counted);
		return (double) counted[0] / counted[1];
	}

	/** Returns the rank of a value; ties share their mean rank. */
	private static double rank(List<Double> sorted, double value) {
		return (sorted.indexOf(value) + sorted.lastIndexOf(value)) / 2.0 + 1;
	}

	/** Counts the choices of ranks whose sum is as far from the mean, and all choices. */
	private static void count(double[] ranks, int from, int choose, double distance, double atLeast, long[] counted) {
		if (choose == 0) {
			counted[0] += (Math.abs(distance) >= atLeast) ? 1 : 0;
			counted[1]++;
			return;
		}
		for (int i = from; i <= ranks.length - choose; i++) {
			count(ranks, i + 1, choose - 1, distance + ranks[i], atLeast, counted);
		}
	}

}
