package dev.yoil.lab.experiment;

import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

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
		Instant began = this.clock.instant();
		Plan planned = experiment.plan(full);
		Plan plan = (rounds != null) ? new Plan(rounds, planned.cells(), planned.model()) : planned;
		Machine machine = this.services.machine(this.generatorName);
		Measurements measurements = new Measurements(experiment.name(), plan, this.generator, this.progress, this.clock,
				() -> this.stopped);
		RuntimeException cause = null;
		Answer answer = null;
		try {
			measure(plan, measurements);
		}
		catch (RuntimeException ex) {
			cause = ex;
		}
		String broken = this.stopped;
		if (broken == null && cause != null) {
			broken = line(cause);
		}
		List<Run> runs = measurements.runs();
		List<String> failures = new ArrayList<>(measurements.failures());
		if (!runs.isEmpty()) {
			try {
				answer = experiment.answer(plan, runs);
			}
			catch (RuntimeException ex) {
				failures.add("what was measured has no answer: " + line(ex));
				cause = (cause != null) ? cause : ex;
			}
		}
		Limits limits = new Limits(machine.processors());
		Warnings known = new Warnings(runs, limits);
		if (answer != null) {
			answer = new Answer((full ? "" : known.reservation()) + answer.sentence() + limits.sentence(plan, runs),
					answer.notes(), answer.tables(), answer.charts());
		}
		List<String> warnings = new ArrayList<>(failures);
		warnings.addAll(measurements.faults());
		warnings.addAll(known.lines());
		double took = Duration.between(began, this.clock.instant()).toMillis() / 1000.0;
		Result result = new Result(experiment.name(), experiment.question(), full ? "full" : "quick", began, took,
				machine, plan.model(), plan.cells().stream().map(Plan.Cell::arm).toList(), runs, answer, warnings,
				broken);
		return new Outcome(result, List.copyOf(failures), cause);
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

	private void measure(Plan plan, Measurements measurements) {
		for (int round = 1; round <= plan.rounds(); round++) {
			List<Plan.Cell> cells = new ArrayList<>(plan.cells());
			if (round % 2 == 0) {
				Collections.reverse(cells);
			}
			for (Plan.Cell cell : cells) {
				checkStopped();
				measurements.begins(cell, round);
				try (Service service = start(cell)) {
					measurements.started();
					parts(cell, service, measurements);
				}
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

	private void parts(Plan.Cell cell, Service service, Measurements measurements) {
		for (Plan.Part part : cell.parts()) {
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
