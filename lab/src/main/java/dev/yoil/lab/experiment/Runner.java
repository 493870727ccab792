package dev.yoil.lab.experiment;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;

import dev.yoil.lab.LabException;
import dev.yoil.lab.cluster.ClusterLevel;
import dev.yoil.lab.cluster.ClusterMeasurement;
import dev.yoil.lab.load.LoadGenerator;
import dev.yoil.lab.result.Answer;
import dev.yoil.lab.result.Machine;
import dev.yoil.lab.result.Result;
import dev.yoil.lab.result.Run;
import dev.yoil.lab.service.Database;
import dev.yoil.lab.service.Service;
import dev.yoil.lab.service.Services;
import org.jspecify.annotations.Nullable;

/**
 * Runs experiments: in each round all cells, in every second round in reverse order, so
 * that a drift of the machine affects all arms alike. Measurements are kept when a
 * service ends and when the experiment is broken off. Runs one experiment at a time;
 * {@link #stop} may be called by any thread.
 */
public final class Runner {

	private static final String NOT_OVER = "it was not over yet";

	private static final String INDICATIVE = "Indicative: ";

	private final Services services;

	private final LoadGenerator generator;

	private final String generatorName;

	private final Progress progress;

	private final Clock clock;

	private volatile @Nullable String stopped;

	private volatile boolean starting;

	/**
	 * Creates a runner, which closes neither services nor generator.
	 * @param services starts the service
	 * @param generator makes the load
	 * @param generatorName the name of the generator, with its version
	 * @param progress a listener
	 * @param clock the time
	 */
	public Runner(Services services, LoadGenerator generator, String generatorName, Progress progress, Clock clock) {
		this.services = services;
		this.generator = generator;
		this.generatorName = generatorName;
		this.progress = progress;
		this.clock = clock;
	}

	/**
	 * Runs an experiment, or the rest of one. Runs that ended early are measured again; a
	 * load without a warm-up only together with the loads before it.
	 * @param experiment the experiment
	 * @param full true for the loads as published, false for a quick run
	 * @param rounds how often; null for as often as planned
	 * @param before the result to complete; null for none
	 * @param kept receives the result so far after each cell
	 * @return all measurements, also if it was broken off
	 * @throws LabException if the result to complete is of another experiment, commit,
	 * JVM or machine
	 */
	public Outcome run(Experiment experiment, boolean full, @Nullable Integer rounds, @Nullable Result before,
			Consumer<Result> kept) {
		Plan planned = experiment.plan(full);
		Plan plan = (rounds != null) ? new Plan(rounds, planned.cells(), planned.model()) : planned;
		Result empty = begin(experiment, plan, full, before);
		Measurements measurements = new Measurements(experiment.name(), plan, this.generator, this.progress, this.clock,
				() -> this.stopped);
		Instant began = this.clock.instant();
		RuntimeException cause = null;
		try {
			measure(plan, measurements, (before != null) ? before.runs() : List.of(),
					() -> kept.accept(outcome(experiment, plan, empty, began, measurements, null, NOT_OVER).result()));
		}
		catch (RuntimeException ex) {
			cause = ex;
		}
		String broken = this.stopped;
		if (broken == null && cause != null) {
			broken = line(cause);
		}
		return outcome(experiment, plan, empty, began, measurements, cause, broken);
	}

	private Result begin(Experiment experiment, Plan plan, boolean full, @Nullable Result before) {
		Machine machine = this.services.machine(this.generatorName);
		String mode = full ? "full" : "quick";
		if (before != null && !(before.experiment().equals(experiment.name()) && before.mode().equals(mode)
				&& before.model().equals(plan.model()) && before.machine().equals(machine))) {
			throw new LabException("cannot resume %s, %s, of %s: this is %s, %s, of %s".formatted(before.experiment(),
					before.mode(), before.machine(), experiment.name(), mode, machine));
		}
		return new Result(experiment.name(), experiment.question(), mode,
				(before != null) ? before.started() : this.clock.instant(), (before != null) ? before.took() : 0,
				machine, plan.model(), plan.arms(), List.of(), null, List.of(), null);
	}

	private Outcome outcome(Experiment experiment, Plan plan, Result empty, Instant began, Measurements measurements,
			@Nullable RuntimeException why, @Nullable String broken) {
		RuntimeException cause = why;
		Answer answer = null;
		List<Run> runs = measurements.runs();
		List<String> failures = new ArrayList<>(measurements.failures());
		Limits limits = new Limits(empty.machine().processors());
		List<String> warnings = new ArrayList<>();
		if (!runs.isEmpty()) {
			try {
				Answer given = experiment.answer(plan, runs);
				List<String> notes = new ArrayList<>(given.notes());
				limits.line(plan, runs).ifPresent(notes::add);
				String headline = empty.mode().equals("quick") ? INDICATIVE + given.sentence() : given.sentence();
				answer = new Answer(headline, notes, given.tables(), given.charts());
			}
			catch (RuntimeException ex) {
				failures.add("no answer: " + line(ex));
				cause = (cause != null) ? cause : ex;
			}
			warnings.addAll(Warnings.of(plan, runs, limits));
		}
		warnings.addAll(0, measurements.faults());
		warnings.addAll(0, failures);
		double took = Duration.between(began, this.clock.instant()).toMillis() / 1000.0;
		Result result = new Result(empty.experiment(), empty.question(), empty.mode(), empty.started(),
				empty.took() + took, empty.machine(), empty.model(), empty.arms(), runs, answer, warnings, broken);
		return new Outcome(result, List.copyOf(failures), cause);
	}

