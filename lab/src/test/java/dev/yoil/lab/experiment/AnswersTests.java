package dev.yoil.lab.experiment;

import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import dev.yoil.lab.LabException;
import dev.yoil.lab.experiment.Plan.Part;
import dev.yoil.lab.load.Load;
import dev.yoil.lab.result.Answer;
import dev.yoil.lab.result.Answer.Table;
import dev.yoil.lab.result.AppliedFinding;
import dev.yoil.lab.result.Chart;
import dev.yoil.lab.result.Counted;
import dev.yoil.lab.result.LoadResult;
import dev.yoil.lab.result.Run;
import dev.yoil.lab.result.Sample;
import dev.yoil.lab.result.Second;
import dev.yoil.lab.result.Series;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.tuple;

class AnswersTests {

	private static Answer answer(String name, Run... runs) {
		Experiment experiment = ExperimentsTests.named(name);
		return experiment.answer(experiment.plan(false), List.of(runs));
	}

	private static Run run(String arm, String part, int round, long good, long errors) {
		return MadeRun.of(good, errors, 100).run(arm, part, round);
	}

	@Test
	void beforeAfterComparesWhereAllBearTheUsers() {
		Answer answer = answer("before-after", grown("off", 1, 200, 20), grown("stock", 1, 600, 30),
				grown("prebuilt", 1, 1000, 50), grown("ours", 1, 2000, 50), grown("ours", 2, 2400, 50),
				grown("prebuilt", 2, 1000, 50), grown("stock", 2, 600, 30), grown("off", 2, 220, 20));
		assertThat(answer.sentence())
			.isEqualTo("With Yoil: 2,200 req/s, no errors. Without: 147 req/s, 46.2 % errors.");
		assertThat(answer.tables().get(2).columns()).last().isEqualTo("good req/s, up to 20 users");
		assertThat(answer.tables().get(2).rows()).containsExactly(
				List.of("Spring's cache over Caffeine instead of no cache", "2.86 times (2.73 to 3)"),
				List.of("prebuilt bytes in Caffeine instead of Spring's cache over Caffeine", "1.67 times"),
				List.of("Yoil instead of prebuilt bytes in Caffeine", "2.20 times (2 to 2.40)"));
		assertThat(answer.charts()).hasSize(3);
	}

	/** One more user each second up to 50, of which so many are borne. */
	private static Run grown(String arm, int round, long good, int borne) {
		return MadeRun
			.of(IntStream.rangeClosed(1, 50)
				.mapToObj((users) -> MadeRun.second(users - 1, users, (users <= borne) ? good : good / 2,
						(users <= borne) ? 0 : good, 10))
				.toList())
			.run(arm, "", round);
	}

	@Test
	void beforeAfterCountsAsPublishedFirst() {
		Run slow = MadeRun
			.of(IntStream.range(0, 10)
				.mapToObj((at) -> MadeRun.second(at, 50, 240, Map.of("too slow", 100L, "503", 40L, "no answer", 20L),
						100))
				.toList())
			.run("off", "", 1);
		Answer answer = answer("before-after", slow, run("ours", "", 1, 2900, 0));
		assertThat(answer.tables().get(0).rows()).containsExactly(
				List.of("mean TPS", "247.4", "380", "2,960.1", "-", "-", "2,900"),
				List.of("peak TPS", "550", "380", "3,579", "-", "-", "2,900"), List.of("errors",
						"about 17,000 of 40,000", "1,600 of 4,000", "468 of 291,321", "-", "-", "0 of 29,000"));
		assertThat(answer.tables().get(1).rows()).extracting((row) -> row.get(1))
			.containsExactly("240", "240", "30", "10", "0");
	}

	@Test
	void headlinesSayThatADifferenceIsNoise() {
		assertThat(answer("before-after", run("off", "", 1, 240, 0), run("ours", "", 1, 260, 0),
				run("ours", "", 2, 230, 0), run("off", "", 2, 250, 0))
			.sentence()).isEqualTo("With Yoil: 245 req/s, no errors. Without: 245 req/s, no errors, within noise.");
		assertThat(answer("before-after", run("off", "", 1, 240, 0)).sentence())
			.isEqualTo("Not enough runs for a headline.");
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
		assertThat(answer.sentence()).isEqualTo("Best is a pool of 10: 302 req/s, before a pool of 5: 200 req/s.");
		assertThat(answer.tables().get(0).rows().get(0)).containsExactly("mean time in use, ms", "31", "25", "50", "50",
				"117", "100");
		assertThat(answer("pool", run("pool-5", "", 1, 0, 9)).sentence()).isEqualTo("No pool size has a good answer.");
	}

