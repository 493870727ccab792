package dev.yoil.lab.experiment;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import dev.yoil.lab.experiment.Plan.Action.Kind;
import dev.yoil.lab.experiment.Plan.Cell;
import dev.yoil.lab.experiment.Plan.Part;
import dev.yoil.lab.load.Load;
import dev.yoil.lab.load.Load.Model;
import dev.yoil.lab.result.Answer;
import dev.yoil.lab.result.Answer.Table;
import dev.yoil.lab.result.Chart;
import dev.yoil.lab.result.Counted;
import dev.yoil.lab.result.Run;
import dev.yoil.lab.service.ServiceSettings.Database;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

class ExperimentsTests {

	private static final Map<String, String> PLAIN_OFF = Map.of("spring.cache.type", "none", "lab.plain", "true",
			"server.compression.mime-types", "application/json");

	private static final Map<String, String> PLAIN_STOCK = Map.of("spring.cache.type", "caffeine",
			"spring.cache.caffeine.spec", "maximumSize=10000,expireAfterWrite=200s", "lab.plain", "true",
			"server.compression.mime-types", "application/json");

	private static final Map<String, String> PLAIN_PREBUILT = Map.of("spring.cache.type", "caffeine",
			"spring.cache.caffeine.spec", "maximumSize=10000,expireAfterWrite=200s", "lab.plain", "bytes",
			"server.compression.mime-types", "application/json");

	private static final Duration START = Duration.ofSeconds(5);

	/** Until the last of those is answered who asked at once. */
	private static final Duration TAIL = Duration.ofSeconds(4);

	static List<Experiment> all() {
		return Experiments.all();
	}

	static Experiment named(String name) {
		return all().stream().filter((experiment) -> experiment.name().equals(name)).findFirst().orElseThrow();
	}

	@Test
	void areListedInOrder() {
		assertThat(all()).extracting(Experiment::name)
			.containsExactly("before-after", "pool", "matrix", "spike", "steps", "bursts", "writes", "outage",
					"two-instances", "shared-tier", "restart", "tuning", "forgotten");
		assertThat(Experiments.simulated()).extracting(Simulated::name).containsExactly("scale");
	}

	@ParameterizedTest
	@MethodSource("all")
	void areQuickInLessThanTwoMinutes(Experiment experiment) {
		assertThat(duration(experiment.plan(false))).isLessThan(Duration.ofSeconds(110));
	}

	@ParameterizedTest
	@MethodSource("all")
	void havePlansThatCanBeRun(Experiment experiment) {
		assertThat(experiment.question()).endsWith("?");
		for (Plan plan : List.of(experiment.plan(false), experiment.plan(true))) {
			assertThat(plan.cells()).extracting((cell) -> cell.arm().name())
				.doesNotHaveDuplicates()
				.allMatch((name) -> name.matches("[a-zA-Z0-9-]+"));
			for (Cell cell : plan.cells()) {
				assertThat(cell.settings().properties()).containsAllEntriesOf(cell.arm().settings());
				assertThat(cell.settings().webtoons()).isGreaterThanOrEqualTo(5000);
				assertThat(cell.parts()).extracting(Part::name).doesNotHaveDuplicates();
				assertThat(cell.parts().get(0).warmUp()).isNotNull();
				cell.parts()
					.forEach((part) -> assertThat(part.actions())
						.allSatisfy((action) -> assertThat(action.at()).isLessThan(part.load().duration())));
			}
		}
	}

	@Test
	void areAsPublishedWhenFull() {
		Load published = load("before-after", 0);
		assertThat(published.duration()).isEqualTo(Duration.ofMinutes(3));
		assertThat(published.stages())
			.containsExactly(new Load.Stage(500, Duration.ofSeconds(100), Duration.ofSeconds(80)));
		assertThat(published.limit()).isEqualTo(Duration.ofMillis(600));
		assertThat(named("before-after").plan(true).cells()).extracting((cell) -> cell.settings().properties())
			.containsExactly(PLAIN_OFF, PLAIN_STOCK, PLAIN_PREBUILT, Map.of());
		assertThat(named("pool").plan(true).cells())
			.extracting((cell) -> cell.settings().properties().get("spring.datasource.hikari.maximum-pool-size"))
			.containsExactly("5", "10", "20");
		assertThat(named("matrix").plan(true).cells()).hasSize(6 * 5)
			.allMatch((cell) -> cell.parts().size() == 3)
			.extracting((cell) -> cell.arm().name())
			.contains("threads-50-pool-5", "threads-250-pool-5", "threads-300-pool-25");
		assertThat(load("spike", 0).stages().get(0).users()).isEqualTo(3 * 5000);
		assertThat(named("spike").plan(true).cells().get(0).parts().subList(1, 4))
			.allMatch((part) -> part.load().stages().get(0).equals(new Load.Stage(1000, Duration.ZERO, Duration.ZERO)));
		assertThat(named("spike").plan(true).cells())
			.extracting((cell) -> cell.settings().properties().get("server.tomcat.accept-count"))
			.containsExactly("100", "100", null, null);
		assertThat(load("steps", 0).stages()).extracting(Load.Stage::users).hasSize(50).startsWith(1, 2).endsWith(50);
		assertThat(load("steps", 0).stages()).allMatch((stage) -> stage.hold().equals(Duration.ofSeconds(70)));
		assertThat(load("steps", 0).limit()).isEqualTo(Duration.ofMillis(150));
		assertThat(load("bursts", 0).stages().get(0))
			.isEqualTo(new Load.Stage(100, Duration.ZERO, Duration.ofMinutes(1)));
		assertThat(load("bursts", 1).stages().get(0).growth()).isEqualTo(Duration.ofSeconds(10));
		assertThat(load("bursts", 2).stages().get(0))
			.isEqualTo(new Load.Stage(300, Duration.ofSeconds(60), Duration.ofSeconds(30)));
	}

