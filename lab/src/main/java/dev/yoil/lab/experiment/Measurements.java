package dev.yoil.lab.experiment;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;

import dev.yoil.lab.load.Load;
import dev.yoil.lab.load.LoadGenerator;
import dev.yoil.lab.result.Counted;
import dev.yoil.lab.result.LoadResult;
import dev.yoil.lab.result.Run;
import dev.yoil.lab.result.Sample;
import dev.yoil.lab.result.Second;
import dev.yoil.lab.result.WarmUp;
import dev.yoil.lab.service.Service;
import org.jspecify.annotations.Nullable;

/**
 * Measures the cells of one experiment one after the other, and keeps what came out.
 */
final class Measurements {

	/** A status that no overload should have. */
	private static final String FAULT = "500";

	private final String experiment;

	private final int rounds;

	private final LoadGenerator generator;

	private final Progress progress;

	private final Clock clock;

	private final Supplier<@Nullable String> stopped;

	private final Estimate estimate;

	private final List<Run> runs = new ArrayList<>();

	private final List<String> failures = new ArrayList<>();

	private final List<String> faults = new ArrayList<>();

	private String arm = "";

	private int round = 1;

	private Instant cellBegan;

	/**
	 * Creates it.
	 * @param stopped why nothing more is to be measured; null as long as it is
	 */
	Measurements(String experiment, Plan plan, LoadGenerator generator, Progress progress, Clock clock,
			Supplier<@Nullable String> stopped) {
		this.experiment = experiment;
		this.rounds = plan.rounds();
		this.generator = generator;
		this.progress = progress;
		this.clock = clock;
		this.stopped = stopped;
		this.estimate = new Estimate(plan, clock);
		this.cellBegan = clock.instant();
	}

	List<Run> runs() {
		return List.copyOf(this.runs);
	}

	/** Returns what the service said of its own faults. */
	List<String> faults() {
		return List.copyOf(this.faults);
	}

	List<String> failures() {
		return List.copyOf(this.failures);
	}

	/** Takes what was measured before. */
	void keeps(List<Run> before) {
		this.runs.addAll(before);
	}

	/** A cell needs no measuring. */
	void skips(Plan.Cell cell) {
		this.estimate.skips(cell);
	}

	/** A cell begins: its service is about to be started. */
	void begins(Plan.Cell cell, int inRound) {
		this.arm = cell.arm().name();
		this.round = inRound;
		this.cellBegan = this.clock.instant();
		this.estimate.cellBegins(cell);
		this.progress.begins(phase("", "starting"));
	}

	/** The cell's service was started. */
	void started() {
		this.estimate.started(Duration.between(this.cellBegan, this.clock.instant()));
	}

	/**
	 * Measures a part of the cell.
	 * @return whether the service can be measured further
	 */
	boolean measure(Service service, Plan.Part part) {
		String died;
		try {
			Load warmUp = part.warmUp();
			WarmUp warmed = (warmUp != null) ? warm(service, part.name(), warmUp) : null;
			if (this.stopped.get() == null && service.died() == null) {
				load(service, part, warmed);
			}
			died = service.died();
		}
		catch (RuntimeException ex) {
			died = service.died();
			if (died == null) {
				throw ex;
			}
		}
		// An interrupt that reaches the service too is no failure of it.
		if (died != null && this.stopped.get() == null) {
			this.failures
				.add("the service ended in " + Warnings.where(this.arm, part.name(), this.round) + ": " + died);
		}
		return died == null;
	}

	private WarmUp warm(Service service, String part, Load load) {
		Level level = new Level(load);
		LoadResult result = generate(service, load, part, "warm-up", (second) -> {
			level.add(second);
			if (level.isReached()) {
				this.generator.stop();
			}
		});
		return level.warmUp(result.took());
	}

	private void load(Service service, Plan.Part part, @Nullable WarmUp warmUp) {
		if (part.cold()) {
			service.clearCaches();
		}
		service.watch();
		LoadTime time = new LoadTime(this.clock);
		Actions actions = new Actions(service, part.actions(), time);
		LoadResult load;
		try (actions) {
			load = generate(service, part.load(), part.name(), "load", (second) -> {
				if (time.isFirst(second)) {
					actions.begin();
				}
			});
		}
		String where = Warnings.where(this.arm, part.name(), this.round);
		Progress.Phase counting = phase(part.name(), "counting");
		this.progress.begins(counting);
		List<Sample> samples = time.of(service.watched());
		Counted counted = service.counted();
		String ended = service.died();
		String reason = this.stopped.get();
		if (reason != null) {
			ended = reason;
		}
		else if (ended == null) {
			actions.problems().forEach((problem) -> this.failures.add("in " + where + ", " + problem));
		}
		Long faults = load.total().errors().get(FAULT);
		if (faults != null) {
			this.faults.add("the service had a fault in %s, and answered %d requests with %s; its log: %s"
				.formatted(where, faults, FAULT, service.lastWords()));
		}
		if (load.sent() > 0) {
			Run run = new Run(this.arm, part.name(), this.round, time.began(), load, samples, counted, actions.events(),
					ended, warmUp);
			this.runs.add(run);
			this.progress.ran(counting, run);
		}
	}

	private LoadResult generate(Service service, Load load, String part, String doing, Consumer<Second> listener) {
		this.estimate.loadBegins(load);
		this.progress.begins(phase(part, doing));
		try {
			return this.generator.run(load, service.address(), (second) -> {
				listener.accept(second);
				this.progress.second(phase(part, doing), second);
				// A stop that came before the generator began would be lost.
				if (this.stopped.get() != null || service.died() != null) {
					this.generator.stop();
				}
			});
		}
		finally {
			this.estimate.loadEnds();
		}
	}

	private Progress.Phase phase(String part, String doing) {
		return new Progress.Phase(this.experiment, this.round, this.rounds, this.arm, part, doing, this.estimate.done(),
				this.estimate.left());
	}

}
