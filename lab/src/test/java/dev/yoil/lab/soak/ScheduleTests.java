package dev.yoil.lab.soak;

import java.time.Duration;
import java.util.List;
import java.util.stream.LongStream;

import dev.yoil.lab.soak.Schedule.Planned;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class ScheduleTests {

	private static final Duration LENGTH = Duration.ofHours(1);

	private static List<Planned> planned(long seed) {
		return Schedule.of(seed, LENGTH, Soak.Kind.THREE.faults(), 3);
	}

	@Test
	void faultsFollowFromTheSeed() {
		assertThat(planned(1)).isEqualTo(planned(1)).isNotEqualTo(planned(2));
		assertThat(planned(1)).extracting(Planned::fault).containsAll(Soak.Kind.THREE.faults());
	}

	@Test
	void leavesTimeBeforeAndAfterTheFaults() {
		LongStream.range(0, 100)
			.forEach((seed) -> assertThat(planned(seed)).isNotEmpty()
				.allSatisfy((each) -> assertThat(each.at()).isGreaterThanOrEqualTo(Schedule.WARM_UP.toMillis()))
				.allSatisfy((each) -> assertThat(each.at() + each.millis())
					.isLessThanOrEqualTo(LENGTH.minus(Schedule.REST).toMillis())));
	}

	@Test
	void faultsAtOnceBreakDifferentThings() {
		int overlapping = 0;
		for (long seed = 0; seed < 100; seed++) {
			List<Planned> planned = planned(seed);
			for (int i = 1; i < planned.size(); i++) {
				Planned before = planned.get(i - 1);
				if (before.at() + before.millis() > planned.get(i).at()) {
					assertThat(planned.get(i).fault().isLike(before.fault())).as(planned.get(i).toString()).isFalse();
					overlapping++;
				}
			}
		}
		assertThat(overlapping).isGreaterThan(100);
	}

	@Test
	void anInstanceLivesLongEnoughToShowALeak() {
		List<Planned> restarts = planned(3).stream()
			.filter((each) -> each.fault().isRestart() && each.target() == 0)
			.toList();
		assertThat(restarts).hasSizeGreaterThan(2);
		for (int i = 1; i < restarts.size(); i++) {
			assertThat(restarts.get(i).at() - restarts.get(i - 1).at()).isGreaterThanOrEqualTo(240_000);
		}
	}

}
