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
 * The limit of a closed load, as far as it was seen in most of its seconds: the load
 * generator, all CPUs, the connection pool, Tomcat's threads, or one thread of the
 * service that keeps a CPU busy.
 */
final class Limits {

	/** The share of the CPUs, or of the threads, from which on all are busy. */
	private static final double BUSY = 0.95;

	/** The share of seconds from which on the generator is called the limit. */
	private static final double LIMITED = 0.2;

	private static final String THREADS = "server.tomcat.threads.max";

	private static final String DEFAULT_THREADS = "200";

	private final int cpus;

	Limits(int cpus) {
		this.cpus = cpus;
	}

	/** Returns a line on the limit of each arm; empty if none was seen. */
	Optional<String> line(Plan plan, List<Run> runs) {
		Map<String, List<String>> arms = new LinkedHashMap<>();
		for (Cell cell : plan.cells()) {
			of(cell, runs)
				.ifPresent((limit) -> arms.computeIfAbsent(limit, (key) -> new ArrayList<>()).add(cell.arm().title()));
		}
		int all = plan.cells().size();
		return arms.isEmpty() ? Optional.empty()
				: Optional.of("The limit was " + arms.entrySet()
					.stream()
					.map((entry) -> entry.getKey() + named(entry.getValue(), all))
					.collect(Collectors.joining(", ")) + ".");
	}

	private static String named(List<String> arms, int all) {
		if (arms.size() == all) {
			return "";
		}
		return (arms.size() > 3) ? " in %d of %d arms".formatted(arms.size(), all)
				: " with " + String.join(" and ", arms);
	}

	private Optional<String> of(Cell cell, List<Run> runs) {
		List<String> closed = cell.parts()
			.stream()
			.filter((part) -> part.load().model() == Model.LOOP)
			.map(Plan.Part::name)
			.toList();
		Map<String, Long> limits = runs.stream()
			.filter((run) -> run.arm().equals(cell.arm().name()) && closed.contains(run.part()))
			.flatMap((run) -> of(cell.arm(), run).stream())
			.collect(Collectors.groupingBy((limit) -> limit, LinkedHashMap::new, Collectors.counting()));
		return limits.entrySet().stream().max(Map.Entry.comparingByValue()).map(Map.Entry::getKey);
	}

	private Optional<String> of(Arm arm, Run run) {
		if (isGenerator(run)) {
			return Optional.of("the load generator");
		}
		int threads = Integer.parseInt(arm.settings().getOrDefault(THREADS, DEFAULT_THREADS));
		Map<String, Predicate<Map<Series, Double>>> limits = new LinkedHashMap<>();
		limits.put("the CPUs", (second) -> used(second, run) >= BUSY * this.cpus);
		limits.put("the connection pool", (second) -> second.getOrDefault(Series.POOL_PENDING, 0.0) >= 1);
		limits.put("Tomcat's threads", (second) -> second.getOrDefault(Series.TOMCAT_BUSY, 0.0) >= BUSY * threads);
		limits.put("one thread of the service", (second) -> second.getOrDefault(Series.CPU_THREAD, 0.0) >= BUSY);
		List<Map<Series, Double>> seconds = known(run);
		return limits.entrySet()
			.stream()
			.filter((limit) -> seconds.stream().filter(limit.getValue()).count() * 2 > seconds.size())
			.map(Map.Entry::getKey)
			.findFirst();
	}

	/**
	 * Returns whether the generator limited a load: in a fifth of its seconds all CPUs
	 * were busy, and the generator used more of them than service, database and proxy.
	 */
	boolean isGenerator(Run run) {
		List<Map<Series, Double>> known = known(run);
		long limited = known.stream()
			.filter((second) -> generator(second, run) > service(second) && used(second, run) >= BUSY * this.cpus)
			.count();
		return limited > 0 && limited >= LIMITED * known.size();
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
		return Quantities.SERVING.stream().mapToDouble((series) -> second.getOrDefault(series, 0.0)).sum();
	}

	private static double generator(Map<Series, Double> second, Run run) {
		return second.getOrDefault(Series.CPU_GENERATOR, run.load().generatorCpu());
	}

}
