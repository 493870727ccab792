package dev.yoil.lab.experiment;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import dev.yoil.lab.experiment.Plan.Cell;
import dev.yoil.lab.experiment.Plan.Part;
import dev.yoil.lab.load.Load;
import dev.yoil.lab.load.Load.Target;
import dev.yoil.lab.result.Answer;
import dev.yoil.lab.result.Answer.Table;
import dev.yoil.lab.result.Chart;
import dev.yoil.lab.result.Run;
import dev.yoil.lab.result.Second;

/**
 * Readers like webtoons of a day, evenly, while others ask for that day as fast as they
 * can: every like takes the day out of the caches.
 */
final class Writes implements Experiment {

	private static final int READERS = 32;

	private static final List<Integer> RATES = List.of(0, 10, 100, 400);

	/** So few that the readers' rate becomes level in a few seconds. */
	private static final int QUICK_WARM_UP_RATE = 10;

	private static final List<Target> TARGETS = List.of(new Target("page", List.of(path() + "&page=0")),
			new Target("whole list", List.of(path())));

	/** The service compares it with its cookie, and nothing else. */
	private static final String CSRF_TOKEN = "0a1b2c3d-0000-4000-8000-000000000000";

	private static final String LIKES = "likes";

	/** Every like is of somebody new, and all are of one address. */
	private static final Map<String, String> SETTINGS = Map.of("yoil.visitor-writes.limit", "1000000");

	@Override
	public String name() {
		return "writes";
	}

	@Override
	public String question() {
		return "What is left of caching while readers change what is cached, up to 400 times a second?";
	}

	@Override
	public Plan plan(boolean full) {
		double seconds = full ? 20 : 0.75;
		List<Part> parts = new ArrayList<>();
		// The most likes first, so that their code is compiled when few come.
		List<Integer> rates = new ArrayList<>(RATES);
		if (full) {
			Collections.reverse(rates);
		}
		for (Target target : TARGETS) {
			for (int rate : rates) {
				Target[] asked = (rate > 0) ? new Target[] { target, likes(rate) } : new Target[] { target };
				Load warmUp = full ? Demand.warmUp(true, READERS, asked)
						: (rate == 0) ? Demand.warmUp(false, READERS, target, likes(QUICK_WARM_UP_RATE)) : null;
				Load load = Demand.closed(Demand.PATIENCE, List.of(Demand.stage(READERS, 0, seconds)), asked);
				parts.add(new Part(part(target, rate), warmUp, false, load, List.of()));
			}
		}
		Cell cell = Arms.cell(Arms.OURS, SETTINGS, List.copyOf(parts));
		return new Plan(full ? 3 : 1, List.of(cell), Demand.CLOSED
				+ "; %d readers, and likes that come evenly, however slow the service is".formatted(READERS));
	}

	@Override
	public Answer answer(Plan plan, List<Run> runs) {
		Measured measured = new Measured(plan, runs);
		List<Table> tables = TARGETS.stream()
			.map((target) -> new Table("The %s while likes come".formatted(target.name()),
					List.of("likes a second", "good answers a second", "of those without likes", "p50, ms", "p99, ms",
							"likes answered a second", "p99 of the likes, ms"),
					RATES.stream().map((rate) -> row(measured, target, rate)).toList()))
			.toList();
		Drawing drawing = new Drawing(measured, plan).bars("Good answers a second by likes a second",
				"answers per second", RATES.stream().map(String::valueOf).toList(),
				TARGETS.stream().map((target) -> bar(measured, target)).toList());
		return new Answer(sentence(measured) + measured.incomplete() + ".",
				List.of(Storm.UNPUBLISHED, "Each like is of a reader who was never here, and of a webtoon of the day."),
				tables, drawing.charts());
	}

	private static String sentence(Measured measured) {
		List<String> said = new ArrayList<>();
		for (Target target : TARGETS) {
			for (int rate : RATES.subList(1, RATES.size())) {
				String kept = kept(measured, target, rate);
				if (!kept.equals(Figures.NONE)) {
					said.add("the %s is answered %s times as often with %d likes a second as without"
						.formatted(target.name(), kept, rate));
				}
			}
		}
		return said.isEmpty() ? "There are not the runs to tell what likes cost"
				: "Of a day, " + String.join(", ", said);
	}

	private static List<String> row(Measured measured, Target target, int rate) {
		return Stream.concat(
				Stream.of(String.valueOf(rate), answers(measured, target, rate).text(), kept(measured, target, rate),
						of(measured, target, rate, (run) -> of(run, target.name(), Writes::p50)).text(),
						of(measured, target, rate, (run) -> of(run, target.name(), Writes::p99)).text()),
				Stream
					.<ToDoubleFunction<Run>>of((run) -> of(run, LIKES, Second::good) / run.load().took(),
							(run) -> of(run, LIKES, Writes::p99))
					.map((quantity) -> of(measured, target, rate, quantity).text()))
			.toList();
	}

	private static String kept(Measured measured, Target target, int rate) {
		return Figures.times(answers(measured, target, 0).median(), answers(measured, target, rate).median());
	}

	private static Chart.Bar bar(Measured measured, Target target) {
		return new Chart.Bar(target.name(),
				RATES.stream().map((rate) -> answers(measured, target, rate).median()).toList());
	}

	private static Noise answers(Measured measured, Target target, int rate) {
		return of(measured, target, rate, (run) -> of(run, target.name(), Second::good) / run.load().took());
	}

	private static Noise of(Measured measured, Target target, int rate, ToDoubleFunction<Run> quantity) {
		return measured.of(Arms.OURS.name(), part(target, rate), quantity);
	}

	/**
	 * What a target had in a run, without the other.
	 * @return NaN if nothing was asked of it
	 */
	private static double of(Run run, String target, ToDoubleFunction<Second> quantity) {
		Second met = run.load().targets().get(target);
		return (met != null && met.requests() > 0) ? quantity.applyAsDouble(met) : Double.NaN;
	}

	private static double p50(Second met) {
		return met.latency().p50();
	}

	private static double p99(Second met) {
		return met.latency().p99();
	}

	private static String part(Target target, int rate) {
		return "%s, %d likes a second".formatted(target.name(), rate);
	}

	/**
	 * Of the sample, whose numbers go round the week, as of {@code SampleWebtoons}.
	 */
	private static Target likes(int rate) {
		List<String> paths = IntStream.rangeClosed(1, Arms.WEBTOONS / 7)
			.mapToObj((week) -> "/api/v1/webtoon/%d/like".formatted(7 * week))
			.toList();
		return new Target(LIKES, paths, Map.of("Cookie", "yoil-csrf=" + CSRF_TOKEN, "X-CSRF-TOKEN", CSRF_TOKEN), rate);
	}

	private static String path() {
		return "/api/v1/webtoon?publishDay=MONDAY";
	}

}
