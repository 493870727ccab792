package dev.yoil.lab.experiment;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import dev.yoil.lab.LabException;
import dev.yoil.lab.experiment.Plan.Action.Kind;
import dev.yoil.lab.load.Load.Target;
import dev.yoil.lab.result.AppliedFinding;
import dev.yoil.lab.result.Machine;
import dev.yoil.lab.result.Result;
import dev.yoil.lab.result.Run;
import dev.yoil.lab.result.Second;
import dev.yoil.lab.result.WarmUp;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static dev.yoil.lab.experiment.FakeLab.experiment;
import static dev.yoil.lab.experiment.FakeLab.load;
import static dev.yoil.lab.experiment.FakeLab.part;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

@Timeout(20)
class RunnerTests {

	private static final Plan.Action STOP = new Plan.Action(Duration.ZERO, Plan.Action.Kind.STOP_DATABASE);

	private static final Plan.Action RESUME = new Plan.Action(Duration.ofMillis(1050),
			Plan.Action.Kind.RESUME_DATABASE);

	private final FakeLab lab = new FakeLab();

	private final Told told = new Told();

	private final Runner runner = new Runner(this.lab, this.lab, "Abacus 1", this.told,
			Clock.fixed(Instant.parse("2026-01-05T00:00:00Z"), ZoneOffset.UTC));

	@Test
	void measuresArmsInTurnAndTurnsThemRound() {
		Result result = run(experiment("x", 3, part("")));
		assertThat(result.runs()).extracting(Run::round, Run::arm)
			.containsExactly(tuple(1, "off"), tuple(1, "on"), tuple(2, "on"), tuple(2, "off"), tuple(3, "off"),
					tuple(3, "on"));
		assertThat(result.broken()).isNull();
		assertThat(result.warnings()).isEmpty();
		assertThat(result.machine().generator()).isEqualTo("Abacus 1");
		assertThat(result.answer()).isNotNull();
	}

	@Test
	void startsTheServiceOncePerCellAndWatchesItDuringLoadsOnly() {
		Plan.Part first = new Plan.Part("first", load("warm-up"), load("load"));
		run(experiment("x", 1, first, part("second")));
		assertThat(this.lab.journal).startsWith("start off", "warm-up", "watch", "load", "watched", "watch", "load",
				"watched", "end", "start on");
	}

	@Test
	void warmsUpUntilTheRateIsLevel() {
		this.lab.warmUpRate = (second) -> Math.min(1000, 400 * (second + 1));
		Result result = run(experiment("x", 2, warmedUp()));
		assertThat(result.runs()).extracting(Run::warmUp).containsOnly(new WarmUp(6, true, 1000, 1000));
		assertThat(result.answer().sentence()).isEqualTo("Indicative: 4 loads were measured.");
		assertThat(result.warnings()).isEmpty();
	}

	@Test
	void warnsOfAnArmThatIsStillCold() {
		// As with a compiler that is not done: each second has a thirtieth more.
		this.lab.warmUpRate = (second) -> Math.round(1000 * Math.pow(1 + 1.0 / 30, second));
		Result quick = run(experiment("x", 2, warmedUp()));
		assertThat(quick.runs()).extracting((run) -> run.warmUp().seconds() + " " + run.warmUp().level())
			.containsOnly("8.0 false");
		Result full = run(experiment("x", 1, warmedUp()), true, null).result();
		assertThat(full.answer().sentence()).isEqualTo("6 loads were measured.");
		assertThat(full.warnings()).singleElement()
			.asString()
			.startsWith("The warm-up ended before the rate was level: in 6 of 6 runs");
	}

	private static Plan.Part warmedUp() {
		return new Plan.Part("",
				Demand.closed(Duration.ZERO, List.of(Demand.stage(1, 0, 8)), new Target("warm-up", List.of("/"))),
				load("load"));
	}

