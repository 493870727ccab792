package dev.yoil.lab.report;

import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

import dev.yoil.lab.result.Answer;
import dev.yoil.lab.result.AppliedFinding;
import dev.yoil.lab.result.Arm;
import dev.yoil.lab.result.Chart;
import dev.yoil.lab.result.Counted;
import dev.yoil.lab.result.Latency;
import dev.yoil.lab.result.LoadResult;
import dev.yoil.lab.result.Machine;
import dev.yoil.lab.result.Result;
import dev.yoil.lab.result.Run;
import dev.yoil.lab.result.Sample;
import dev.yoil.lab.result.Second;
import dev.yoil.lab.result.Series;
import dev.yoil.lab.result.WarmUp;

/**
 * Made-up results.
 */
final class Fixtures {

	static final Instant BEGAN = Instant.parse("2026-11-21T09:30:00.250Z");

	static final Machine MACHINE = new Machine("Example CPU 3000 @ 2.4 GHz", 2, 7_936, "Linux 6.1.0 amd64",
			"OpenJDK 17.0.17+10", "0123456789abcdef0123456789abcdef01234567-dirty", "Gatling 3.15.1");

	static final String HOSTILE = "<script>alert(1)</script>|\"'&{{title}}\\";

	private Fixtures() {
	}

	/**
	 * Two arms in two rounds, with all kinds of charts.
	 */
	static Result beforeAfter() {
		Arm off = new Arm("cache-off", "Cache off", settings("none", "10"));
		Arm on = new Arm("cache-on", "Cache on", settings("ehcache", "10"));
		List<Run> runs = List.of(run(off.name(), "", 1, 60, 1), run(on.name(), "", 1, 60, 12),
				run(on.name(), "", 2, 60, 12.6), run(off.name(), "", 2, 60, 1.07));
		return new Result("before-after", "How much faster do pages of a publish day become by the cache?", "quick",
				BEGAN, 287.4, MACHINE,
				"Closed: each user asks again as soon as there is an answer; up to 500 users come evenly in 48 s.",
				List.of(off, on), runs, answer(runs),
				List.of("The generator used 0.9 of 2 processors in cache-on: the service alone could do more.",
						"Published figures are of another machine: compare the ratio, not the rates."),
				null);
	}

	/**
	 * One that was broken off at once, in which every text is hostile.
	 */
	static Result broken() {
		Arm arm = new Arm("only", HOSTILE, Map.of(HOSTILE, HOSTILE));
		Run whole = run("only", HOSTILE, 1, 5, 1);
		Second total = new Second(0, 3, 1, Map.of(HOSTILE, 2L), new Latency(3, 1, 1, 1, 1, 1, 1));
		LoadResult load = new LoadResult(List.of(total), total, Map.of(HOSTILE, total), 1, 4, 1, 0.5);
		Run hostile = new Run("only", HOSTILE, 2, BEGAN, load, List.of(), null, Map.of(0.5, HOSTILE), HOSTILE,
				new WarmUp(6, false, 100, 150), new AppliedFinding(HOSTILE, HOSTILE, "2", 0.5, 1.5, Double.NaN));
		return new Result("outage", HOSTILE, "full", BEGAN, 3_725, MACHINE, HOSTILE, List.of(arm),
				List.of(whole, hostile), null, List.of(HOSTILE), "stopped by Ctrl-C " + HOSTILE);
	}

	static Run run(String arm, String part, int round, int length, double speed) {
		List<Second> seconds = IntStream.range(0, length).mapToObj((second) -> second(second, speed)).toList();
		List<Sample> samples = IntStream.range(0, length).mapToObj((second) -> sample(second, speed)).toList();
		long good = seconds.stream().mapToLong(Second::good).sum();
		long failed = seconds.stream().mapToLong(Second::allErrors).sum();
		Second total = new Second(0, 500, good, errors(failed), latency(good + failed, speed));
		LoadResult load = new LoadResult(seconds, total, Map.of("page", total), length, total.requests() + 7, 7, 0.31);
		Map<Double, String> events = Map.of(length * 0.4, "database stopped", length * 0.55, "database resumed");
		Counted counted = new Counted(total.requests() + 3, 0, Double.NaN, 30.25, 189, 12, 0, 0);
		return new Run(arm, part, round, BEGAN.plusSeconds(61L * round), load, samples, counted, events, null,
				new WarmUp(4, true, 990, 1_000), null);
	}

