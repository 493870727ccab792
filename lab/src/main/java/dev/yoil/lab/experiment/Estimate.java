package dev.yoil.lab.experiment;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;

import dev.yoil.lab.load.Load;

/**
 * How long an experiment still takes: its loads as long as they are planned, starts of
 * the service as long as those that were seen. Thread-safe.
 */
final class Estimate {

	private static final Duration FIRST_GUESS = Duration.ofSeconds(8);

	private final Clock clock;

	private final Instant began;

	private Duration later = Duration.ZERO;

	private Duration cell = Duration.ZERO;

	private Duration load = Duration.ZERO;

	private Instant loadBegan;

	private int startsLeft;

	private int starts;

	private Duration started = Duration.ZERO;

	Estimate(Plan plan, Clock clock) {
		this.clock = clock;
		this.began = clock.instant();
		this.loadBegan = this.began;
		for (Plan.Cell each : plan.cells()) {
			this.later = this.later.plus(loads(each).multipliedBy(plan.rounds()));
		}
		this.startsLeft = plan.rounds() * plan.cells().size();
	}

	synchronized void cellBegins(Plan.Cell next) {
		this.cell = loads(next);
		this.later = this.later.minus(this.cell);
		this.load = Duration.ZERO;
	}

	synchronized void skips(Plan.Cell next) {
		this.later = this.later.minus(loads(next));
		this.startsLeft--;
	}

	synchronized void started(Duration took) {
		this.started = this.started.plus(took);
		this.starts++;
		this.startsLeft--;
	}

	synchronized void loadBegins(Load next) {
		this.load = next.duration();
		this.cell = this.cell.minus(this.load);
		this.loadBegan = this.clock.instant();
	}

	synchronized void loadEnds() {
		this.load = Duration.ZERO;
	}

	synchronized Duration left() {
		Duration running = this.load.minus(Duration.between(this.loadBegan, this.clock.instant()));
		Duration start = (this.starts > 0) ? this.started.dividedBy(this.starts) : FIRST_GUESS;
		return this.later.plus(this.cell)
			.plus(running.isNegative() ? Duration.ZERO : running)
			.plus(start.multipliedBy(this.startsLeft));
	}

	double done() {
		double spent = Duration.between(this.began, this.clock.instant()).toMillis();
		double left = left().toMillis();
		return (spent + left > 0) ? spent / (spent + left) : 1;
	}

	private static Duration loads(Plan.Cell cell) {
		Duration sum = Duration.ZERO;
		for (Plan.Part part : cell.parts()) {
			Load warmUp = part.warmUp();
			sum = sum.plus(part.load().duration()).plus((warmUp != null) ? warmUp.duration() : Duration.ZERO);
		}
		return sum;
	}

}
