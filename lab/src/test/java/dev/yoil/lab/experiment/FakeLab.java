package dev.yoil.lab.experiment;

import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.IntToLongFunction;

import dev.yoil.lab.LabException;
import dev.yoil.lab.load.Load;
import dev.yoil.lab.load.LoadGenerator;
import dev.yoil.lab.result.Answer;
import dev.yoil.lab.result.AppliedFinding;
import dev.yoil.lab.result.Arm;
import dev.yoil.lab.result.Chart;
import dev.yoil.lab.result.Counted;
import dev.yoil.lab.result.Latency;
import dev.yoil.lab.result.LoadResult;
import dev.yoil.lab.result.Machine;
import dev.yoil.lab.result.Sample;
import dev.yoil.lab.result.Second;
import dev.yoil.lab.result.Series;
import dev.yoil.lab.service.Database;
import dev.yoil.lab.service.Instance;
import dev.yoil.lab.service.PageChange;
import dev.yoil.lab.service.Service;
import dev.yoil.lab.service.ServiceSettings;
import dev.yoil.lab.service.Services;
import org.jspecify.annotations.Nullable;

/**
 * Services and a load generator that only note what they are told, in one list; loads
 * take no time unless they are to wait.
 */
public final class FakeLab implements Services, LoadGenerator {

	/** What happened, in order. */
	public final List<String> journal = Collections.synchronizedList(new ArrayList<>());

	/** Done when a load that waits has begun. */
	public Runnable begun = () -> {
	};

	private final CountDownLatch stopped = new CountDownLatch(1);

	private final CountDownLatch resumed = new CountDownLatch(1);

	/** Number of the load, from 1, that goes on until it is stopped. */
	public int waitsIn;

	/** Number of the load, from 1, in which the service ends. */
	public int diesIn;

	/** Name of the arm whose service cannot be started. */
	public String missing = "";

	boolean waitsForDatabase;

	boolean hasNoDatabase;

	boolean unseen;

	boolean staysAway;

	boolean hasNoFinding;

	long sent = 100;

	long inFlight;

	Map<String, Long> errors = Map.of();

	long counted = 100;

	long drops;

	double serviceCpu = 1;

	double generatorCpu = 0.5;

	/** Requests in each second of a warm-up. */
	IntToLongFunction warmUpRate = (second) -> 100;

	private int loads;

	private volatile boolean ended;

	private volatile @Nullable String died;

	/** An experiment of two arms, "off" and "on", with the same loads. */
	public static Experiment experiment(String name, int rounds, Plan.Part... parts) {
		List<Plan.Cell> cells = new ArrayList<>();
		for (String arm : List.of("off", "on")) {
			Map<String, String> settings = Map.of("arm", arm);
			cells.add(new Plan.Cell(new Arm(arm, arm, settings),
					new ServiceSettings(ServiceSettings.Database.H2, 10, settings), List.of(parts)));
		}
		return new Experiment(name, "What does " + name + " do?",
				(full) -> new Plan(full ? 3 * rounds : rounds, cells, "No load."),
				(plan, runs) -> new Answer(runs.size() + " loads were measured.", List.of("A note."),
						List.of(new Answer.Table("Both", List.of("Arm", "TPS"), List.of(List.of("off", "1.0")))),
						List.of(new Chart.Bars("Good answers", "req/s", List.of("off", "on"),
								List.of(new Chart.Bar("good", List.of(100.0, 500.0))), false))));
	}

	/** A load that is measured, without more. */
	public static Plan.Part part(String name, Plan.Action... actions) {
		return new Plan.Part(name, null, load("load"), List.of(actions));
	}

	static Load load(String name) {
		return new Load(Load.Model.LOOP, List.of(new Load.Stage(1, Duration.ZERO, Duration.ofSeconds(1))),
				List.of(new Load.Target(name, List.of("/"))), Duration.ofSeconds(1), Duration.ofSeconds(1), 1);
	}

	@Override
	public Service start(ServiceSettings settings) {
		String arm = settings.properties().getOrDefault("arm", "");
		this.journal.add("start " + arm);
		if (arm.equals(this.missing)) {
			throw new LabException("port 1 is in use: give another with --port");
		}
		this.died = null;
		return new FakeService();
	}

	@Override
	public Database startDatabase() {
		this.journal.add("start database");
		return new FakeDatabase();
	}

	@Override
	public Machine machine(String generator) {
		return new Machine("abacus", 2, 1024, "none", "17", "unknown", generator);
	}

	@Override
	public void close() {
		this.journal.add("end all");
	}