	@ParameterizedTest
	@MethodSource("all")
	void warmUpAllArmsLongEnoughToBeCalledLevel(Experiment experiment) {
		for (boolean full : List.of(false, true)) {
			for (Cell cell : experiment.plan(full).cells()) {
				assertThat(cell.parts()).filteredOn((part) -> part.warmUp() != null)
					.allMatch((part) -> part.warmUp().duration().toSeconds() == (full ? 60 : 6));
				assertThat(cell.parts().get(0).warmUp()).isNotNull();
			}
		}
	}

	@ParameterizedTest
	@MethodSource("all")
	void haveTheSameLoadsInAllArms(Experiment experiment) {
		for (Plan plan : List.of(experiment.plan(false), experiment.plan(true))) {
			assertThat(plan.cells()).extracting(ExperimentsTests::load)
				.containsOnly(ExperimentsTests.load(plan.cells().get(0)));
		}
	}

	@Test
	void outageStopsTheDatabaseFor20Seconds() {
		Cell outage = named("outage").plan(true).cells().get(0);
		assertThat(outage.settings().database()).isEqualTo(Database.POSTGRESQL);
		List<Plan.Action> actions = outage.parts().get(0).actions();
		assertThat(actions).extracting(Plan.Action::kind).containsExactly(Kind.STOP_DATABASE, Kind.RESUME_DATABASE);
		assertThat(actions.get(1).at().minus(actions.get(0).at())).isEqualTo(Duration.ofSeconds(20));
	}

	@ParameterizedTest
	@MethodSource("all")
	void answerWhateverTheRunsAre(Experiment experiment) {
		Plan plan = experiment.plan(false);
		for (List<Run> runs : strange(plan)) {
			Answer answer = experiment.answer(plan, runs);
			assertThat(answer.sentence()).endsWith(".").doesNotContain("NaN", "Infinity", "null", "\n", "  ", "..");
			assertThat(answer.sentence().split(" ", -1)).as(answer.sentence()).hasSizeLessThan(25);
			assertThat(answer.tables()).isNotEmpty().allSatisfy(ExperimentsTests::isRectangular);
			assertThat(answer.tables().get(0).columns().toString() + answer.notes()).contains("published");
			assertThat(answer.charts()).allSatisfy(ExperimentsTests::canBeDrawn);
		}
	}

	private static List<List<Run>> strange(Plan plan) {
		List<Run> usual = MadeRun.all(plan, (run) -> run.arm().equals("off") ? 100 : 1000);
		List<List<Run>> all = new ArrayList<>(List.of(usual, usual.subList(0, 1), List.of()));
		List<MadeRun> made = List.of(MadeRun.of(0, 100, 10_000), MadeRun.of(0, 0, 0), MadeRun.of(List.of()),
				MadeRun.of(10, 0, 5).ended("the service died"), MadeRun.of(10, 0, 5).counted(null),
				MadeRun.of(10, 0, 5).counted(new Counted(0, 0, Double.NaN, Double.NaN, 0, 0, 0, 0)),
				MadeRun.of(10, 0, Double.NaN));
		for (MadeRun each : made) {
			all.add(usual.stream().map((run) -> each.run(run.arm(), run.part(), run.round())).toList());
			List<Run> first = new ArrayList<>(usual);
			first.set(0, each.run(usual.get(0).arm(), usual.get(0).part(), 1));
			all.add(first);
		}
		return all;
	}

	static void isRectangular(Table table) {
		assertThat(table.rows()).isNotEmpty().allMatch((row) -> row.size() == table.columns().size());
	}

	private static void canBeDrawn(Chart chart) {
		if (chart instanceof Chart.Lines lines) {
			assertThat(lines.lines()).isNotEmpty().allSatisfy((line) -> assertThat(line.points()).isNotEmpty());
		}
		else if (chart instanceof Chart.Bars bars) {
			assertThat(bars.bars()).isNotEmpty().allMatch((bar) -> bar.values().size() == bars.groups().size());
		}
		else if (chart instanceof Chart.HeatMap map) {
			assertThat(map.values()).hasSameSizeAs(map.rows()).allMatch((row) -> row.size() == map.columns().size());
		}
	}

	/** The loads, and the times of the actions: how an instance ends is an arm. */
	private static List<List<Object>> load(Cell cell) {
		return cell.parts()
			.stream()
			.map((part) -> List.of(part.name(), Optional.ofNullable(part.warmUp()), part.load(),
					part.actions().stream().map(ExperimentsTests::unlessEnd).toList()))
			.toList();
	}

	private static Object unlessEnd(Plan.Action action) {
		boolean ends = action.kind() == Kind.TERMINATE_INSTANCE || action.kind() == Kind.KILL_INSTANCE;
		return ends ? action.at() : action;
	}

	private static Load load(String experiment, int part) {
		return named(experiment).plan(true).cells().get(0).parts().get(part).load();
	}

	private static Duration duration(Plan plan) {
		Duration all = Duration.ZERO;
		for (Cell cell : plan.cells()) {
			all = all.plus(START);
			for (Part part : cell.parts()) {
				Load warmUp = part.warmUp();
				all = all.plus((warmUp != null) ? warmUp.duration() : Duration.ZERO)
					.plus(part.load().duration())
					.plus((part.load().model() == Model.ONCE) ? TAIL : Duration.ZERO);
			}
		}
		return all.multipliedBy(plan.rounds());
	}

}