	@Test
	void goesOnWithTheLoadsThatAreMissing() {
		Experiment experiment = experiment("x", 2, warmedUp(), new Plan.Part("b", load("warm-up"), load("load")),
				part("c"));
		Result whole = run(experiment);
		List<Run> runs = new ArrayList<>(whole.runs());
		assertThat(runs).extracting((run) -> run.arm() + run.part() + run.round())
			.containsExactly("off1", "offb1", "offc1", "on1", "onb1", "onc1", "on2", "onb2", "onc2", "off2", "offb2",
					"offc2");
		// A load that follows another at once is measured with the others, one with a
		// warm-up alone.
		runs.remove(11);
		runs.remove(7);
		runs.remove(7);
		this.lab.journal.clear();
		List<Result> kept = new ArrayList<>();
		Outcome outcome = this.runner.run(experiment, false, null, with(whole, runs), kept::add);
		assertThat(this.lab.journal).filteredOn((line) -> line.matches("start.*|warm-up|load"))
			.containsExactly("start on", "warm-up", "load", "load", "start off", "warm-up", "load", "warm-up", "load",
					"load");
		assertThat(outcome.result().runs()).hasSize(12)
			.extracting((run) -> run.arm() + run.part() + run.round())
			.containsExactlyElementsOf(
					whole.runs().stream().map((run) -> run.arm() + run.part() + run.round()).toList());
		assertThat(kept).extracting((result) -> result.runs().size()).containsExactly(9, 12);
	}

	@Test
	void measuresAgainWhatEndedEarly() {
		this.lab.diesIn = 1;
		Experiment experiment = experiment("x", 1, part(""));
		Result broken = run(experiment);
		assertThat(broken.runs()).extracting(Run::ended).containsExactly("status 137", null);
		Result whole = this.runner.run(experiment, false, null, broken, (kept) -> {
		}).result();
		assertThat(whole.runs()).extracting(Run::ended).containsExactly(null, null);
	}

	@Test
	void doesNotMixWhatWasMeasuredElsewhere() {
		Experiment experiment = experiment("x", 1, part(""));
		Result here = run(experiment);
		Machine other = new Machine("abacus", 4, 1024, "none", "17", "unknown", "Abacus 1");
		Result elsewhere = new Result(here.experiment(), here.question(), here.mode(), here.started(), here.took(),
				other, here.model(), here.arms(), here.runs(), here.answer(), here.warnings(), null);
		assertThatThrownBy(() -> this.runner.run(experiment, false, null, elsewhere, (kept) -> {
		})).isInstanceOf(LabException.class).hasMessageContaining("cannot resume x");
	}

	private static Result with(Result result, List<Run> runs) {
		return new Result(result.experiment(), result.question(), result.mode(), result.started(), result.took(),
				result.machine(), result.model(), result.arms(), runs, result.answer(), result.warnings(), "broken");
	}

	@Test
	void stopsAndResumesTheDatabaseDuringTheLoad() {
		this.lab.waitsForDatabase = true;
		Result result = run(experiment("x", 1, part("", STOP, RESUME)));
		assertThat(this.lab.journal).containsSubsequence("watch", "load", "stop database", "resume database", "watched",
				"end");
		assertThat(result.runs().get(0).events().values()).anyMatch((event) -> event.contains("database stopped"))
			.anyMatch((event) -> event.contains("database resumed"));
	}

	@Test
	void resumesADatabaseThatTheLoadLeftStopped() {
		Plan.Action late = new Plan.Action(Duration.ofHours(1), Plan.Action.Kind.RESUME_DATABASE);
		Plan.Part outage = new Plan.Part("", null, load("load"), List.of(STOP, late));
		this.lab.waitsIn = 1;
		this.lab.begun = () -> {
			while (!this.lab.journal.contains("stop database")) {
				Thread.onSpinWait();
			}
			this.runner.stop("interrupted");
		};
		run(experiment("x", 1, outage));
		assertThat(this.lab.journal).containsSubsequence("stop database", "resume database", "watched", "end");
	}

	@Test
	void changesRestartsAndResumesARedisThatTheLoadLeftStopped() {
		List<Plan.Action> actions = Stream.of(Kind.STOP_REDIS, Kind.CHANGE, Kind.RESTART_INSTANCE)
			.map((kind) -> new Plan.Action(Duration.ZERO, kind))
			.toList();
		Run run = run(experiment("x", 1, part("", actions.toArray(Plan.Action[]::new)))).runs().get(0);
		assertThat(this.lab.journal).containsSubsequence("stop Redis", "resume Redis", "watched", "end")
			.contains("change", "restart");
		assertThat(String.join(", ", run.events().values()).split(", ", -1)).contains("Redis stopped", "changed",
				"instance ends", "instance is back", "Redis resumed");
	}

