package dev.yoil.lab.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;

import dev.yoil.lab.result.Answer;
import dev.yoil.lab.result.Arm;
import dev.yoil.lab.result.Counted;
import dev.yoil.lab.result.LoadResult;
import dev.yoil.lab.result.Machine;
import dev.yoil.lab.result.Result;
import dev.yoil.lab.result.Run;
import dev.yoil.lab.result.Series;
import dev.yoil.lab.result.WarmUp;
import org.jspecify.annotations.Nullable;

/**
 * The facts that every report has: headline, caveats, runs, arms and machine.
 */
final class Facts {

	private Facts() {
	}

	static String headline(Result result) {
		Answer answer = result.answer();
		return (answer != null) ? answer.sentence() : "No answer: the experiment was broken off.";
	}

	/** Returns the load model, the notes of the answer, and the warnings. */
	static List<String> caveats(Result result) {
		List<String> caveats = new ArrayList<>(List.of("Load: " + result.model() + "."));
		Answer answer = result.answer();
		if (answer != null) {
			caveats.addAll(answer.notes());
		}
		caveats.addAll(result.warnings());
		return List.copyOf(caveats);
	}

	/** Returns a row per run. */
	static Answer.Table runs(Result result) {
		List<String> columns = List.of("Run", "Arm", "Part", "Round", "Requests", "Good req/s", "Best second",
				"Mean ms", "p50 ms", "p95 ms", "p99 ms", "Max ms", "Errors", "In flight", "Counted by the service",
				"CPUs of the service", "CPUs of the generator", "Warm-up", "Began", "Ended early");
		List<List<String>> rows = new ArrayList<>();
		for (Run run : result.runs()) {
			List<String> cells = new ArrayList<>(
					List.of(Integer.toString(rows.size() + 1), run.arm(), run.part(), Integer.toString(run.round())));
			cells.addAll(measured(run));
			rows.add(cells);
		}
		return new Answer.Table("Every run, in order", columns, rows);
	}

	private static List<String> measured(Run run) {
		LoadResult load = run.load();
		Counted counted = run.counted();
		return List.of(Figures.count(load.total().requests()), Figures.value(load.tps()), Figures.count(load.peakTps()),
				Figures.value(load.total().latency().mean()), Figures.value(load.total().latency().p50()),
				Figures.value(load.total().latency().p95()), Figures.value(load.total().latency().p99()),
				Figures.value(load.total().latency().max()), errors(load.total().errors()),
				Figures.count(load.inFlight()), (counted != null) ? Figures.count(counted.requests()) : Figures.NONE,
				Figures.value(serviceCpus(run)), Figures.value(load.generatorCpu()), warmUp(run.warmUp()),
				Figures.time(run.started()).substring(11, 19), Objects.requireNonNullElse(run.ended(), ""));
	}

	private static double serviceCpus(Run run) {
		return run.samples()
			.stream()
			.mapToDouble((sample) -> sample.values().getOrDefault(Series.CPU_SERVICE, Double.NaN))
			.filter(Double::isFinite)
			.average()
			.orElse(Double.NaN);
	}

	private static String warmUp(@Nullable WarmUp warmUp) {
		if (warmUp == null) {
			return "none";
		}
		String rate = warmUp.level() ? "level at %s/s".formatted(Figures.value(warmUp.last()))
				: "not level: %s/s, then %s/s".formatted(Figures.value(warmUp.before()), Figures.value(warmUp.last()));
		return "%s s, %s".formatted(Figures.value(warmUp.seconds()), rate);
	}

	private static String errors(Map<String, Long> errors) {
		return errors.isEmpty() ? "0"
				: new TreeMap<>(errors).entrySet()
					.stream()
					.map((entry) -> Figures.count(entry.getValue()) + " " + entry.getKey())
					.collect(Collectors.joining(", "));
	}

	/** Returns a row per arm and a column per setting. */
	static Answer.Table arms(Result result) {
		List<String> settings = result.arms()
			.stream()
			.flatMap((arm) -> arm.settings().keySet().stream())
			.distinct()
			.toList();
		List<String> columns = new ArrayList<>(List.of("Arm", "Title"));
		columns.addAll(settings);
		List<List<String>> rows = new ArrayList<>();
		for (Arm arm : result.arms()) {
			List<String> cells = new ArrayList<>(List.of(arm.name(), arm.title()));
			settings.forEach((setting) -> cells.add(arm.settings().getOrDefault(setting, "default")));
			rows.add(cells);
		}
		return new Answer.Table("Arms, with the settings that differ", columns, rows);
	}

	/** Returns the conditions of the experiment by name. */
	static Map<String, String> setting(Result result) {
		Machine machine = result.machine();
		Map<String, String> facts = new LinkedHashMap<>();
		facts.put("Mode", result.mode());
		facts.put("Began", Figures.time(result.started()));
		facts.put("Took", Figures.duration(result.took()));
		facts.put("Processor", machine.processor());
		facts.put("CPUs", Integer.toString(machine.processors()));
		facts.put("Memory", Figures.count(machine.memory()) + " MiB");
		facts.put("System", machine.system());
		facts.put("JVM of the service", machine.jvm());
		facts.put("Commit", machine.commit());
		facts.put("Load generator", machine.generator());
		return facts;
	}

}
