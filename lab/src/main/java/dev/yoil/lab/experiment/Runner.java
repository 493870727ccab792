package dev.yoil.lab.experiment;

import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;

import dev.yoil.lab.LabException;
import dev.yoil.lab.load.LoadGenerator;
import dev.yoil.lab.result.Answer;
import dev.yoil.lab.result.Machine;
import dev.yoil.lab.result.Result;
import dev.yoil.lab.result.Run;
import dev.yoil.lab.service.Service;
import dev.yoil.lab.service.Services;
import org.jspecify.annotations.Nullable;

/**
 * Runs experiments: in each round all cells, in every second round in the reverse order,
 * so that what changes with time changes all arms alike. What was measured is never lost:
 * not when a service ends in mid-run, nor when the experiment is broken off. One
 * experiment at a time; {@link #stop} may be called by any thread.
 */
public final class Runner {

	private static final String NOT_OVER = "it was not over yet";

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
	 * @param generatorName what made it, with its version
	 * @param progress is told how far it is
	 * @param clock what time it is
	 */
	public Runner(Services services, LoadGenerator generator, String generatorName, Progress progress, Clock clock) {
		this.services = services;
		this.generator = generator;
		this.generatorName = generatorName;
		this.progress = progress;
		this.clock = clock;
	}

	/**
	 * Runs an experiment, or as much of it as can be run.
	 * @param experiment what to run
	 * @param full as it was published, else quickly
	 * @param rounds how often; null for as often as its plan says
	 * @return what was measured until it was over, could not go on, or was stopped
	 * @throws LabException if nothing is known of the machine
	 */
	public Outcome run(Experiment experiment, boolean full, @Nullable Integer rounds) {
		return run(experiment, full, rounds, null, (result) -> {
		});
	}

	/**
	 * Runs what is left of an experiment. What ended early is measured again; a load
	 * without a warm-up of its own only together with the loads before it.
	 * @param experiment what to run
	 * @param full as it was published, else quickly
	 * @param rounds how often; null for as often as its plan says
	 * @param before what was measured before; null for nothing
	 * @param kept is told what was measured until then, each time that a cell is over
	 * @return what was measured before and now
	 * @throws LabException if nothing is known of the machine, or what was measured
	 * before was so of another commit, JVM or machine
	 */
	public Outcome run(Experiment experiment, boolean full, @Nullable Integer rounds, @Nullable Result before,
			Consumer<Result> kept) {
		Plan planned = experiment.plan(full);
		Plan plan = (rounds != null) ? new Plan(rounds, planned.cells(), planned.model()) : planned;
		Machine machine = this.services.machine(this.generatorName);
		Undertaking undertaking = new Undertaking(experiment, plan, full, machine, this.clock.instant(), before);
		undertaking.checkBefore();
		Measurements measurements = new Measurements(experiment.name(), plan, this.generator, this.progress, this.clock,
				() -> this.stopped);
		RuntimeException cause = null;
		try {
			measure(plan, measurements, new Done((before != null) ? before.runs() : List.of()),
					() -> kept.accept(outcome(undertaking, measurements, null, NOT_OVER).result()));
		}
		catch (RuntimeException ex) {
			cause = ex;
		}
		String broken = this.stopped;
		if (broken == null && cause != null) {
			broken = line(cause);
		}
		return outcome(undertaking, measurements, cause, broken);
	}

	private Outcome outcome(Undertaking undertaking, Measurements measurements, @Nullable RuntimeException why,
			@Nullable String broken) {
		RuntimeException cause = why;
		Plan plan = undertaking.plan();
		Answer answer = null;
		List<Run> runs = measurements.runs();
		List<String> failures = new ArrayList<>(measurements.failures());
		Limits limits = new Limits(undertaking.machine().processors());
		Warnings known = new Warnings(runs, limits);
		if (!runs.isEmpty()) {
			try {
				Answer said = undertaking.experiment().answer(plan, runs);
				answer = new Answer(
						(undertaking.full() ? "" : known.reservation()) + said.sentence() + limits.sentence(plan, runs),
						said.notes(), said.tables(), said.charts());
			}
			catch (RuntimeException ex) {
				failures.add("what was measured has no answer: " + line(ex));
				cause = (cause != null) ? cause : ex;
			}
		}
		List<String> warnings = new ArrayList<>(failures);
		warnings.addAll(measurements.faults());
		warnings.addAll(known.lines());
		return new Outcome(undertaking.result(this.clock.instant(), runs, answer, warnings, broken),
				List.copyOf(failures), cause);
	}

	/**
	 * Shows what was measured elsewhere: no service is started.
	 * @param tabled what to show
	 * @param checkout the repository's root
	 * @param full whether to say how to measure it again
	 * @return its answer, or why there is none
	 * @throws LabException if nothing is known of the machine
	 */
	public Outcome show(Tabled tabled, Path checkout, boolean full) {
		Instant began = this.clock.instant();
		Machine machine = this.services.machine(this.generatorName);
		Answer answer = null;
		RuntimeException cause = null;
		try {
			checkStopped();
			answer = tabled.answer(checkout, full);
		}
		catch (RuntimeException ex) {
			cause = ex;
		}
		double took = Duration.between(began, this.clock.instant()).toMillis() / 1000.0;
		Result result = new Result(tabled.name(), tabled.question(), full ? "full" : "quick", began, took, machine,
				"none; this was measured before, by something else of the checkout", List.of(), List.of(), answer,
				List.of(), (cause != null) ? line(cause) : null);
		return new Outcome(result, List.of(), cause);
	}

	/**
	 * Breaks off what is running, and whatever is to be run later. What was measured is
	 * kept.
	 * @param reason why, in a line
	 */
	public void stop(String reason) {
		this.stopped = reason;
		this.generator.stop();
		if (this.starting) {
			this.services.close();
		}
	}

	private void measure(Plan plan, Measurements measurements, Done done, Runnable kept) {
		for (int round = 1; round <= plan.rounds(); round++) {
			List<Plan.Cell> cells = new ArrayList<>(plan.cells());
			if (round % 2 == 0) {
				Collections.reverse(cells);
			}
			for (Plan.Cell cell : cells) {
				checkStopped();
				List<Plan.Part> left = done.left(cell, round);
				measurements.keeps(done.kept(cell, round));
				if (left.isEmpty()) {
					measurements.skips(cell);
					continue;
				}
				measurements.begins(cell, round);
				try (Service service = start(cell)) {
					measurements.started();
					parts(left, service, measurements);
				}
				kept.run();
			}
		}
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
		return (ex instanceof LabException) ? text
				: "a fault of the lab: " + ex.getClass().getSimpleName() + ": " + text;
	}

}
