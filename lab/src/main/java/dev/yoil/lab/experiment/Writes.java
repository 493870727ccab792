package dev.yoil.lab.experiment;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import dev.yoil.lab.experiment.Plan.Part;
import dev.yoil.lab.load.Load;
import dev.yoil.lab.load.Load.Target;
import dev.yoil.lab.result.Answer;
import dev.yoil.lab.result.Answer.Table;
import dev.yoil.lab.result.Run;
import dev.yoil.lab.result.Second;
import dev.yoil.lab.service.ServiceSettings.Database;

/**
 * Readers like webtoons of a day at a constant rate while others ask for that day as fast
 * as they can. Each like evicts the day from the caches.
 */
final class Writes {

	static final Experiment EXPERIMENT = Findings.experiment("writes",
			"What is left of caching while readers change what is cached, up to 400 times per second?", Writes::plan,
			Writes::answer);

	private static final int READERS = 32;

	private static final List<Integer> RATES = List.of(0, 10, 100, 400);

	/** Low, so that the readers' rate becomes level in a few seconds. */
	private static final int QUICK_WARM_UP_RATE = 10;

	private static final List<Target> TARGETS = List.of(new Target("page", List.of(Demand.path("MONDAY") + "&page=0")),
			new Target("whole list", List.of(Demand.path("MONDAY"))));

	/** The service only compares it with its cookie. */
	private static final String CSRF_TOKEN = "0a1b2c3d-0000-4000-8000-000000000000";

	private static final String LIKES = "likes";

	/** All visitors have the same address. */
	private static final Map<String, String> SETTINGS = Map.of("yoil.visitor-writes.limit", "1000000");

	private Writes() {
	}

	private static Plan plan(boolean full) {
		// The most likes first, so that their code is compiled when few come.
		List<Integer> rates = new ArrayList<>(RATES);
		if (full) {
			Collections.reverse(rates);
		}
		List<Part> parts = new ArrayList<>();
		for (Target target : TARGETS) {
			for (int rate : rates) {
				Target[] asked = (rate > 0) ? new Target[] { target, likes(rate) } : new Target[] { target };
				Load warmUp = full ? Demand.warmUp(true, READERS, asked)
						: (rate == 0) ? Demand.warmUp(false, READERS, target, likes(QUICK_WARM_UP_RATE)) : null;
				parts.add(new Part(part(target, rate), warmUp,
						Demand.closed(Demand.PATIENCE, List.of(Demand.stage(READERS, 0, full ? 20 : 0.75)), asked)));
			}
		}
		return new Plan(full ? 3 : 1, Arms.cells(Database.H2, SETTINGS, List.copyOf(parts), List.of(Arms.OURS)),
				Demand.CLOSED + "; %d readers, and likes at a constant rate".formatted(READERS));
	}

	/** Likes webtoons of the day; in the sample data every seventh is of the same day. */
	private static Target likes(int rate) {
		List<String> paths = IntStream.rangeClosed(1, Arms.WEBTOONS / 7)
			.mapToObj((week) -> "/api/v1/webtoon/%d/like".formatted(7 * week))
			.toList();
		return new Target(LIKES, paths, Map.of("Cookie", "yoil-csrf=" + CSRF_TOKEN, "X-CSRF-TOKEN", CSRF_TOKEN), rate);
	}

	private static String part(Target target, int rate) {
		return "%s, %d likes a second".formatted(target.name(), rate);
	}

	private static Answer answer(Findings findings, Plan plan) {
		Table[] tables = TARGETS.stream()
			.map((target) -> new Table("The %s while likes come".formatted(target.name()),
					List.of("likes per second", "good req/s", "of those without likes", "p50, ms", "p99, ms",
							"likes answered per second", "p99 of the likes, ms"),
					RATES.stream().map((rate) -> row(findings, target, rate)).toList()))
			.toArray(Table[]::new);
		Noise[] rates = TARGETS.stream()
			.flatMap((target) -> Stream.of(rate(findings, target, 400), rate(findings, target, 0)))
			.toArray(Noise[]::new);
		return findings
			.bars("Good answers by likes per second", "req/s", RATES.stream().map(String::valueOf).toList(),
					TARGETS.stream()
						.map((target) -> Findings.bar(target.name(), RATES, (rate) -> rate(findings, target, rate)))
						.toList())
			.answer(Findings.headline(
					"With 400 likes per second, pages get %s req/s instead of %s, whole lists %s " + "instead of %s.",
					rates), List.of(Findings.UNPUBLISHED, "Each like is of a new reader, and of a webtoon of the day."),
					tables);
	}

	private static List<String> row(Findings findings, Target target, int rate) {
		return List.of(String.valueOf(rate), rate(findings, target, rate).text(),
				Figures.number(rate(findings, target, rate).median() / rate(findings, target, 0).median()),
				of(findings, target, rate, target.name(), (met) -> met.latency().p50()).text(),
				of(findings, target, rate, target.name(), (met) -> met.latency().p99()).text(),
				perSecond(findings, target, rate, LIKES).text(),
				of(findings, target, rate, LIKES, (met) -> met.latency().p99()).text());
	}

	private static Noise rate(Findings findings, Target target, int rate) {
		return perSecond(findings, target, rate, target.name());
	}

	private static Noise perSecond(Findings findings, Target target, int rate, String of) {
		return findings.of(Arms.OURS, part(target, rate), (run) -> of(run, of, Second::good) / run.load().took());
	}

	private static Noise of(Findings findings, Target target, int rate, String of, ToDoubleFunction<Second> quantity) {
		return findings.of(Arms.OURS, part(target, rate), (run) -> of(run, of, quantity));
	}

	/** Returns a quantity of one target of a run; NaN without requests for it. */
	private static double of(Run run, String target, ToDoubleFunction<Second> quantity) {
		Second met = run.load().targets().get(target);
		return (met != null && met.requests() > 0) ? quantity.applyAsDouble(met) : Double.NaN;
	}

}
