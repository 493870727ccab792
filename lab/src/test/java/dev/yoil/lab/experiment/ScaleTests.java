package dev.yoil.lab.experiment;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;

import dev.yoil.lab.LabException;
import dev.yoil.lab.cluster.ClusterLevel;
import dev.yoil.lab.cluster.ClusterMeasurement;
import dev.yoil.lab.result.Answer;
import dev.yoil.lab.result.Chart;
import dev.yoil.lab.result.Run;
import dev.yoil.lab.result.Second;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class ScaleTests {

	private static final Simulated SCALE = Experiments.simulated().get(0);

	private final FakeLab lab = new FakeLab();

	private final Runner runner = new Runner(this.lab, this.lab, "Abacus 1", new Silent(),
			Clock.fixed(Instant.parse("2026-01-05T00:00:00Z"), ZoneOffset.UTC));

	@Test
	void measuresBothArmsAtEachSizeAndRate() {
		assertThat(SCALE.levels().apply(true)).hasSize(20).doesNotHaveDuplicates();
		assertThat(SCALE.levels().apply(true)).extracting(ClusterLevel::instances).contains(3, 10, 30, 100, 300);
		assertThat(duration(true)).isLessThan(Duration.ofMinutes(5));
		assertThat(duration(false)).isLessThan(Duration.ofSeconds(70));
	}

	@Test
	void answersWithATableForEachRate() {
		Answer answer = SCALE.answering().apply(all());
		assertThat(answer.sentence()).isEqualTo("100 instances, 100 changes/s: the database uses 1.50 CPUs if "
				+ "notifications carry versions, 0.50 if receivers read the table.");
		assertThat(answer.sentence().split(" ", -1)).hasSizeLessThan(25);
		assertThat(answer.tables()).hasSize(3).allSatisfy(ExperimentsTests::isRectangular);
		assertThat(answer.tables().get(0).rows().get(1)).containsExactly("3, payload", "1.50", "2.50", "20", "3", "400",
				"12", "13", "-");
		assertThat(answer.notes()).contains("No figures were published.").noneMatch((note) -> note.contains("limit:"));
		assertThat(answer.charts()).hasSize(2)
			.allSatisfy((chart) -> assertThat(((Chart.Bars) chart).bars()).hasSize(4)
				.allMatch((bar) -> bar.values().size() == 5));
	}

	@Test
	void answersFromSomeLevels() {
		Answer answer = SCALE.answering().apply(all().subList(0, 1));
		assertThat(answer.sentence()).isEqualTo("Not enough runs for a headline.");
		assertThat(answer.tables()).hasSize(2).allSatisfy(ExperimentsTests::isRectangular);
	}

	@Test
	void namesTheLimitOfALevel() {
		ClusterLevel level = SCALE.levels().apply(true).get(0);
		assertThat(Scale.limit(measurement(level, 0.94, 0, 10, 0))).isEqualTo("-");
		assertThat(Scale.limit(measurement(level, 0.96, 0, 8, 1)))
			.isEqualTo("all CPUs, changes late, changes not applied");
		assertThat(Scale.limit(measurement(level, 0.96, 0.3, 10, 0))).isEqualTo("all CPUs, with other programs");
		assertThat(SCALE.answering().apply(List.of(measurement(level, 0.96, 0, 10, 0))).notes()).last()
			.isEqualTo("At its limit: 3 instances, read, 10 changes/s (all CPUs).");
		assertThat(SCALE.answering().apply(List.of(measurement(level, 0.96, 0.3, 10, 0))).notes()).last()
			.isEqualTo("Other programs used 0.30 CPUs (0.30 to 0.30), so delays are longer than on an idle machine.");
	}

	@Test
	void runsEachLevelOnADatabaseOfItsOwn() {
		Outcome outcome = this.runner.simulate(simulated(Integer.MAX_VALUE), false);
		assertThat(outcome.complete()).isTrue();
		assertThat(outcome.result().answer().sentence()).startsWith("Indicative: 100 instances");
		assertThat(this.lab.journal).hasSize(40).startsWith("start database", "end database", "start database");
	}

	@Test
	void keepsTheLevelsBeforeAFailure() {
		Outcome outcome = this.runner.simulate(simulated(3), true);
		assertThat(outcome.result().broken()).isEqualTo("a simulated instance failed");
		assertThat(outcome.result().answer().tables().get(0).rows()).hasSize(3);
		assertThat(this.lab.journal).hasSize(8).endsWith("end database");
		this.runner.stop("interrupted");
		Outcome stopped = this.runner.simulate(simulated(3), true);
		assertThat(stopped.result().broken()).isEqualTo("interrupted");
		assertThat(stopped.result().answer()).isNull();
	}

	private static Simulated simulated(int until) {
		List<ClusterLevel> measured = new ArrayList<>();
		return new Simulated("scale", "How many?", "None.", SCALE.levels(), (level, database) -> {
			if (measured.size() == until) {
				throw new LabException("a simulated instance failed");
			}
			measured.add(level);
			return measurement(level, 0.5, 0, level.changes(), 0);
		}, SCALE.answering());
	}

	private static Duration duration(boolean full) {
		return SCALE.levels()
			.apply(full)
			.stream()
			.map((level) -> level.warmUp().plus(level.duration()))
			.reduce(Duration.ZERO, Duration::plus);
	}

	private static List<ClusterMeasurement> all() {
		return SCALE.levels()
			.apply(true)
			.stream()
			.map((level) -> measurement(level, 0.5, 0, level.changes(), 0))
			.toList();
	}

	private static ClusterMeasurement measurement(ClusterLevel level, double busy, double others, double changes,
			long missing) {
		return new ClusterMeasurement(level, "17.5", level.payload() ? 1.5 : 0.5, 0.25, others, busy, 0.1, 2.5, 20, 100,
				missing, changes, 400, 12, 30, 3_000_000, level.instances() + 10);
	}

	private static final class Silent implements Progress {

		@Override
		public void begins(Phase phase) {
			assertThat(phase.done()).isBetween(0.0, 1.0);
		}

		@Override
		public void second(Phase phase, Second second) {
			throw new AssertionError("no loads");
		}

		@Override
		public void ran(Phase phase, Run run) {
			throw new AssertionError("no loads");
		}

	}

}
