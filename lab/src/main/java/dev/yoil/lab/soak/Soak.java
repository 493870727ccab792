package dev.yoil.lab.soak;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

import dev.yoil.lab.LabException;
import dev.yoil.lab.experiment.Outcome;
import dev.yoil.lab.experiment.Progress;
import dev.yoil.lab.result.Answer;
import dev.yoil.lab.result.Answer.Table;
import dev.yoil.lab.result.Chart;
import dev.yoil.lab.result.Chart.Line;
import dev.yoil.lab.result.Chart.Lines;
import dev.yoil.lab.result.Chart.Point;
import dev.yoil.lab.result.Result;
import dev.yoil.lab.service.Instance;
import dev.yoil.lab.service.Service;
import dev.yoil.lab.service.ServiceSettings;
import dev.yoil.lab.service.ServiceSettings.Front;
import dev.yoil.lab.service.Services;
import dev.yoil.lab.soak.Check.Promise;
import dev.yoil.lab.soak.Latencies.Second;
import dev.yoil.lab.soak.Schedule.Planned;
import org.jspecify.annotations.Nullable;

/**
 * A soak: a service with visitors and faults, until its time is over or a promise is
 * broken.
 */
public final class Soak {

	/** The name on the command line. */
	public static final String NAME = "soak";

	/** The question that it answers. */
	public static final String QUESTION = "Does the service keep its promises for hours, under faults?";

	private static final int WEBTOONS = 315;

	private final Services services;

	private final Progress progress;

	private final Clock clock;

	private final Options options;

	private final CountDownLatch stop = new CountDownLatch(1);

	private volatile @Nullable String stopped;

	/**
	 * Creates a soak.
	 * @param services start the service
	 * @param options of the soak
	 */
	public Soak(Services services, Progress progress, Clock clock, Options options) {
		this.services = services;
		this.progress = progress;
		this.clock = clock;
		this.options = options;
	}

	/**
	 * Ends it early.
	 * @param reason one line
	 */
	public void stop(String reason) {
		this.stopped = reason;
		this.stop.countDown();
	}

	/**
	 * Runs it.
	 * @param folder for what leads to a violation
	 * @return the promises with the number of reads that have tested them
	 */
	public Outcome run(Path folder) {
		Instant began = this.clock.instant();
		progress("start", 0);
		try (Service service = this.services.start(this.options.settings())) {
			return run(service, new Check(), began, folder);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new LabException("interrupted", ex);
		}
	}

	private Outcome run(Service service, Check check, Instant began, Path folder) throws InterruptedException {
		service.instances().forEach(Instance::record);
		List<Planned> planned = (this.options.restarts() > 0) ? List.of() : Schedule.of(this.options.seed(),
				this.options.length(), this.options.kind().faults(), service.instances().size());
		planned.forEach((each) -> check.event("planned: " + each));
		Latencies latencies = new Latencies();
		long begin = System.nanoTime();
		Health health;
		int caused;
		int stalls;
		try (Faults faults = new Faults(service, check, this.options.kind())) {
			health = new Health(check, faults, begin);
			Client client = Client.first(service.address(), check, faults, latencies);
			try (Visitors visitors = new Visitors(check, client, service.administrator(), this.options.seed(),
					this.options.leisure())) {
				visitors.start();
				faults.run(planned, begin);
				Future<?> restarts = (this.options.restarts() > 0) ? faults.restart(this.options.restarts()) : null;
				watch(service, check, latencies, health, begin, restarts);
				caused = faults.count();
				stalls = faults.stalls();
				if (this.stopped != null) {
					check.end();
				}
				visitors.close();
				if (check.violation() == null && this.stopped == null) {
					visitors.judgeAtRest();
				}
			}
			if (check.violation() != null && isInterrupted()) {
				check.forgive();
			}
			if (check.violation() != null) {
				keep(service, check, folder);
			}
		}
		return outcome(check, latencies, health, planned, caused, stalls, began);
	}

	private void watch(Service service, Check check, Latencies latencies, Health health, long begin,
			@Nullable Future<?> restarts) throws InterruptedException {
		long seconds = this.options.length().toSeconds();
		for (long second = 1; this.stopped == null; second++) {
			if ((restarts != null) ? restarts.isDone() : second > seconds) {
				return;
			}
			long wait = begin + Duration.ofSeconds(second).toNanos() - System.nanoTime();
			if (check.awaitViolation(Math.max(0, Duration.ofNanos(wait).toMillis()))) {
				return;
			}
			latencies.tick(check.takeOld());
			if (second % 5 == 0) {
				progress("soak", (double) second / seconds);
				List<Instance> instances = service.instances();
				health.look(instances, (int) (second / 5) % instances.size());
			}
		}
	}

