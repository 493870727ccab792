package dev.yoil.lab.experiment;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;

import dev.yoil.lab.experiment.Plan.Cell;
import dev.yoil.lab.load.Load.Model;
import dev.yoil.lab.result.Arm;
import dev.yoil.lab.result.Run;
import dev.yoil.lab.result.Sample;
import dev.yoil.lab.result.Series;

/**
 * What kept a closed load from more answers, as far as it was watched: in most of its
 * seconds the load generator and the service together had all processors, the generator
 * more of them or not; all of Tomcat's threads were at work; threads waited for
 * connections to the database; or one thread of the service had a processor for itself.
 */
final class Limits {

	/** From which share of the processors, or of the threads, on they are all busy. */
	private static final double BUSY = 0.95;

	/** In which share of the seconds of a load the generator may be what limits it. */
	private static final double LIMITED = 0.2;

	private static final String THREADS = "server.tomcat.threads.max";

	private static final int USUAL_THREADS = 200;

	private static final int NAMED = 3;

	private final int processors;

	Limits(int processors) {
		this.processors = processors;
	}

	/**
	 * Says what the limit of each arm was.
	 * @return a sentence with a space before it; empty if no limit was seen
	 */
	String sentence(Plan plan, List<Run> runs) {
		Map<String, List<String>> arms = new LinkedHashMap<>();
		for (Cell cell : plan.cells()) {
			of(cell, runs)
				.ifPresent((limit) -> arms.computeIfAbsent(limit, (key) -> new ArrayList<>()).add(cell.arm().title()));
		}
		if (arms.isEmpty()) {
			return "";
		}
		return " The limit was " + arms.entrySet()
			.stream()
			.map((entry) -> entry.getKey() + named(entry.getValue(), plan.cells().size()))
			.collect(Collectors.joining(", ")) + ".";
	}

	private static String named(List<String> arms, int all) {
		if (arms.size() == all) {
			return "";
		}
		return (arms.size() > NAMED) ? " in %d of %d arms".formatted(arms.size(), all)
				: " with " + String.join(" and ", arms);
	}

	private Optional<String> of(Cell cell, List<Run> runs) {
		List<String> looped = cell.parts()
			.stream()
			.filter((part) -> part.load().model() == Model.LOOP)
			.map(Plan.Part::name)
			.toList();
		Map<String, Long> limits = runs.stream()
			.filter((run) -> run.arm().equals(cell.arm().name()) && looped.contains(run.part()))
			.flatMap((run) -> of(cell.arm(), run).stream())
			.collect(Collectors.groupingBy((limit) -> limit, LinkedHashMap::new, Collectors.counting()));
		return limits.entrySet().stream().max(Map.Entry.comparingByValue()).map(Map.Entry::getKey);
	}

	private Optional<String> of(Arm arm, Run run) {
		List<Map<Series, Double>> seconds = known(run);
		if (isGenerator(run)) {
			return Optional.of("the load generator");
		}
		if (mostly(seconds, (second) -> used(second, run) >= BUSY * this.processors)) {
			return Optional.of("the processors");
		}
		if (mostly(seconds, (second) -> second.getOrDefault(Series.POOL_PENDING, 0.0) >= 1)) {
			return Optional.of("the pool of connections");
		}
		int threads = Integer.parseInt(arm.settings().getOrDefault(THREADS, String.valueOf(USUAL_THREADS)));
		if (mostly(seconds, (second) -> second.getOrDefault(Series.TOMCAT_BUSY, 0.0) >= BUSY * threads)) {
			return Optional.of("the threads of Tomcat");
		}
		if (mostly(seconds, (second) -> second.getOrDefault(Series.CPU_THREAD, 0.0) >= BUSY)) {
			return Optional.of("one thread of the service");
		}
		return Optional.empty();
	}

	/**
	 * The generator is the limit of a load if in a fifth of its seconds all processors
	 * are busy and it has more of them than the service, with whatever database and proxy
	 * it has as processes of their own. Of a service that does not tell its use of them
	 * nothing is known.
	 */
	boolean isGenerator(Run run) {
		List<Map<Series, Double>> known = known(run);
		long limited = known.stream()
			.filter((second) -> generator(second, run) > service(second) && used(second, run) >= BUSY * this.processors)
			.count();
		return limited > 0 && limited >= LIMITED * known.size();
	}

	private static boolean mostly(List<Map<Series, Double>> seconds, Predicate<Map<Series, Double>> limited) {
		return seconds.stream().filter(limited).count() * 2 > seconds.size();
	}

	private static List<Map<Series, Double>> known(Run run) {
		return run.samples()
			.stream()
			.map(Sample::values)
			.filter((values) -> values.containsKey(Series.CPU_SERVICE))
			.toList();
	}

	private static double used(Map<Series, Double> second, Run run) {
		return service(second) + generator(second, run);
	}

	private static double service(Map<Series, Double> second) {
		return Measured.PROCESSORS.stream().mapToDouble((series) -> second.getOrDefault(series, 0.0)).sum();
	}

	private static double generator(Map<Series, Double> second, Run run) {
		return second.getOrDefault(Series.CPU_GENERATOR, run.load().generatorCpu());
	}

}