	@Override
	public LoadResult run(Load load, URI service, Consumer<Second> listener) {
		String name = load.targets().get(0).name();
		this.journal.add(name);
		if (name.equals("load")) {
			this.loads++;
			if (this.loads == this.diesIn) {
				this.died = "status 137";
			}
		}
		if (name.equals("warm-up")) {
			return warmUp(load, listener);
		}
		Second second = new Second(0, 1, this.sent - this.inFlight, new TreeMap<>(this.errors), Latency.NONE);
		listener.accept(second);
		if (name.equals("load") && this.loads == this.waitsIn) {
			this.begun.run();
			await(this.stopped);
		}
		if (this.waitsForDatabase) {
			await(this.resumed);
		}
		return new LoadResult(List.of(second), second, Map.of(), 1, this.sent, this.inFlight, this.generatorCpu);
	}

	private LoadResult warmUp(Load load, Consumer<Second> listener) {
		this.ended = false;
		List<Second> seconds = new ArrayList<>();
		while (!this.ended && seconds.size() < load.duration().toSeconds()) {
			int at = seconds.size();
			seconds.add(new Second(at, 1, this.warmUpRate.applyAsLong(at), Map.of(), Latency.NONE));
			listener.accept(seconds.get(at));
		}
		return new LoadResult(seconds, seconds.get(0), Map.of(), seconds.size(), 0, 0, 0);
	}

	@Override
	public void stop() {
		this.ended = true;
		this.journal.add("stop load");
		this.stopped.countDown();
	}

	private static void await(CountDownLatch latch) {
		try {
			if (!latch.await(10, TimeUnit.SECONDS)) {
				throw new IllegalStateException("nothing happened");
			}
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	private final class FakeDatabase implements Database {

		@Override
		public Map<String, String> properties() {
			return Map.of();
		}

		@Override
		public OptionalDouble cpu() {
			return OptionalDouble.empty();
		}

		@Override
		public void stop() {
			FakeLab.this.journal.add("stop database");
		}

		@Override
		public void resume() {
			FakeLab.this.journal.add("resume database");
		}

		@Override
		public void close() {
			FakeLab.this.journal.add("end database");
		}

	}

	private final class FakeService implements Service {

		@Override
		public URI address() {
			return URI.create("http://127.0.0.1:1");
		}

		@Override
		public void watch() {
			FakeLab.this.journal.add("watch");
		}

		@Override
		public List<Sample> watched() {
			FakeLab.this.journal.add("watched");
			return List.of(new Sample(1, Map.of(Series.CPU_SERVICE, FakeLab.this.serviceCpu, Series.CPU_GENERATOR,
					FakeLab.this.generatorCpu)));
		}

		@Override
		public @Nullable Counted counted() {
			return (died() != null) ? null
					: new Counted(FakeLab.this.counted, 0, Double.NaN, Double.NaN, 0, FakeLab.this.drops, 0, 0);
		}

		@Override
		public void clearCaches() {
			FakeLab.this.journal.add("clear");
		}

		@Override
		public void stopDatabase() {
			if (FakeLab.this.hasNoDatabase) {
				throw new IllegalStateException("H2 cannot be stopped");
			}
			FakeLab.this.journal.add("stop database");
		}

		@Override
		public void resumeDatabase() {
			FakeLab.this.journal.add("resume database");
			FakeLab.this.resumed.countDown();
		}

		@Override
		public List<Instance> instances() {
			return List.of();
		}

		@Override
		public String administrator() {
			return "";
		}

		@Override
		public boolean stopRedis() {
			FakeLab.this.journal.add("stop Redis");
			return true;
		}

		@Override
		public boolean resumeRedis() {
			FakeLab.this.journal.add("resume Redis");
			return true;
		}

		@Override
		public void change() {
			FakeLab.this.journal.add("change");
			if (FakeLab.this.unseen) {
				throw new LabException("the author of a change saw the state before it");
			}
		}

		@Override
		public PageChange changePage() {
			return new PageChange(false, true, "Likes.like", true);
		}

		@Override
		public void restartInstance() {
			FakeLab.this.journal.add("restart");
		}

		@Override
		public void restartUnderLoad(boolean kill) {
			FakeLab.this.journal.add(kill ? "kill" : "terminate");
			if (FakeLab.this.staysAway) {
				throw new LabException("the instance does not start again");
			}
		}

		@Override
		public AppliedFinding applyFinding() {
			FakeLab.this.journal.add("apply finding");
			if (FakeLab.this.hasNoFinding) {
				throw new LabException("No finding suggests a larger capacity");
			}
			return new AppliedFinding("ehcache.xml:1", "1", "2", 0.5, 1, 2);
		}

		@Override
		public @Nullable String died() {
			return FakeLab.this.died;
		}

		@Override
		public String lastWords() {
			return "a planted fault";
		}

		@Override
		public void close() {
			FakeLab.this.journal.add("end");
		}

	}

}
