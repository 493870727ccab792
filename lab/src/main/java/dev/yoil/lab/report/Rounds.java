package dev.yoil.lab.report;

import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

import dev.yoil.lab.result.Run;

/**
 * The rounds of each arm and part.
 */
final class Rounds {

	private Rounds() {
	}

	/**
	 * Chooses of each arm and part the run with the median throughput: of an even number
	 * the lower one, of those that did not end early if there are any.
	 * @param runs all of an experiment
	 * @return where they are in the list, from 0
	 */
	static Set<Integer> medians(List<Run> runs) {
		Set<Integer> medians = new HashSet<>();
		for (int index = 0; index < runs.size(); index++) {
			medians.add(median(runs, runs.get(index)));
		}
		return medians;
	}

	private static int median(List<Run> runs, Run of) {
		List<Integer> all = IntStream.range(0, runs.size())
			.filter((index) -> runs.get(index).arm().equals(of.arm()) && runs.get(index).part().equals(of.part()))
			.boxed()
			.sorted(Comparator.comparingDouble((index) -> runs.get(index).load().tps()))
			.toList();
		List<Integer> whole = all.stream().filter((index) -> runs.get(index).ended() == null).toList();
		List<Integer> choice = whole.isEmpty() ? all : whole;
		return choice.get((choice.size() - 1) / 2);
	}

}
