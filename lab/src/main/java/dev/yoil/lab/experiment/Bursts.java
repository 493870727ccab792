package dev.yoil.lab.experiment;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

import dev.yoil.lab.experiment.Plan.Part;
import dev.yoil.lab.load.Load;
import dev.yoil.lab.load.Load.Stage;
import dev.yoil.lab.result.Answer;
import dev.yoil.lab.result.Answer.Table;
import dev.yoil.lab.result.Arm;
import dev.yoil.lab.result.Run;
import dev.yoil.lab.service.ServiceSettings.Database;

/**
 * Readers who stay, who become more and more, and who all come at once.
 */
final class Bursts {

	static final Experiment EXPERIMENT = Findings.experiment("bursts",
			"How do throughput and waiting grow with the readers, and with how they come?", Bursts::plan,
			Bursts::answer);

	private static final String STEADY = "100 steady";

	private static final List<String> NOTES = List.of(Arms.QUEUE,
			"Steady and ramped readers: answers over 10 s count as errors; readers at once: over 600 ms.");

	private Bursts() {
	}

	private static Plan plan(boolean full) {
		List<Part> parts = new ArrayList<>();
		parts.add(new Part(STEADY, Demand.warmUp(full, Demand.list()), stay(Demand.stage(100, 0, full ? 60 : 4))));
		if (full) {
			parts.add(new Part("ramp to 100", null, stay(Demand.stage(100, 10, 20))));
		}
		parts.add(new Part("ramp to 300", null, stay(full ? Demand.stage(300, 60, 30) : Demand.stage(300, 3, 1))));
		for (int users : full ? List.of(100, 200, 500) : List.of(500)) {
			parts.add(
					new Part(users + " at once", null, Demand.open(Demand.LIMIT, Demand.atOnce(users), Demand.list())));
		}
		return new Plan(full ? 3 : 1,
				Arms.cells(Database.H2, Arms.ACCEPT_COUNT, List.copyOf(parts),
						List.of(Arms.OFF, Arms.STOCK, Arms.OURS)),
				"steady and ramps " + Demand.CLOSED + "; at once " + Demand.OPEN);
	}

	private static Load stay(Stage stage) {
		return Demand.closed(Demand.PATIENCE, List.of(stage), Demand.list());
	}

	private static Answer answer(Findings findings, Plan plan) {
		Table published = new Table("100 steady, as published",
				List.of("", "published, off", "here, off", "published, on", "here, Spring's cache", "here, Yoil"),
				List.of(Findings.published(findings.row("TPS", STEADY, Quantities::answers), "235.7", 3, "544.4"),
						Findings.published(findings.row("mean time, ms", STEADY, Quantities::mean), "419", 3, "179")));
		Map<String, ToDoubleFunction<Run>> columns = new LinkedHashMap<>();
		columns.put("TPS as published", Quantities::answers);
		columns.put("good req/s", Quantities::rate);
		columns.put("mean time, ms", Quantities::mean);
		columns.put("slowest, ms", Quantities::slowest);
		columns.put("too slow or without an answer, %", Quantities::timeouts);
		columns.put("other errors, %", Quantities::otherErrors);
		List<List<String>> rows = new ArrayList<>();
		for (String part : plan.parts()) {
			for (Arm arm : findings.arms()) {
				List<String> row = new ArrayList<>(List.of(part + ", " + arm.title()));
				columns.values().forEach((quantity) -> row.add(findings.of(arm, part, quantity).text()));
				rows.add(row);
			}
		}
		List<String> heads = new ArrayList<>(List.of(""));
		heads.addAll(columns.keySet());
		return findings.partBars("Good answers", "req/s", plan.parts(), Quantities::rate)
			.partBars("Mean time", "ms", plan.parts(), Quantities::mean)
			.answer(headline(findings), NOTES, published, new Table("All loads", heads, rows));
	}

	private static String headline(Findings findings) {
		Noise off = findings.of(Arms.OFF, STEADY, Quantities::rate);
		Noise ours = findings.of(Arms.OURS, STEADY, Quantities::rate);
		return Findings
			.headline("100 steady readers: %s req/s with Yoil, %s with Spring's cache over Caffeine, %s without"
					+ off.end(ours), ours, findings.of(Arms.STOCK, STEADY, Quantities::rate), off);
	}

}