	@Test
	void writesShowWhatLikesLeaveOfTheAnswers() {
		Experiment writes = ExperimentsTests.named("writes");
		Plan plan = writes.plan(true);
		List<Part> parts = plan.cells().get(0).parts();
		assertThat(parts.subList(0, 4)).as("the most likes first")
			.extracting((part) -> part.load().targets().stream().mapToInt(Load.Target::puts).sum())
			.containsExactly(400, 100, 10, 0);
		List<Run> runs = IntStream.range(0, 8)
			.mapToObj((part) -> withLikes(parts.get(part).name(), 3 - part % 4))
			.toList();
		Answer answer = writes.answer(plan, runs);
		assertThat(answer.sentence()).isEqualTo(
				"With 400 likes per second, pages get 100 req/s instead of 400, whole lists 100 instead of 400.");
		assertThat(answer.tables().get(1).rows().get(0)).containsExactly("0", "400", "1", "7", "7", "-", "-");
		assertThat(answer.tables().get(1).rows().get(2)).containsExactly("100", "200", "0.50", "7", "7", "5", "3");
	}

	private static Run withLikes(String part, int rate) {
		Run run = MadeRun.of(500, 0, 1).run("ours", part, 1);
		Second met = MadeRun.second(0, 32, 1000L * (4 - rate), 0, 7);
		Map<String, Second> targets = (rate > 0)
				? Map.of("page", met, "whole list", met, "likes", MadeRun.second(0, 1, 50, 0, 3))
				: Map.of("page", met, "whole list", met);
		LoadResult load = new LoadResult(run.load().seconds(), met, targets, 10, 0, 0, 0);
		return new Run("ours", part, 1, run.started(), load, List.of(), null, Map.of(), null, null, null);
	}

	@Test
	void matrixNamesTheBestCellAndItsMargin() {
		Experiment matrix = ExperimentsTests.named("matrix");
		Plan plan = new Plan(2, matrix.plan(false).cells(), "");
		Answer clear = matrix.answer(plan,
				MadeRun.all(plan, (run) -> (run.arm().equals("threads-250-pool-5") ? 300 : 200) + run.round()));
		assertThat(clear.sentence()).startsWith("Best by registered: 250 threads, pool of 5; by likes: 250 threads,");
		assertThat(clear.tables().get(0).rows().get(1)).containsExactly("likes", "250 threads, pool of 5", "279.7",
				"250 threads, pool of 5", "302 (301 to 302)", "100", "yes");
		assertThat(clear.charts()).hasSize(3)
			.allSatisfy((chart) -> assertThat(((Chart.HeatMap) chart).values())
				.isEqualTo(List.of(List.of(201.5, 201.5), List.of(301.5, 201.5))));
	}

	@Test
	void spikeComparesLoadAndSpikes() {
		Answer answer = answer("spike", run("off", "spike on list", 1, 10, 90), run("ours", "spike on list", 1, 90, 10),
				run("off-as-it-comes", "spike on list", 1, 80, 20),
				run("ours-as-it-comes", "spike on list", 1, 100, 0));
		assertThat(answer.sentence()).isEqualTo(
				"Of 1,000 at once, 10 % fail with Yoil, 90 % without; with the default accept count 0 % and 20 %.");
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
		assertThat(answer.sentence()).isEqualTo(
				"With Yoil the knee is at 20 users, 2,000 req/s; the target, " + "480 req/s within 150 ms, is met.");
		assertThat(answer.tables().get(0).rows().get(2)).containsExactly(Arms.OURS.title(), "20", "2,000", "100", "31",
				"480", "2,000");
	}

	@Test
	void stepsCountWholeSecondsOnly() {
		List<Second> seconds = List.of(MadeRun.second(0, 2, 100, 0, 1), MadeRun.second(1, 4, 200, 0, 1));
		Run whole = MadeRun.of(seconds).run("ours", "", 1);
		LoadResult half = new LoadResult(seconds, whole.load().total(), Map.of(), 1.5, 300, 0, 0.1);
		Run broken = new Run("ours", "", 1, whole.started(), half, List.of(), null, Map.of(), "interrupted", null,
				null);
		Plan plan = ExperimentsTests.named("steps").plan(false);
		assertThat(Steps.steps(new Findings(plan, List.of(whole)), Arms.OURS)).extracting(Knee.Step::users)
			.containsExactly(2, 4);
		assertThat(Steps.steps(new Findings(plan, List.of(broken)), Arms.OURS)).extracting(Knee.Step::users)
			.containsExactly(2);
	}

	@Test
	void burstsCompareTheSteadyLoad() {
		assertThat(answer("bursts", run("off", "100 steady", 1, 235, 0), run("stock", "100 steady", 1, 300, 0),
				run("ours", "100 steady", 1, 544, 0))
			.sentence())
			.isEqualTo("100 steady readers: 544 req/s with Yoil, 300 with Spring's cache over Caffeine, 235 without.");
	}