	/**
	 * Measures simulated instances, in one round.
	 * @param simulated the experiment
	 * @param full true for all levels at their full duration
	 * @return all measurements, also if it was broken off
	 */
	public Outcome simulate(Simulated simulated, boolean full) {
		Machine machine = this.services.machine(this.generatorName);
		Instant began = this.clock.instant();
		List<ClusterLevel> levels = simulated.levels().apply(full);
		List<ClusterMeasurement> measured = new ArrayList<>();
		RuntimeException cause = null;
		try {
			for (ClusterLevel level : levels) {
				checkStopped();
				this.progress.begins(phase(simulated, levels, measured.size()));
				try (Database database = this.services.startDatabase()) {
					measured.add(simulated.measuring().apply(level, database));
				}
			}
		}
		catch (RuntimeException ex) {
			cause = ex;
		}
		Answer answer = null;
		if (!measured.isEmpty()) {
			Answer given = simulated.answering().apply(measured);
			answer = new Answer(full ? given.sentence() : INDICATIVE + given.sentence(), given.notes(), given.tables(),
					given.charts());
		}
		String reason = this.stopped;
		double took = Duration.between(began, this.clock.instant()).toMillis() / 1000.0;
		Result result = new Result(simulated.name(), simulated.question(), full ? "full" : "quick", began, took,
				machine, simulated.model(), List.of(), List.of(), answer, List.of(),
				(reason != null || cause == null) ? reason : line(cause));
		return new Outcome(result, List.of(), cause);
	}

	private static Progress.Phase phase(Simulated simulated, List<ClusterLevel> levels, int done) {
		ClusterLevel level = levels.get(done);
		Duration left = Duration.ZERO;
		for (ClusterLevel each : levels.subList(done, levels.size())) {
			left = left.plus(each.warmUp()).plus(each.duration());
		}
		return new Progress.Phase(simulated.name(), 1, 1, Scale.arm(level), level.instances() + " instances", "load",
				(double) done / levels.size(), left);
	}

	/**
	 * Breaks off the current experiment and all later ones. Measurements are kept.
	 * @param reason one line
	 */
	public void stop(String reason) {
		this.stopped = reason;
		this.generator.stop();
		if (this.starting) {
			this.services.close();
		}
	}

	private void measure(Plan plan, Measurements measurements, List<Run> before, Runnable kept) {
		for (int round = 1; round <= plan.rounds(); round++) {
			List<Plan.Cell> cells = new ArrayList<>(plan.cells());
			if (round % 2 == 0) {
				Collections.reverse(cells);
			}
			for (Plan.Cell cell : cells) {
				checkStopped();
				List<Run> complete = complete(before, cell, round);
				List<Plan.Part> left = left(cell, complete);
				measurements.add(complete.stream()
					.filter((run) -> left.stream().noneMatch((part) -> part.name().equals(run.part())))
					.toList());
				if (left.isEmpty()) {
					measurements.skip(cell);
					continue;
				}
				measurements.begin(cell, round);
				try (Service service = start(cell)) {
					parts(left, service, measurements);
				}
				kept.run();
			}
		}
	}

	private static List<Run> complete(List<Run> before, Plan.Cell cell, int round) {
		return before.stream()
			.filter((run) -> run.arm().equals(cell.arm().name()) && run.round() == round && run.ended() == null)
			.toList();
	}

	/** Returns the missing parts; all parts if the first missing one would be cold. */
	private static List<Plan.Part> left(Plan.Cell cell, List<Run> complete) {
		List<Plan.Part> missing = cell.parts()
			.stream()
			.filter((part) -> complete.stream().noneMatch((run) -> run.part().equals(part.name())))
			.toList();
		return (missing.isEmpty() || missing.get(0).warmUp() != null) ? missing : cell.parts();
	}

	private Service start(Plan.Cell cell) {
		this.starting = true;
		try {
			checkStopped();
			return this.services.start(cell.settings());
		}
		finally {
			this.starting = false;
		}
	}

	private void parts(List<Plan.Part> parts, Service service, Measurements measurements) {
		for (Plan.Part part : parts) {
			checkStopped();
			if (!measurements.measure(service, part)) {
				return;
			}
		}
	}

	private void checkStopped() {
		String reason = this.stopped;
		if (reason != null) {
			throw new LabException(reason);
		}
	}

	private static String line(RuntimeException ex) {
		String text = String.valueOf(ex.getMessage()).lines().findFirst().orElse("");
		return (ex instanceof LabException) ? text : "error in the lab: " + ex.getClass().getSimpleName() + ": " + text;
	}

}
