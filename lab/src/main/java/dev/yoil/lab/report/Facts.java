package dev.yoil.lab.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
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
 * What every report tells, whatever it is of: its runs, its arms, its machine.
 */
final class Facts {

	private Facts() {
	}

	/**
	 * Says what came out.
	 * @param result of which experiment
	 * @return the answer; else that there is none
	 */
	static String sentence(Result result) {
		Answer answer = result.answer();
		return (answer != null) ? answer.sentence() : "There is no answer: it was broken off before there was one.";
	}

	/**
	 * Tells what to know of the load and of the tables.
	 * @param result of which experiment
	 * @return a sentence each; the first has the load model
	 */
	static List<String> notes(Result result) {
		List<String> notes = new ArrayList<>(List.of("Load: " + result.model() + "."));
		Answer answer = result.answer();
		if (answer != null) {
			notes.addAll(answer.notes());
		}
		return List.copyOf(notes);
	}

	/**
	 * Tells of every run.
	 * @param result of which experiment
	 * @return a table with a row per run, in their order
	 */
	static Answer.Table runs(Result result) {
		boolean parts = result.runs().stream().anyMatch((run) -> !run.part().isEmpty());
		List<String> columns = new ArrayList<>(List.of("Run", "Arm"));
		if (parts) {
			columns.add("Part");
		}
		columns.addAll(List.of("Round", "Requests", "TPS", "Peak TPS", "Mean ms", "p50 ms", "p95 ms", "p99 ms",
				"Max ms", "Errors", "In flight", "Counted by the service", "CPU service", "CPU generator", "Warm-up",
				"Began", "Ended early"));
		List<List<String>> rows = new ArrayList<>();
		for (Run run : result.runs()) {
			List<String> cells = new ArrayList<>(List.of(Integer.toString(rows.size() + 1), run.arm()));
			if (parts) {
				cells.add(run.part());
			}
			cells.addAll(measured(run));
			rows.add(cells);
		}
		return new Answer.Table("Every run, in the order in which they were made", columns, rows);
	}

	/**
	 * Tells what was compared.
	 * @param result of which experiment
	 * @return a table with a row per arm, and a column per setting
	 */
	static Answer.Table arms(Result result) {
		List<String> settings = result.arms()
			.stream()
			.flatMap((arm) -> arm.settings().keySet().stream())
			.distinct()
			.toList();
		List<String> columns = new ArrayList<>(List.of("Arm", "What it is"));
		columns.addAll(settings);
		List<List<String>> rows = new ArrayList<>();
		for (Arm arm : result.arms()) {
			List<String> cells = new ArrayList<>(List.of(arm.name(), arm.title()));
			settings.forEach((setting) -> cells.add(arm.settings().getOrDefault(setting, "as it comes")));
			rows.add(cells);
		}
		return new Answer.Table("What was compared, with the settings that make the difference", columns, rows);
	}

	/**
	 * Tells where and how it was run.
	 * @param result of which experiment
	 * @return what is known, by what it is, in order
	 */
	static Map<String, String> setting(Result result) {
		Machine machine = result.machine();
		Map<String, String> facts = new LinkedHashMap<>();
		facts.put("Load model", result.model());
		facts.put("Mode", result.mode());
		facts.put("Began", Figures.time(result.started()));
		facts.put("Took", Figures.duration(result.took()));
		facts.put("Processor", machine.processor());
		facts.put("Processors", Integer.toString(machine.processors()));
		facts.put("Memory", Figures.count(machine.memory()) + " MiB");
		facts.put("System", machine.system());
		facts.put("JVM of the service", machine.jvm());
		facts.put("Commit", machine.commit());
		facts.put("Load generator", machine.generator());
		facts.put("Order of runs", order(result));
		return facts;
	}

	private static List<String> measured(Run run) {
		LoadResult load = run.load();
		Samples samples = new Samples(run.samples());
		Counted counted = run.counted();
		return List.of(Integer.toString(run.round()), Figures.count(load.total().requests()), Figures.value(load.tps()),
				Figures.count(load.peakTps()), Figures.value(load.total().latency().mean()),
				Figures.value(load.total().latency().p50()), Figures.value(load.total().latency().p95()),
				Figures.value(load.total().latency().p99()), Figures.value(load.total().latency().max()),
				errors(load.total().errors()), Figures.count(load.inFlight()),
				(counted != null) ? Figures.count(counted.requests()) : "–",
				Figures.value(samples.mean(Series.CPU_SERVICE)), Figures.value(load.generatorCpu()),
				warmUp(run.warmUp()), Figures.time(run.started()).substring(11, 19),
				Objects.requireNonNullElse(run.ended(), ""));
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
		if (errors.isEmpty()) {
			return "0";
		}
		return errors.entrySet()
			.stream()
			.sorted(Map.Entry.comparingByKey())
			.map((entry) -> Figures.count(entry.getValue()) + " " + entry.getKey())
			.collect(Collectors.joining(", "));
	}

	private static String order(Result result) {
		List<String> order = new ArrayList<>();
		for (Run run : result.runs()) {
			String arm = run.round() + ": " + run.arm();
			if (order.isEmpty() || !order.get(order.size() - 1).equals(arm)) {
				order.add(arm);
			}
		}
		return (order.size() <= 24) ? "round and arm " + String.join(" → ", order)
				: "as the table of the runs has it, from the first row to the last";
	}

}
