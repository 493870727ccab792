package dev.yoil.lab.load;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;

import dev.yoil.lab.load.Load.Model;
import dev.yoil.lab.load.Load.Stage;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests of {@link Arrivals}. */
final class ArrivalsTests {

	private static List<Long> millis(Model model, Stage... stages) {
		Load load = new Load(model, List.of(stages), List.of(), Duration.ofSeconds(1), Duration.ofSeconds(1), 1);
		return Arrays.stream(Arrivals.of(load)).map((nanos) -> nanos / 1_000_000).boxed().toList();
	}

	private static Stage stage(int users, int growthSeconds, int holdSeconds) {
		return new Stage(users, Duration.ofSeconds(growthSeconds), Duration.ofSeconds(holdSeconds));
	}

	@Test
	void usersOfALoopStay() {
		assertThat(millis(Model.LOOP, stage(2, 1, 1), stage(2, 1, 1), stage(4, 2, 0))).containsExactly(0L, 500L, 4000L,
				5000L);
	}

	@Test
	void usersThatAskOnceComeAgain() {
		assertThat(millis(Model.ONCE, stage(2, 1, 1), stage(0, 0, 1), stage(2, 1, 0))).containsExactly(0L, 500L, 3000L,
				3500L);
	}

	@Test
	void withoutGrowthAllComeAtOnce() {
		assertThat(millis(Model.LOOP, stage(3, 0, 1), stage(5, 0, 1))).containsExactly(0L, 0L, 0L, 1000L, 1000L);
	}

}
