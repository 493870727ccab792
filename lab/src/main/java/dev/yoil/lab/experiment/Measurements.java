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
import dev.yoil.lab.result.LoadResult;
import dev.yoil.lab.result.Run;
import dev.yoil.lab.result.Second;
import dev.yoil.lab.result.WarmUp;
import dev.yoil.lab.service.Service;
import org.jspecify.annotations.Nullable;

/**
 * Measures the cells of one experiment one after the other, and collects the runs.
 */
final class Measurements {

	/** A status that no overload should cause. */
	private static final String FAULT = "500";

	/** Estimated time to start a service. */
	private static final Duration START = Duration.ofSeconds(8);

	private final String experiment;

	private final int rounds;

	private final LoadGenerator generator;

	private final Progress progress;

	private final Clock clock;

	private final Supplier<@Nullable String> stopped;

	private final List<Run> runs = new ArrayList<>();

	private final List<String> failures = new ArrayList<>();

	private final List<String> faults = new ArrayList<>();

	private final Duration total;

	private Duration later;

	private Instant cellEnds;

	private String arm = "";

	private int round = 1;

	/**
	 * Creates the measurements.
	 * @param stopped the reason to measure nothing more; null for none
	 */
	Measurements(String experiment, Plan plan, LoadGenerator generator, Progress progress, Clock clock,
			Supplier<@Nullable String> stopped) {
		this.experiment = experiment;
		this.rounds = plan.rounds();
		this.generator = generator;
		this.progress = progress;
		this.clock = clock;
		this.stopped = stopped;
		Duration round = plan.cells()
			.stream()
			.map((cell) -> cell.duration().plus(START))
			.reduce(Duration.ZERO, Duration::plus);
		this.total = round.multipliedBy(plan.rounds());
		this.later = this.total;
		this.cellEnds = clock.instant();
	}

	List<Run> runs() {
		return List.copyOf(this.runs);
	}

	/** Returns lines on faults of the service itself. */
	List<String> faults() {
		return List.copyOf(this.faults);
	}

	List<String> failures() {
		return List.copyOf(this.failures);
	}

	/** Adds runs that were measured before. */
	void add(List<Run> before) {
		this.runs.addAll(before);
	}

	void skip(Plan.Cell cell) {
		this.later = this.later.minus(cell.duration().plus(START));
	}

	/** Begins a cell, before its service starts. */
	void begin(Plan.Cell cell, int inRound) {
		this.arm = cell.arm().name();
		this.round = inRound;
		skip(cell);
		this.cellEnds = this.clock.instant().plus(cell.duration()).plus(START);
		this.progress.begins(phase("", "starting"));
	}

	/**
	 * Measures a part of the cell.
	 * @return whether the service still runs
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
		// An interrupt may reach the service too, and is no failure of it.
		if (died != null && this.stopped.get() == null) {
			this.failures
				.add("the service ended in " + Warnings.where(this.arm, part.name(), this.round) + ": " + died);
		}
		return died == null;
	}

	private WarmUp warm(Service service, String part, Load load) {
		Level level = new Level(load);
		LoadResult result = generate(service, load, phase(part, "warm-up"), (second) -> {
			level.add(second);
			if (level.isReached()) {
				this.generator.stop();
			}
		});
		return level.warmUp(result.took());
	}

	private void load(Service service, Plan.Part part, @Nullable WarmUp warmUp) {
		service.watch();
		Actions actions = new Actions(service, part.actions(), this.clock);
		LoadResult load;
		try (actions) {
			load = generate(service, part.load(), phase(part.name(), "load"), actions::second);
		}
		String where = Warnings.where(this.arm, part.name(), this.round);
		Progress.Phase counting = phase(part.name(), "counting");
		this.progress.begins(counting);
		Run run = new Run(this.arm, part.name(), this.round, actions.began(), load, actions.ofLoad(service.watched()),
				service.counted(), actions.events(), ended(service), warmUp, actions.applied());
		if (run.ended() == null) {
			actions.problems().forEach((problem) -> this.failures.add("in " + where + ", " + problem));
		}
		Long faults = load.total().errors().get(FAULT);
		if (faults != null) {
			this.faults.add("The service had a fault in %s: %d answers with status %s. Its log: %s".formatted(where,
					faults, FAULT, service.lastWords()));
		}
		if (load.sent() > 0) {
			this.runs.add(run);
			this.progress.ran(counting, run);
		}
	}

	private @Nullable String ended(Service service) {
		String died = service.died();
		String reason = this.stopped.get();
		return (reason != null) ? reason : died;
	}

	private LoadResult generate(Service service, Load load, Progress.Phase phase, Consumer<Second> listener) {
		this.progress.begins(phase);
		return this.generator.run(load, service.address(), (second) -> {
			listener.accept(second);
			this.progress.second(phase(phase.part(), phase.doing()), second);
			// A stop that came before the generator began would be lost.
			if (ended(service) != null) {
				this.generator.stop();
			}
		});
	}

	private Progress.Phase phase(String part, String doing) {
		Duration cell = Duration.between(this.clock.instant(), this.cellEnds);
		Duration left = this.later.plus(cell.isNegative() ? Duration.ZERO : cell);
		double done = this.total.isZero() ? 1 : 1 - (double) left.toMillis() / this.total.toMillis();
		return new Progress.Phase(this.experiment, this.round, this.rounds, this.arm, part, doing, Math.max(0, done),
				left);
	}

}