	@Test
	void endsASingleInstanceUnderLoadWhoseLastRequestsItCannotCount() {
		List<Plan.Action> actions = Stream.of(Kind.TERMINATE_INSTANCE, Kind.KILL_INSTANCE)
			.map((kind) -> new Plan.Action(Duration.ZERO, kind))
			.toList();
		this.lab.counted = 90;
		Result result = run(experiment("x", 2, part("", actions.toArray(Plan.Action[]::new))));
		assertThat(this.lab.journal).contains("terminate", "kill").doesNotContain("restart");
		assertThat(String.join(", ", result.runs().get(0).events().values()).split(", ", -1))
			.containsOnly("instance ends under load", "instance is back");
		assertThat(result.warnings()).isEmpty();
	}

	@Test
	void tellsOfAnInstanceThatDoesNotStartAgain() {
		this.lab.staysAway = true;
		Outcome outcome = run(experiment("x", 1, part("", new Plan.Action(Duration.ZERO, Kind.KILL_INSTANCE))), false,
				1);
		assertThat(outcome.complete()).isFalse();
		assertThat(outcome.failures()).first().asString().contains("does not start again");
		assertThat(outcome.result().runs().get(0).events()).containsValue("instance ends under load")
			.doesNotContainValue("instance is back");
	}

	@Test
	void appliesAFindingDuringTheLoad() {
		Plan.Part part = part("", new Plan.Action(Duration.ZERO, Kind.APPLY_FINDING));
		Run run = run(experiment("x", 1, part)).runs().get(0);
		assertThat(this.lab.journal).containsSubsequence("watch", "load", "apply finding", "watched", "end");
		assertThat(run.applied()).isEqualTo(new AppliedFinding("ehcache.xml:1", "1", "2", 0.5, 1, 2));
		assertThat(String.join(", ", run.events().values())).isEqualTo("configuration edited, change applied");
		this.lab.hasNoFinding = true;
		Outcome outcome = run(experiment("x", 1, part), false, 1);
		assertThat(outcome.failures()).first().asString().contains("No finding suggests a larger capacity");
		assertThat(outcome.result().runs().get(0).applied()).isNull();
	}

	@Test
	void notesOnceWhenAChangeOfAPageIsNoticed() {
		Plan.Action change = new Plan.Action(Duration.ZERO, Kind.CHANGE_PAGE);
		Run run = run(experiment("x", 1, part("", change, change))).runs().get(0);
		assertThat(String.join(", ", run.events().values()).split(", ", -1)).containsExactlyInAnyOrder(
				"read the old page", "read the old page", "the first change is seen", "watch mode names Likes.like",
				"the audit finds an old page");
	}

	@Test
	void tellsOfAChangeThatIsNotSeen() {
		this.lab.unseen = true;
		Outcome outcome = run(experiment("x", 1, part("", new Plan.Action(Duration.ZERO, Kind.CHANGE))), false, 1);
		assertThat(outcome.complete()).isFalse();
		assertThat(outcome.failures()).first().asString().contains("the author of a change saw the state before it");
		assertThat(outcome.result().runs().get(0).events()).isEmpty();
	}

	@Test
	void tellsWhatTheServiceSaysOfItsFaults() {
		this.lab.errors = Map.of("500", 3L);
		assertThat(run(experiment("x", 1, part(""))).warnings())
			.contains("The service had a fault in off of round 1: 3 answers with status 500. Its log: a planted fault");
		this.lab.errors = Map.of("503", 3L);
		assertThat(run(experiment("x", 1, part(""))).warnings()).noneMatch((warning) -> warning.contains("planted"));
	}