	@Test
	void twoInstancesShowGoodRequestsPerCpuSecond() {
		Experiment experiment = ExperimentsTests.named("two-instances");
		List<Sample> samples = List.of(
				new Sample(1, Map.of(Series.CPU_SERVICE, 1.0, Series.CPU_DATABASE, 0.5, Series.CPU_PROXY, 0.5)),
				new Sample(2, Map.of(Series.CPU_SERVICE, 1.0)));
		List<Run> runs = MadeRun.all(experiment.plan(false), (run) -> run.arm().equals("one") ? 100 : 80)
			.stream()
			.map((run) -> MadeRun.withSamples(run, samples))
			.toList();
		Answer answer = experiment.answer(experiment.plan(false), runs);
		assertThat(answer.sentence())
			.isEqualTo("Two instances behind nginx: 80 req/s. One instance: 100 req/s, on the same CPUs.");
		assertThat(answer.tables().get(0).rows().get(2)).containsExactly("TPS", "120", "100", "80", "200", "80");
		assertThat(answer.tables().get(0).rows().get(3)).endsWith("50", "40", "-", "40");
		assertThat(answer.tables().get(2).rows().get(1)).containsExactly("cached, CPUs of the proxy", "0.50", "0.50",
				"0.50");
	}

	@Test
	void sharedTierShowsTheCostOfAChangeAndOfARestart() {
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
					events.get(run.part()), null, null, null))
			.toList();
		Answer answer = experiment.answer(experiment.plan(false), runs);
		assertThat(answer.sentence())
			.isEqualTo("2 instances: a change costs 6 loads with Redis, 12 without; a restart 12 and 24.");
		assertThat(answer.tables().get(0).rows().get(1)).endsWith("0", "7");
		assertThat(answer.tables().get(1).rows().subList(2, 4)).extracting((row) -> row.get(2))
			.containsExactly("6", "2");
		assertThat(answer.tables().get(2).rows().get(1)).endsWith("2", "2");
	}

	@Test
	void restartCountsLoadsOfTheNewProcessUnlessItStaysAway() {
		Map<Double, String> restarted = Map.of(2.0, "instance ends under load", 5.5, "instance is back");
		Answer answer = restart(true, restarted("kill", 350, 0, restarted), restarted("disk-kill", 2, 349, restarted),
				restarted("term", 353, 0, restarted), restarted("disk-term", 0, 351, restarted));
		assertThat(answer.sentence())
			.isEqualTo("A restart costs 0 database loads with a disk tier, 353 without; after kill -9 2 and 350.");
		List<List<String>> rows = answer.tables().get(0).rows();
		assertThat(rows.get(0)).endsWith("350", "2", "353", "0");
		assertThat(rows.get(1)).endsWith("0", "349", "0", "351");
		assertThat(rows.get(2)).as("before the restart").endsWith("3", "3", "3", "3");
		assertThat(rows.get(3)).as("until it is back").endsWith("3.50", "3.50", "3.50", "3.50");
		assertThat(rows.get(5)).as("failed once it was back").endsWith("4", "4", "4", "4");
		Answer failed = restart(false, restarted("kill", 353, 0, restarted),
				restarted("disk-kill", 0, 0, Map.of(2.0, "instance ends under load")));
		assertThat(failed.sentence()).isEqualTo("Not enough runs for a headline.");
		assertThat(failed.tables().get(0).rows().get(0)).endsWith("353", "-");
		Answer late = restart(false,
				restarted("kill", 353, 0, Map.of(2.0, "instance ends under load", 9.5, "instance is back")));
		assertThat(late.tables().get(0).rows().get(0)).endsWith("-", "-");
	}

	private static Answer restart(boolean full, Run... runs) {
		Experiment experiment = ExperimentsTests.named("restart");
		return experiment.answer(experiment.plan(full), List.of(runs));
	}

	@Test
	void tuningComparesThePredictionWithWhatFollowed() {
		Answer answer = tuning(Map.of(4.0, "configuration edited", 5.0, "change applied"),
				new AppliedFinding("ehcache-small.xml:27", "50", "400", 0.85, 30, 60));
		assertThat(answer.sentence()).isEqualTo("The hit ratio rises from 25 to 90 % (predicted: 85 %), and loads take "
				+ "40 instead of 300 ms/s (predicted: 60).");
		assertThat(answer.tables()).singleElement()
			.extracting(Table::title)
			.isEqualTo("capacity too small, ehcache-small.xml:27: 50 -> 400");
		assertThat(answer.tables().get(0).rows()).containsExactly(List.of("hit ratio, %", "25", "85", "90"),
				List.of("loads per second", "150", "30", "20"), List.of("time in loads, ms/s", "300", "60", "40"),
				List.of("CPUs of PostgreSQL", "0.75", "-", "0.10"), List.of("failed requests", "4", "-", "46"));
		assertThat(((Chart.Lines) answer.charts().get(0)).lines()).extracting(Chart.Line::name, Chart.Line::points)
			.containsExactly(
					tuple("measured",
							List.of(new Chart.Point(2, 25), new Chart.Point(4, 25), new Chart.Point(5, 25),
									new Chart.Point(20, 70), new Chart.Point(30, 90), new Chart.Point(50, 90))),
					tuple("predicted", List.of(new Chart.Point(5, 85), new Chart.Point(50, 85))));
		Answer failed = tuning(Map.of(4.0, "configuration edited"), null);
		assertThat(failed.sentence()).isEqualTo("Not enough runs for a headline.");
		assertThat(failed.tables().get(0).rows().get(0)).containsExactly("hit ratio, %", "25", "-", "-");
	}

	/** A load of 50 s with an error in each second. */
	private static Answer tuning(Map<Double, String> events, AppliedFinding applied) {
		Experiment experiment = ExperimentsTests.named("tuning");
		Run made = MadeRun
			.of(IntStream.range(0, 50).mapToObj((second) -> MadeRun.second(second, 0, 199, 1, 5)).toList())
			.events(events)
			.run("small", "", 1);
		List<Sample> samples = List.of(tuned(2, 150), tuned(4, 150), tuned(5, 150), tuned(20, 60), tuned(30, 20),
				tuned(50, 20));
		Run run = new Run(made.arm(), "", 1, made.started(), made.load(), samples, null, events, null, null, applied);
		return experiment.answer(experiment.plan(false), List.of(run));
	}

	private static Sample tuned(double at, double loads) {
		return new Sample(at, Map.of(Series.REQUESTS, 200.0, Series.CACHE_MISSES, loads, Series.CACHE_LOADS, loads,
				Series.CACHE_LOAD_TIME, 2 * loads, Series.CPU_DATABASE, loads / 200));
	}

	/** One error in each second, and three loads before the restart. */
	private static Run restarted(String arm, long loads, long found, Map<Double, String> events) {
		List<Sample> samples = List.of(loads(1, 3), loads(4, 0), loads(7, loads));
		Run run = MadeRun.of(299, 1, 5)
			.counted(new Counted(0, 0, 0, 0, 0, 0, 3 + loads, found))
			.events(events)
			.run(arm, "", 1);
		return MadeRun.withSamples(run, samples);
	}

	private static Sample loads(double at, double loads) {
		return new Sample(at, Map.of(Series.CACHE_LOADS, loads));
	}

	@Test
	void forgottenCountsTheAnswersUntilItIsNoticed() {
		Run forgotten = withEvents("forgotten",
				Map.of(1.0, "caches cleared", 2.5, "read the old page", 3.5, "read the old page", 7.5,
						"watch mode names Likes.like", 8.5, "the audit finds an old page", 9.0,
						"the first change is seen"));
		Run tables = withEvents("tables", Map.of(2.5, "read the new page, the first change is seen"));
		Answer answer = answer("forgotten", forgotten, tables);
		assertThat(answer.sentence()).isEqualTo(
				"Watch mode names the forgotten eviction after 5 s, 500 old answers. Old pages with depends=\"tables\": 0.");
		assertThat(answer.notes()).last().isEqualTo("Watch mode names Likes.like.");
		assertThat(answer.tables().get(0).rows()).extracting((row) -> row.subList(1, 3))
			.containsExactly(List.of("2", "0"), List.of("0", "1"), List.of("5", "-"), List.of("500", "0"),
					List.of("6", "-"), List.of("600", "0"), List.of("6.50", "0"), List.of("650", "0"));
	}

	@Test
	void forgottenFailsIfAnEvictionIsNotForgottenOrATableIs() {
		Run fresh = withEvents("forgotten", Map.of(2.5, "read the new page"));
		Run old = withEvents("tables", Map.of(2.5, "read the new page", 3.5, "read the old page"));
		assertThatExceptionOfType(LabException.class).isThrownBy(() -> answer("forgotten", fresh))
			.withMessage("no eviction: 0 visitors read the old page after their like, which should be several");
		assertThatExceptionOfType(LabException.class).isThrownBy(() -> answer("forgotten", old))
			.withMessage("depends=\"tables\": 1 visitors read the old page after their like, which should be none");
	}

	private static Run withEvents(String arm, Map<Double, String> events) {
		return MadeRun.of(100, 0, 1).events(events).run(arm, "", 1);
	}

}