	/** Waits for a signal, because Ctrl-C also ends the instances, and perhaps first. */
	private boolean isInterrupted() throws InterruptedException {
		return this.stop.await(1, TimeUnit.SECONDS);
	}

	private void progress(String doing, double done) {
		Duration left = Duration.ofMillis((long) (this.options.length().toMillis() * (1 - done)));
		this.progress.begins(new Progress.Phase(NAME, 1, 1, this.options.kind().title(), "", doing, done, left));
	}

	private void keep(Service service, Check check, Path folder) {
		try {
			Files.createDirectories(folder);
			try (DirectoryStream<Path> before = Files.newDirectoryStream(folder)) {
				for (Path file : before) {
					Files.delete(file);
				}
			}
			List<String> lines = new ArrayList<>(
					List.of(String.valueOf(check.violation()), this.options.toString(), ""));
			lines.addAll(check.events());
			Files.write(folder.resolve("violation.txt"), lines);
		}
		catch (IOException ex) {
			throw new LabException("cannot write to " + folder + ": " + ex.getMessage(), ex);
		}
		service.dump(folder);
	}

	private Outcome outcome(Check check, Latencies latencies, Health health, List<Planned> planned, int caused,
			int stalls, Instant began) {
		String violation = check.violation();
		double took = Duration.between(began, this.clock.instant()).toMillis() / 1000.0;
		List<Second> seconds = latencies.seconds();
		long requests = seconds.stream().mapToLong(Second::answers).sum();
		String sentence = (violation != null) ? "Violation after %.0f s: %s".formatted(took, violation)
				: "No violation in %.0f minutes, with %,d requests and %d %s.".formatted(took / 60, requests, caused,
						(this.options.restarts() > 0) ? "restarts" : "faults");
		List<String> failures = new ArrayList<>();
		if (this.options.plant() == null && violation != null) {
			failures.add(violation);
		}
		if (this.options.plant() != null && violation == null) {
			failures.add("the planted fault was not found");
		}
		Answer answer = new Answer(sentence, List.of(
				"Seed %d, %s.".formatted(this.options.seed(), this.options.kind().title()),
				"Heap: after a collection. Threads: without Tomcat's workers.",
				"Processors busy with other work for 100 ms and more: %,d times. For 12 s after each, the log is not judged."
					.formatted(stalls)),
				planned.isEmpty() ? List.of(promises(check)) : List.of(promises(check), faults(planned)),
				charts(seconds, health));
		Result result = new Result(NAME, QUESTION, "full", began, took, this.services.machine("java.net.http"),
				"closed: readers, likers, a reviewer and an administrator, each with a pause after each request",
				List.of(), List.of(), answer, List.of(), this.stopped);
		return new Outcome(result, failures, null);
	}

	private static Table promises(Check check) {
		return new Table("Promises", List.of("promise", "tested by"),
				Arrays.stream(Promise.values())
					.filter((promise) -> check.count(promise) > 0)
					.map((promise) -> List.of(promise.toString(), "%,d".formatted(check.count(promise))))
					.toList());
	}

	private static Table faults(List<Planned> planned) {
		return new Table("Faults", List.of("fault", "begin, s", "duration, s", "instance"),
				planned.stream()
					.map((each) -> List.of(each.fault().name().toLowerCase(Locale.ROOT).replace('_', ' '),
							"%.1f".formatted(each.at() / 1e3), "%.1f".formatted(each.millis() / 1e3),
							String.valueOf(each.target() + 1)))
					.toList());
	}

	private static List<Chart> charts(List<Second> seconds, Health health) {
		List<Chart> charts = new ArrayList<>();
		charts.add(lines("Latency", "ms",
				List.of(line("median", seconds, Second::median), line("longest", seconds, Second::longest))));
		charts.add(lines("Requests", "1/s", List.of(line("answered", seconds, (second) -> (double) second.answers()),
				line("failed", seconds, (second) -> (double) second.failed()))));
		charts.add(lines("Freshness", "1/s", List
			.of(line("values older than the last acknowledged write", seconds, (second) -> (double) second.old()))));
		charts.add(lines("Live heap", "MB", List.of(new Line("all instances in turn", health.heap()))));
		charts.add(lines("Threads", "", List.of(new Line("all instances in turn", health.threads()))));
		return charts;
	}

	private static Chart lines(String title, String y, List<Line> lines) {
		return new Lines(title, "seconds", y, lines, true);
	}