	@Test
	void goesOnWithTheNextCellIfAServiceDied() {
		this.lab.diesIn = 1;
		Outcome outcome = run(experiment("x", 2, part("a"), part("b")), false, null);
		Result result = outcome.result();
		assertThat(result.runs()).extracting(Run::arm, Run::part, Run::round)
			.containsExactly(tuple("off", "a", 1), tuple("on", "a", 1), tuple("on", "b", 1), tuple("on", "a", 2),
					tuple("on", "b", 2), tuple("off", "a", 2), tuple("off", "b", 2));
		assertThat(result.runs().get(0).ended()).isEqualTo("status 137");
		assertThat(result.runs().get(0).counted()).isNull();
		assertThat(result.broken()).isNull();
		assertThat(outcome.failures()).containsExactly("the service ended in off (a) of round 1: status 137");
		assertThat(result.warnings()).containsAll(outcome.failures());
		assertThat(outcome.complete()).isFalse();
		assertThat(this.lab.journal).containsSubsequence("load", "stop load", "end", "start on");
	}

	@Test
	void keepsWhatWasMeasuredIfTheNextServiceCannotBeStarted() {
		this.lab.missing = "on";
		Outcome outcome = run(experiment("x", 2, part("")), false, null);
		assertThat(outcome.result().broken()).isEqualTo("port 1 is in use: give another with --port");
		assertThat(outcome.result().runs()).extracting(Run::arm).containsExactly("off");
		assertThat(outcome.result().answer()).isNotNull();
		assertThat(this.lab.journal).endsWith("end", "start on");
	}

	@Test
	void warnsIfTotalsDiffer() {
		this.lab.sent = 1100;
		this.lab.inFlight = 10;
		this.lab.errors = Map.of("no connection", 5L, "503", 7L);
		this.lab.counted = 1085;
		assertThat(run(experiment("x", 2, part(""))).warnings()).isEmpty();
		this.lab.counted = 1084;
		assertThat(run(experiment("x", 2, part(""))).warnings()).hasSize(4)
			.first()
			.asString()
			.contains("off of round 1", "sent 1,100 requests", "10 in flight", "counted 1,084");
		this.lab.counted = 1101;
		assertThat(run(experiment("x", 2, part(""))).warnings()).hasSize(4);
		Plan.Action clear = new Plan.Action(Duration.ZERO, Plan.Action.Kind.CLEAR_CACHES);
		assertThat(run(experiment("x", 2, part("", clear))).warnings()).as("clearing is a request, too").isEmpty();
	}

	@Test
	void warnsIfTheGeneratorWasTheLimit() {
		this.lab.serviceCpu = 0.8;
		this.lab.generatorCpu = 1.15;
		assertThat(run(experiment("x", 2, part(""))).warnings()).singleElement()
			.asString()
			.startsWith("The load generator was the limit")
			.endsWith("in 4 of 4 runs, off of round 1, on of round 1, on of round 2 and 1 more.");
		this.lab.generatorCpu = 0.85;
		assertThat(run(experiment("x", 2, part(""))).warnings()).isEmpty();
	}

	@Test
	void warnsOfDroppedConnectionsAndOfASingleRound() {
		this.lab.drops = 3;
		assertThat(run(experiment("x", 1, part(""))).warnings()).satisfiesExactly(
				(line) -> assertThat(line).startsWith("The kernel dropped connections"),
				(line) -> assertThat(line).startsWith("One round was measured"));
	}

	@Test
	void tellsHowFarItIs() {
		run(experiment("x", 2, part("")));
		assertThat(this.told.lines)
			.startsWith("starting off 1/2 36 s", "load off 1/2 36 s", "second 100", "counting off 1/2 36 s", "ran off",
					"starting on 1/2 27 s")
			.endsWith("counting off 2/2 9 s", "ran off");
	}

	private Outcome run(Experiment experiment, boolean full, Integer rounds) {
		return this.runner.run(experiment, full, rounds, null, (result) -> {
		});
	}

	private Result run(Experiment experiment) {
		return run(experiment, false, null).result();
	}

	/** Notes what is told of the progress. */
	private static final class Told implements Progress {

		private final List<String> lines = new ArrayList<>();

		@Override
		public void begins(Phase phase) {
			this.lines.add("%s %s %d/%d %d s".formatted(phase.doing(), phase.arm(), phase.round(), phase.rounds(),
					phase.left().toSeconds()));
		}

		@Override
		public void second(Phase phase, Second second) {
			this.lines.add("second " + second.good());
		}

		@Override
		public void ran(Phase phase, Run run) {
			this.lines.add("ran " + run.arm());
		}

	}

}
