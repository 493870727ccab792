package dev.yoil.lab.experiment;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import dev.yoil.lab.experiment.Plan.Part;
import dev.yoil.lab.load.Load;
import dev.yoil.lab.result.Answer;
import dev.yoil.lab.result.Chart;
import dev.yoil.lab.result.Counted;
import dev.yoil.lab.result.LoadResult;
import dev.yoil.lab.result.Run;
import dev.yoil.lab.result.Sample;
import dev.yoil.lab.result.Second;
import dev.yoil.lab.result.Series;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class AnswersTests {

	private static Answer answer(String name, Run... runs) {
		Experiment experiment = ExperimentsTests.named(name);
		return experiment.answer(experiment.plan(false), List.of(runs));
	}

	private static Run run(String arm, int round, long good, long errors) {
		return MadeRun.of(good, errors, 100).run(arm, "", round);
	}

	@Test
	void beforeAfterComparesWhereAllBearTheUsers() {
		Answer answer = answer("before-after", grown("off", 1, 200, 20), grown("stock", 1, 600, 30),
				grown("prebuilt", 1, 1000, 50), grown("ours", 1, 2000, 50), grown("ours", 2, 2400, 50),
				grown("prebuilt", 2, 1000, 50), grown("stock", 2, 600, 30), grown("off", 2, 220, 20));
		assertThat(answer.sentence()).isEqualTo("Of 500 users, cache off collapsed at 21 users, stock Spring cache "
				+ "collapsed at 31 users, Caffeine + prebuilt bytes bore all users, our caches bore all users; up to 20 "
				+ "users, the most that all bear, there are so many good answers a second: 210 (200 to 220) with cache off, "
				+ "600 with stock Spring cache, 1,000 with Caffeine + prebuilt bytes, 2,200 (2,000 to 2,400) with our "
				+ "caches; ours are 10.5 times (9.09 to 12) those with cache off and 3.67 times (3.33 to 4) with stock "
				+ "Spring cache and 2.20 times (2 to 2.40) with Caffeine + prebuilt bytes (published: 12 times).");
		assertThat(answer.tables().get(2).rows()).containsExactly(
				List.of("stock Spring cache instead of cache off", "2.86 times (2.73 to 3)"),
				List.of("Caffeine + prebuilt bytes instead of stock Spring cache", "1.67 times"),
				List.of("our caches instead of Caffeine + prebuilt bytes", "2.20 times (2 to 2.40)"));
		assertThat(answer.charts()).hasSize(3).allMatch((chart) -> ((Chart.Lines) chart).lines().size() == 4);
	}

	@Test
	void beforeAfterNeverComparesWithWhatCollapsed() {
		assertThat(answer("before-after", run("off", 1, 240, 160), run("ours", 1, 2900, 0)).sentence()).isEqualTo(
				"Of 500 users, cache off collapsed at 50 users, our caches bore all users; there is no number of "
						+ "users that all bear, and so no comparison; only 2 of 4 runs are complete.");
		assertThat(answer("before-after", run("off", 1, 0, 50), run("ours", 1, 0, 50)).sentence())
			.contains("our caches collapsed at 50 users", "no comparison");
		assertThat(answer("before-after", run("off", 1, 240, 0)).sentence()).startsWith("There are not the runs")
			.endsWith("; only 1 of 4 runs are complete.");
	}

	@Test
	void beforeAfterCountsAsPublishedFirst() {
		Run slow = MadeRun
			.of(IntStream.range(0, 10)
				.mapToObj((at) -> MadeRun.second(at, 50, 240, Map.of("too slow", 100L, "503", 40L, "no answer", 20L),
						100))
				.toList())
			.run("off", "", 1);
		Answer answer = answer("before-after", slow, run("ours", 1, 2900, 0));
		assertThat(answer.tables().get(0).rows()).containsExactly(
				List.of("mean TPS", "247.4", "380", "2,960.1", "-", "-", "2,900"),
				List.of("peak TPS", "550", "380", "3,579", "-", "-", "2,900"), List.of("errors",
						"about 17,000 of 40,000", "1,600 of 4,000", "468 of 291,321", "-", "-", "0 of 29,000"));
		assertThat(answer.tables().get(1).rows()).extracting((row) -> row.get(0) + ": " + row.get(1))
			.containsExactly("good answers a second: 240", "most good answers in a second: 240",
					"over 600 ms or without an answer, %: 30", "other errors, %: 10",
					"users at most before it collapsed: 0");
	}

	@Test
	void beforeAfterTellsWhenNothingIsToBeSeen() {
		assertThat(answer("before-after", run("off", 1, 240, 0), run("ours", 1, 260, 0), run("ours", 2, 230, 0),
				run("off", 2, 250, 0))
			.sentence()).contains("; the difference is inside the noise");
		assertThat(answer("before-after", run("off", 1, 240, 0), run("ours", 1, 100, 0), run("ours", 2, 101, 0),
				run("off", 2, 241, 0))
			.sentence()).contains("; this is the opposite of what was to be expected");
	}

	/** One more user each second up to 50, of which so many are borne. */
	private static Run grown(String arm, int round, long good, int borne) {
		List<Second> seconds = IntStream.rangeClosed(1, 50)
			.mapToObj((users) -> MadeRun.second(users - 1, users, (users <= borne) ? good : good / 2,
					(users <= borne) ? 0 : good, 10))
			.toList();
		return MadeRun.of(seconds).run(arm, "", round);
	}

	@Test
	void aRunThatEndedEarlyCountsOnlyIfThereIsNoOther() {
		Run broken = MadeRun.of(5, 0, 100).ended("the service died").run("ours", "", 2);
		assertThat(answer("before-after", run("off", 1, 100, 0), run("ours", 1, 1000, 0), broken).tables()
			.get(0)
			.rows()
			.get(0)).endsWith("1,000");
		assertThat(answer("before-after", run("off", 1, 100, 0), broken).tables().get(0).rows().get(0)).endsWith("5");
	}

	@Test
	void poolNamesTheBestSize() {
		Run[] runs = IntStream.of(5, 10, 20)
			.boxed()
			.flatMap((size) -> Stream.of(1, 2)
				.map((round) -> MadeRun.of((size == 10) ? 300 + round : 200, 0, 50)
					.counted(new Counted(1000, 1000, 700, size * 5, 190, 0, 0, 0))
					.run("pool-" + size, "", round)))
			.toArray(Run[]::new);
		Answer answer = answer("pool", runs);
		assertThat(answer.sentence()).startsWith("With 10 connections there are most good answers, 302 a second")
			.contains("waits 700 ms for a connection and uses it for 50 ms")
			.doesNotContain("noise");
		assertThat(answer.tables().get(0).rows().get(0)).containsExactly("mean time in use, ms", "31", "25", "50", "50",
				"117", "100");
		assertThat(answer("pool", runs[0]).sentence()).contains("no other to compare");
		assertThat(answer("pool", run("pool-5", 1, 0, 9)).sentence()).startsWith("No pool size has a good answer");
	}

	@Test
	void writesTellWhatLikesLeaveOfTheAnswers() {
		Experiment writes = ExperimentsTests.named("writes");
		Plan plan = writes.plan(true);
		List<Part> parts = plan.cells().get(0).parts();
		assertThat(parts.subList(0, 4)).as("the most likes first")
			.extracting((part) -> part.load().targets().stream().mapToInt(Load.Target::puts).sum())
			.containsExactly(400, 100, 10, 0);
		assertThat(parts).as("each warmed up by what it is").allSatisfy((part) -> {
			assertThat(part.warmUp()).isNotNull();
			assertThat(part.warmUp().targets()).isEqualTo(part.load().targets());
		});
		List<Run> runs = IntStream.range(0, 8)
			.mapToObj((part) -> withLikes(parts.get(part).name(), 3 - part % 4))
			.toList();
		Answer answer = writes.answer(plan, runs);
		assertThat(answer.sentence())
			.startsWith("Of a day, the page is answered 0.75 times as often with 10 likes a "
					+ "second as without, the page is answered 0.50 times as often with 100 likes a second as without,")
			.contains("the whole list is answered 0.25 times as often with 400 likes a second as without");
		assertThat(answer.tables().get(1).rows().get(0)).containsExactly("0", "400", "1", "7", "7", "-", "-");
		assertThat(answer.tables().get(1).rows().get(2)).containsExactly("100", "200", "0.50", "7", "7", "5", "3");
		assertThat(writes.plan(false).cells().get(0).parts()).as("the same when it is quick").hasSize(8);
	}

	private static Run withLikes(String part, int rate) {
		Run run = MadeRun.of(500, 0, 1).run("ours", part, 1);
		Second met = MadeRun.second(0, 32, 1000L * (4 - rate), 0, 7);
		Map<String, Second> targets = (rate > 0)
				? Map.of("page", met, "whole list", met, "likes", MadeRun.second(0, 1, 50, 0, 3))
				: Map.of("page", met, "whole list", met);
		LoadResult load = new LoadResult(run.load().seconds(), met, targets, 10, 0, 0, 0);
		return new Run("ours", part, 1, run.started(), load, List.of(), null, Map.of(), null, null);
	}

	@Test
	void matrixNamesTheBestCellAndItsMargin() {
		Experiment matrix = ExperimentsTests.named("matrix");
		Plan plan = new Plan(2, matrix.plan(false).cells(), "");
		Answer clear = matrix.answer(plan,
				MadeRun.all(plan, (run) -> (run.arm().equals("threads-250-pool-5") ? 300 : 200) + run.round()));
		assertThat(clear.sentence()).contains("registered with 250 threads, pool of 5 (302 TPS, more than the noise)");
		assertThat(clear.tables().get(0).rows().get(1)).containsExactly("likes", "250 threads, pool of 5", "279.7",
				"250 threads, pool of 5", "302 (301 to 302)", "100", "more than the noise");
		assertThat(clear.tables().get(1).rows()).hasSize(4 * 3);
		assertThat(clear.charts().stream().filter((chart) -> chart instanceof Chart.HeatMap)).hasSize(3)
			.allSatisfy((chart) -> assertThat(((Chart.HeatMap) chart).values())
				.isEqualTo(List.of(List.of(201.5, 201.5), List.of(301.5, 201.5))));
		assertThat(matrix.answer(plan, MadeRun.all(plan, (run) -> 200 + 10 * run.round())).sentence())
			.contains("inside the noise");
	}

	@Test
	void spikeComparesLoadAndSpikes() {
		Answer answer = answer("spike", MadeRun.of(10, 90, 1500).run("off", "spike on list", 1),
				MadeRun.of(90, 10, 800).run("ours", "spike on list", 1),
				MadeRun.of(80, 20, 900).run("off-as-it-comes", "spike on list", 1),
				MadeRun.of(100, 0, 200).run("ours-as-it-comes", "spike on list", 1));
		assertThat(answer.sentence())
			.contains("10 % fail with the caches instead of 90 % without, after 800 ms in the mean instead of 1,500")
			.contains(
					"with the accept count that the service has by itself 0 % fail instead of 20 %, after 200 ms instead of 900")
			.contains("only 4 of 8 runs are complete");
		assertThat(answer.notes()).anyMatch((note) -> note.contains("accept count is 100"));
		assertThat(answer.tables().get(0).rows().get(4)).containsExactly("spike on list, connections dropped", "-", "0",
				"-", "0", "0", "0");
	}

	@Test
	void stepsNameTheKnee() {
		List<Second> seconds = IntStream.rangeClosed(1, 50)
			.mapToObj((users) -> MadeRun.second(users - 1, users, 100L * Math.min(users, 20), 0, users * 5.0))
			.toList();
		Experiment steps = ExperimentsTests.named("steps");
		Answer answer = steps.answer(steps.plan(true), List.of(MadeRun.of(seconds).run("ours", "", 1)));
		assertThat(answer.sentence()).startsWith(
				"With the caches the knee is at 20 users and 2,000 answers a second, and the target of 480 a second within 150 ms is met");
		assertThat(answer.tables().get(0).rows().get(2)).containsExactly(Arms.OURS.title(), "20", "2,000", "100", "31",
				"480", "2,000");
		assertThat(steps.answer(steps.plan(true), List.of(MadeRun.of(0, 30, 500).run("ours", "", 1))).sentence())
			.startsWith("With the caches there is not a single good answer");
	}

	@Test
	void stepsCountWholeSecondsOnly() {
		List<Second> seconds = List.of(MadeRun.second(0, 2, 100, 0, 1), MadeRun.second(1, 4, 200, 0, 1));
		Run whole = MadeRun.of(seconds).run("ours", "", 1);
		LoadResult half = new LoadResult(seconds, whole.load().total(), Map.of(), 1.5, 300, 0, 0.1);
		Run broken = new Run("ours", "", 1, whole.started(), half, List.of(), null, Map.of(), "interrupted", null);
		Plan plan = ExperimentsTests.named("steps").plan(false);
		assertThat(Steps.steps(new Measured(plan, List.of(whole)), Arms.OURS)).extracting(Knee.Step::users)
			.containsExactly(2, 4);
		assertThat(Steps.steps(new Measured(plan, List.of(broken)), Arms.OURS)).extracting(Knee.Step::users)
			.containsExactly(2);
	}

	@Test
	void burstsCompareTheSteadyLoad() {
		Answer answer = answer("bursts", MadeRun.of(235, 0, 419).run("off", "100 steady", 1),
				MadeRun.of(300, 0, 300).run("stock", "100 steady", 1),
				MadeRun.of(544, 0, 179).run("ours", "100 steady", 1),
				MadeRun.of(50, 0, 90).run("ours", "500 at once", 1));
		assertThat(answer.sentence()).startsWith(
				"100 readers who stay get 544 answers a second with our caches, 300 with stock Spring cache and 235 with none, "
						+ "after 179, 300 and 419 ms in the mean");
		assertThat(answer.charts().get(0).title()).isEqualTo("Mean time by readers who come at once");
	}

	@Test
	void stampedeCountsUsesOfTheDatabase() {
		List<Run> runs = new ArrayList<>();
		for (int round = 1; round <= 2; round++) {
			runs.add(MadeRun.of(50, 0, 900).counted(new Counted(500, 500, 1, 1, 1, 0, 0, 0)).run("off", "", round));
			runs.add(MadeRun.of(50, 0, 300).counted(new Counted(500, 1, 1, 1, 1, 0, 0, 0)).run("stock", "", round));
			runs.add(MadeRun.of(50, 0, 200).counted(new Counted(500, 1, 1, 1, 1, 0, 0, 0)).run("ours", "", round));
		}
		Answer answer = answer("stampede", runs.toArray(Run[]::new));
		assertThat(answer.sentence())
			.contains("500 with cache off, 1 with stock Spring cache, 1 with our caches",
					"the worst wait is 1,800, 600 and 400 ms")
			.doesNotContain("noise", "opposite");
		assertThat(answer.tables().get(0).columns()).containsExactly("", "cache off", "stock Spring cache",
				"our caches");
		assertThat(answer.tables().get(0).rows().get(3)).endsWith("400");
	}

	@Test
	void invalidationStormComparesGoodAnswers() {
		assertThat(answer("invalidation-storm", run("off", 1, 100, 3), run("ours", 1, 900, 0), run("ours", 2, 910, 0),
				run("off", 2, 102, 3))
			.sentence())
			.startsWith("Emptied every second the caches give 905 good answers a second instead of 101 without any; ")
			.doesNotContain("noise");
	}

	@Test
	void twoInstancesTellsWhatTheyDoForEachSecondOfAProcessor() {
		Experiment experiment = ExperimentsTests.named("two-instances");
		List<Sample> samples = List.of(
				new Sample(1, Map.of(Series.CPU_SERVICE, 1.0, Series.CPU_DATABASE, 0.5, Series.CPU_PROXY, 0.5)),
				new Sample(2, Map.of(Series.CPU_SERVICE, 1.0)));
		List<Run> runs = MadeRun.all(experiment.plan(false), (run) -> run.arm().equals("one") ? 100 : 80)
			.stream()
			.map((run) -> new Run(run.arm(), run.part(), run.round(), run.started(), run.load(), samples, null,
					run.events(), null, null))
			.toList();
		Answer answer = experiment.answer(experiment.plan(false), runs);
		assertThat(answer.sentence())
			.startsWith("Two instances behind nginx give 80 good answers a second instead of 100 of one")
			.contains("for each second of a processor 40 instead of 50; ", "to which a second instance adds none")
			.doesNotContain("noise");
		assertThat(answer.tables().get(0).rows().get(2)).containsExactly("TPS", "120", "100", "80", "200", "80");
		assertThat(answer.tables().get(2).rows().get(1)).containsExactly("cached, nginx", "0.50", "0.50", "0.50");
		assertThat(answer.charts().get(0).title()).isEqualTo("Good answers for each second of a processor");
	}

	@Test
	void sharedTierTellsWhatAChangeAndARestartCost() {
		Experiment experiment = ExperimentsTests.named("shared-tier");
		Map<String, Map<Double, String>> events = Map.of("changes", Map.of(1.0, "changed", 3.0, "changed"), "restart",
				Map.of(1.0, "instance ends", 7.0, "instance is back"), "Redis away",
				Map.of(1.5, "Redis stopped", 2.0, "changed", 6.0, "changed, Redis resumed"));
		List<Sample> samples = List.of(new Sample(5, Map.of(Series.CACHE_MISSES, 3.0)),
				new Sample(9, Map.of(Series.CACHE_MISSES, 3.0)), new Sample(10, Map.of(Series.CACHE_MISSES, 0.0)));
		List<Run> runs = MadeRun.all(experiment.plan(false), (run) -> 300)
			.stream()
			.map((run) -> new Run(run.arm(), run.part(), run.round(), run.started(), run.load(), samples,
					run.arm().startsWith("local") ? new Counted(0, 0, 0, 0, 0, 0, 24, 0)
							: new Counted(0, 0, 0, 0, 0, 0, 12, 14),
					events.get(run.part()), null, null))
			.toList();
		Answer answer = experiment.answer(experiment.plan(false), runs);
		assertThat(answer.sentence())
			.isEqualTo("With 2 instances, GLOBAL a change costs 6 loads instead of 12 with 2 instances, LOCAL, "
					+ "a restarted instance makes 12 loads instead of 24, and while Redis is away 0 requests fail and "
					+ "a change costs 6 loads.");
		assertThat(answer.tables().get(0).rows().get(1)).endsWith("0", "7");
		assertThat(answer.tables().get(1).rows().subList(2, 4)).allSatisfy((row) -> assertThat(row).hasSize(3))
			.extracting((row) -> row.get(2))
			.containsExactly("6", "2");
		assertThat(answer.tables().get(2).rows().get(1)).endsWith("2", "2");
	}

	@Test
	void outageTellsHowLongItTakesToRecover() {
		List<Second> hurt = IntStream.range(0, 25)
			.mapToObj((at) -> MadeRun.second(at, 50, 100, (at >= 10 && at < 20) ? 5 : 0, 10))
			.toList();
		Map<Double, String> events = Map.of(10.0, "database stopped", 18.0, "database resumed");
		Answer answer = answer("outage", MadeRun.of(hurt).events(events).run("off", "", 1),
				MadeRun.of(hurt.stream().map((second) -> MadeRun.second(second.second(), 50, 100, 0, 10)).toList())
					.events(events)
					.run("ours-20s", "", 1));
		assertThat(answer.sentence()).contains(
				"this many requests fail: 50 with cache off, 0 with our caches; the worst wait is",
				"all is well again after 2 s with cache off, 0 s with our caches; only 2 of 3");
		assertThat(answer.tables().get(0).rows().get(4)).containsExactly("time to recover, s (- for not until the end)",
				"2", "-", "0");
	}

	@Test
	void outageComparesStaleAnswersWithFreshOnes() {
		List<Second> seconds = IntStream.range(0, 20)
			.mapToObj((at) -> MadeRun.second(at, 50, (at < 3) ? 50 : (at < 10) ? 400 : (at < 13) ? 100 : 300, 0, 10))
			.toList();
		List<Sample> samples = IntStream.rangeClosed(1, 20)
			.mapToObj((at) -> new Sample(at - 0.2,
					(at > 13) ? Map.of(Series.CACHE_HITS, 5.0, Series.CACHE_MISSES, 295.0, Series.CACHE_STALE, 290.0)
							: Map.of(Series.CACHE_HITS, 400.0, Series.CACHE_STALE, (at > 10) ? 40.0 : 0.0)))
			.toList();
		Run made = MadeRun.of(seconds).events(Map.of(10.0, "database stopped")).run("ours-20s", "", 1);
		Run run = new Run(made.arm(), "", 1, made.started(), made.load(), samples, null, made.events(), null, null);
		assertThat(answer("outage", run).tables().get(0).rows().get(5)).containsExactly("stale answers of fresh hits",
				"-", "-", "0.75");
		Run fresh = new Run(made.arm(), "", 1, made.started(), made.load(), samples.subList(0, 10), null, made.events(),
				null, null);
		assertThat(answer("outage", fresh).tables().get(0).rows().get(5)).endsWith("-");
	}

}