	private static Line line(String name, List<Second> seconds, ToDoubleFunction<Second> value) {
		return new Line(name,
				IntStream.range(0, seconds.size())
					.mapToObj((at) -> new Point(at + 1, value.applyAsDouble(seconds.get(at))))
					.filter((point) -> Double.isFinite(point.y()))
					.toList());
	}

	/** The services that a soak runs on. */
	public enum Kind {

		/** An instance with H2. */
		ONE("one instance, H2, disk tiers", 1, Duration.ZERO, Front.NGINX),

		/** Two instances with PostgreSQL and Redis behind nginx. */
		TWO("two instances, PostgreSQL, Redis, nginx", 2, Duration.ofSeconds(2), Front.NGINX),

		/** Three instances with PostgreSQL and Redis behind nginx. */
		THREE("three instances, PostgreSQL, Redis, nginx", 3, Duration.ofSeconds(2), Front.NGINX),

		/** Three instances behind an edge cache of nginx. */
		EDGE("three instances, PostgreSQL, Redis, nginx as edge", 3, Duration.ofSeconds(2), Front.EDGE),

		/** Three instances behind an edge cache of Varnish. */
		VARNISH("three instances, PostgreSQL, Redis, Varnish as edge", 3, Duration.ofSeconds(2), Front.VARNISH);

		private final String title;

		private final int instances;

		private final Duration lease;

		private final Front front;

		Kind(String title, int instances, Duration lease, Front front) {
			this.title = title;
			this.instances = instances;
			this.lease = lease;
			this.front = front;
		}

		String title() {
			return this.title;
		}

		Duration lease() {
			return this.lease;
		}

		/**
		 * Returns whether an edge is purged, and other readers see each write at once.
		 */
		boolean isPurged() {
			return this.front != Front.NGINX;
		}

		List<Fault> faults() {
			return Arrays.stream(Fault.values()).filter((fault) -> fault.isPossible(this)).toList();
		}

		ServiceSettings settings(Map<String, String> properties) {
			return (this == ONE) ? new ServiceSettings(ServiceSettings.Database.H2, WEBTOONS, properties)
					: new ServiceSettings(ServiceSettings.Database.POSTGRESQL, WEBTOONS, properties, this.instances,
							this.front, true);
		}

	}

	/** Faults of {@code dev.yoil.lab.plant}. */
	public enum Plant {

		/** One body in a thousand lacks its last byte. */
		BODY,

		/** One eviction in a thousand is lost. */
		EVICTION,

		/** Each request leaves 100 bytes on the heap. */
		HEAP,

		/** One purge in a thousand does nothing. Needs an edge of nginx. */
		PURGE,

		/** Each load that fails leaves a thread. */
		THREADS,

		/** One acknowledged like in a thousand is rolled back. */
		WRITE

	}

	/**
	 * Options of a soak.
	 *
	 * @param length from the first visitor to the last
	 * @param seed the faults and the visitors follow from it
	 * @param restarts restart the instances that often, one after the other, instead of
	 * the faults and the length; 0 for none
	 * @param plant a fault in the service, to be found; null for none
	 */
	public record Options(Kind kind, Duration length, long seed, int restarts, @Nullable Plant plant) {

		/**
		 * {@return whether the services of the kind can have the planted fault}
		 */
		public boolean isPossible() {
			return (this.plant != Plant.PURGE || this.kind == Kind.EDGE)
					&& (this.plant != Plant.THREADS || this.kind != Kind.ONE);
		}

		/**
		 * Returns what multiplies the pauses of the visitors: hours are for what needs
		 * time, minutes for what needs many requests.
		 */
		int leisure() {
			return (this.length.compareTo(Duration.ofMinutes(15)) > 0) ? 6 : 1;
		}

		ServiceSettings settings() {
			Map<String, String> properties = new LinkedHashMap<>();
			// All visitors have the same address.
			properties.put("yoil.visitor-writes.limit", "1000000");
			properties.put("yoil.ehcache.config", ServiceSettings.EHCACHE_SOAK);
			properties.put("yoil.ehcache.reload", "auto");
			// A heap that the soak has collected, on busy processors, is no fault of the
			// edge.
			properties.put("yoil.ehcache.edge.timeout", "2s");
			if (this.kind != Kind.ONE) {
				properties.put("yoil.shutdown-delay", "3s");
			}
			properties.put(ServiceSettings.SMALL, "true");
			properties.put(ServiceSettings.CLOCK, "true");
			if (this.plant != null) {
				properties.put(ServiceSettings.PLANT, this.plant.name().toLowerCase(Locale.ROOT));
			}
			return this.kind.settings(properties);
		}

	}

}
