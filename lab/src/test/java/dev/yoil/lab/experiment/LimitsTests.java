package dev.yoil.lab.experiment;

import java.util.List;
import java.util.Map;

import dev.yoil.lab.result.Run;
import dev.yoil.lab.result.Sample;
import dev.yoil.lab.result.Series;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class LimitsTests {

	private final Plan plan = ExperimentsTests.named("before-after").plan(false);

	private final Limits limits = new Limits(2);

	@Test
	void namesTheLimitOfEachArm() {
		Run off = run("off", Map.of(Series.CPU_SERVICE, 1.8, Series.CPU_GENERATOR, 0.15));
		Run stock = run("stock", Map.of(Series.CPU_SERVICE, 0.9, Series.CPU_GENERATOR, 1.1));
		Run ours = run("ours", Map.of(Series.CPU_SERVICE, 0.5, Series.CPU_GENERATOR, 0.1, Series.POOL_PENDING, 3.0));
		assertThat(this.limits.line(this.plan, List.of(off, stock, ours)))
			.hasValue("The limit was the CPUs with no cache, the load generator with Spring's cache over Caffeine, "
					+ "the connection pool with Yoil.");
	}

	@Test
	void namesThreads() {
		Map<Series, Double> busy = Map.of(Series.CPU_SERVICE, 0.5, Series.CPU_GENERATOR, 0.1, Series.TOMCAT_BUSY,
				200.0);
		List<Run> runs = this.plan.cells().stream().map((cell) -> run(cell.arm().name(), busy)).toList();
		assertThat(this.limits.line(this.plan, runs)).hasValue("The limit was Tomcat's threads.");
	}

	@Test
	void namesOneThreadThatCannotDoMore() {
		Map<Series, Double> one = Map.of(Series.CPU_SERVICE, 1.0, Series.CPU_GENERATOR, 0.7, Series.CPU_THREAD, 0.97);
		Map<Series, Double> none = Map.of(Series.CPU_SERVICE, 1.0, Series.CPU_GENERATOR, 0.7, Series.CPU_THREAD, 0.9);
		assertThat(this.limits.line(this.plan, List.of(run("off", none), run("stock", none), run("ours", one))))
			.hasValue("The limit was one thread of the service with Yoil.");
	}

	@Test
	void namesNothingThatWasNotSeen() {
		assertThat(this.limits.line(this.plan, List.of(run("off", Map.of())))).isEmpty();
		assertThat(this.limits.line(this.plan,
				List.of(run("off", Map.of(Series.CPU_SERVICE, 1.0, Series.CPU_GENERATOR, 0.5)))))
			.isEmpty();
	}

	private static Run run(String arm, Map<Series, Double> values) {
		Run made = MadeRun.of(100, 0, 10).run(arm, "", 1);
		List<Sample> samples = List.of(new Sample(1, values), new Sample(2, values));
		return new Run(arm, "", 1, made.started(), made.load(), samples, null, Map.of(), null, null, null);
	}

}
