package dev.yoil.lab.experiment;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import dev.yoil.lab.experiment.Plan.Part;
import dev.yoil.lab.load.Load.Target;
import dev.yoil.lab.result.Answer;
import dev.yoil.lab.result.Answer.Table;
import dev.yoil.lab.result.Arm;

/**
 * Hits over HTTP by kind of request: whole list and page, plain, compressed, and by a
 * client that has the answer already.
 */
final class Hits {

	static final Experiment EXPERIMENT = Findings.experiment("hits",
			"How many answers per second does one kind of request get, with the caches and without?", Hits::plan,
			Hits::answer);

	private static final int USERS = 32;

	private static final Map<String, String> PLAIN = Map.of();

	private static final Map<String, String> GZIP = Map.of("Accept-Encoding", "gzip");

	private static final Map<String, String> KNOWN = Map.of("If-None-Match", "*");

	private static final List<Target> TARGETS = List.of(target("whole list", Demand.list(), PLAIN),
			target("whole list, gzip", Demand.list(), GZIP), target("whole list, 304", Demand.list(), KNOWN),
			target("page", Demand.page(), PLAIN), target("page, gzip", Demand.page(), GZIP),
			target("page, 304", Demand.page(), KNOWN));

	private Hits() {
	}

	private static Target target(String name, Target of, Map<String, String> headers) {
		return new Target(name, of.paths(), headers);
	}

	private static Plan plan(boolean full) {
		int seconds = full ? 10 : 1;
		Target[] all = TARGETS.toArray(Target[]::new);
		List<Part> parts = TARGETS.stream()
			.map((target) -> new Part(target.name(),
					full ? Demand.warmUp(true, USERS, target)
							: target.equals(all[0]) ? Demand.warmUp(false, USERS, all) : null,
					Demand.closed(Demand.PATIENCE, List.of(Demand.stage(USERS, 0, seconds)), target)))
			.toList();
		return new Plan(full ? 3 : 1, Arms.cells(parts, Arms.OFF, Arms.STOCK, Arms.OURS),
				Demand.CLOSED + "; %d users, %d s for each kind of request".formatted(USERS, seconds));
	}

	private static Answer answer(Findings findings, Plan plan) {
		List<String> parts = plan.parts();
		List<String> columns = new ArrayList<>(findings.row("", Arm::title));
		columns.addAll(List.of("ours / off", "ours / stock"));
		return findings.partBars("Good answers by kind of request", "req/s", parts, Quantities::rate)
			.answer(headline(findings), List.of(Findings.UNPUBLISHED, "If-None-Match is *, which any list matches."),
					new Table("Good req/s", List.copyOf(columns),
							parts.stream().map((part) -> rates(findings, part)).toList()),
					findings.table("Time to an answer, p50, ms",
							parts.stream().map((part) -> findings.row(part, part, Quantities::p50)).toList()),
					findings.table("Time to an answer, p99, ms",
							parts.stream().map((part) -> findings.row(part, part, Quantities::p99)).toList()));
	}

	private static List<String> rates(Findings findings, String part) {
		List<String> row = new ArrayList<>(findings.row(part, part, Quantities::rate));
		for (Arm arm : List.of(Arms.OFF, Arms.STOCK)) {
			row.add(Figures.times(rate(findings, arm, part).median(), rate(findings, Arms.OURS, part).median()));
		}
		return List.copyOf(row);
	}

	private static String headline(Findings findings) {
		return Findings.headline("Whole lists: %s req/s with Yoil, %s without. Pages: %s and %s.",
				rate(findings, Arms.OURS, "whole list"), rate(findings, Arms.OFF, "whole list"),
				rate(findings, Arms.OURS, "page"), rate(findings, Arms.OFF, "page"));
	}

	private static Noise rate(Findings findings, Arm arm, String part) {
		return findings.of(arm, part, Quantities::rate);
	}

}