	/**
	 * A second; slow ones fail while the database stops, and one of them has no answer.
	 */
	private static Second second(int second, double speed) {
		long good = Math.round(speed * 240);
		long failed = (speed < 2 && second >= 29 && second < 34) ? 120 : 0;
		return new Second(second, 500, good, errors(failed),
				(speed < 2 && second == 27) ? Latency.NONE : latency(good + failed, speed));
	}

	private static Map<String, Long> errors(long failed) {
		return (failed > 0) ? Map.of("503", failed) : Map.of();
	}

	private static Latency latency(long count, double speed) {
		return new Latency(count, 419 / speed, 380.123456 / speed, 700 / speed, 812.5 / speed, 1_290 / speed, 3_972);
	}

	private static Sample sample(int second, double speed) {
		Map<Series, Double> values = new EnumMap<>(Map.of(Series.REQUESTS, speed * 251, Series.CPU_SERVICE, 1.2));
		if (speed > 2) {
			values.put(Series.CACHE_HITS, 2_900.0 + second);
		}
		return new Sample(second + 1.021, values);
	}

	private static Map<String, String> settings(String cache, String pool) {
		Map<String, String> settings = new LinkedHashMap<>();
		settings.put("spring.datasource.hikari.maximum-pool-size", pool);
		settings.put("spring.cache.type", cache);
		return settings;
	}

	private static Answer answer(List<Run> runs) {
		Answer.Table published = new Answer.Table("Published, and here",
				List.of("", "Cache off, published", "Cache off, here", "Cache on, published", "Cache on, here",
						"Times, published", "Times, here"),
				List.of(List.of("Mean TPS", "247.4", "230.8", "2,960.1", "2,851", "12.0", "12.4 (± 0.3)"),
						List.of("Peak TPS", "550", "271", "3,579", "3,240", "6.5", "12.0"), List.of("Errors",
								"≈ 17,000 of 40,000", "3,912 of 17,760", "468 of 291,321", "0 of 171,060", "–", "–")));
		Answer.Table rounds = new Answer.Table("Rounds", List.of("Round", "off", "on"),
				List.of(List.of("1", "223", "2,780"), List.of("2", "238", "2,922")));
		return new Answer(
				"With the cache the service gave 12.4 times as many good answers (2,851 instead of 231 per second), and"
						+ " errors went from 22 % to none.",
				List.of("Answers over 600 ms count as errors."), List.of(published, rounds),
				List.of(throughput(runs), byUsers(), bars(), heatMap()));
	}

	private static Chart throughput(List<Run> runs) {
		List<Chart.Line> lines = runs.stream()
			.limit(2)
			.map((run) -> new Chart.Line(run.arm().equals("cache-on") ? "Cache on" : "Cache off",
					run.load()
						.seconds()
						.stream()
						.map((second) -> new Chart.Point(second.second(), second.good()))
						.toList()))
			.toList();
		return new Chart.Lines("Good answers per second, before and after", "second", "per second", lines, true);
	}

	private static Chart byUsers() {
		return new Chart.Lines(
				"Users against latency", "users", "ms", List.of(
						new Chart.Line("p50",
								List.of(new Chart.Point(1, 4.25), new Chart.Point(10, 11), new Chart.Point(20, 24),
										new Chart.Point(30, 61), new Chart.Point(40, 160), new Chart.Point(50, 230))),
						new Chart.Line("p99",
								List.of(new Chart.Point(1, 9), new Chart.Point(10, 30), new Chart.Point(20, Double.NaN),
										new Chart.Point(30, 190), new Chart.Point(40, 410), new Chart.Point(50, 700)))),
				false);
	}

	private static Chart bars() {
		return new Chart.Bars("Answers by operation", "per second",
				List.of("compute", "read", "75 % read, 25 % write", "write"),
				List.of(new Chart.Bar("Ours", List.of(51_000_000.0, 48_000_000.0, 12_000_000.0, 900_000.0)),
						new Chart.Bar("Stock", List.of(4_200_000.0, 6_100_000.0, 800_000.0, Double.NaN))),
				true);
	}

	private static Chart heatMap() {
		List<List<Double>> values = new ArrayList<>();
		for (int row = 0; row < 6; row++) {
			List<Double> cells = new ArrayList<>();
			for (int column = 0; column < 5; column++) {
				cells.add((row == 2 && column == 4) ? Double.NaN
						: 180 + 17.3 * row - 8.1 * column + 5 * Math.sin(row * column));
			}
			values.add(cells);
		}
		return new Chart.HeatMap("Mean TPS by threads and pool", "pool", "Tomcat threads",
				List.of("5", "10", "15", "20", "25"), List.of("50", "100", "150", "200", "250", "300"), values, "TPS");
	}

}
