package dev.yoil.ehcache;

import java.util.Collection;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Supplier;

import dev.yoil.ehcache.internal.JoinedLoad;
import dev.yoil.ehcache.internal.KeyText;
import dev.yoil.ehcache.internal.TimeSpent;
import dev.yoil.ehcache.internal.TimeSpent.On;
import dev.yoil.ehcache.internal.failure.Causes;
import dev.yoil.ehcache.internal.index.EntryIndex;
import dev.yoil.ehcache.spi.CacheValidity;
import dev.yoil.ehcache.spi.LoadOrigin;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;

/**
 * Statistics, flight recording, {@link Observation} and {@link TimeSpent} of one caller's
 * load, from the moment the caller asks. Thread-safe.
 */
final class LoadObservation {

	private static final Logger LOG = LoggerFactory.getLogger(LoadObservation.class);

	private final ObservationRegistry registry;

	private final EntryIndex index;

	private final String cache;

	private final CacheValidity validity;

	private final Object key;

	private final boolean refresh;

	/** In nanoseconds of an arbitrary origin, as all times here. */
	private final long askedAt = System.nanoTime();

	private volatile long startedAt;

	private volatile boolean started;

	private final AtomicInteger joined = new AtomicInteger();

	private volatile boolean shared;

	private volatile boolean gone;

	private final LoadEvent event = new LoadEvent();

	private volatile Observation observation = Observation.NOOP;

	private volatile @Nullable String traceId;

	/** The level that had the value, or the source. */
	private volatile String level = "SOURCE";

	LoadObservation(ObservationRegistry registry, EntryIndex index, String cache, CacheValidity validity, Object key,
			boolean refresh) {
		this.registry = registry;
		this.validity = validity;
		this.index = index;
		this.cache = cache;
		this.key = key;
		this.refresh = refresh;
	}

	Object key() {
		return this.key;
	}

	long askedAt() {
		return this.askedAt;
	}

	/** Begins to observe a load that this caller runs. */
	void begin() {
		this.observation = observation("cache.load", Observation.Context::new).contextualName("load " + this.cache)
			.start();
	}

	private <C extends Observation.Context> Observation observation(String name, Supplier<C> context) {
		return Observation.createNotStarted(name, context, this.registry).lowCardinalityKeyValue("cache", this.cache);
	}

	/**
	 * Makes the observation of a load that has begun the present one of the calling
	 * thread.
	 */
	Observation.Scope openScope() {
		return this.observation.openScope();
	}

	void close(Observation.Scope scope) {
		if (!scope.isNoop()) {
			guarded(scope::close);
		}
	}

	/**
	 * {@return Micrometer's observation of the load; {@link Observation#NOOP} before the
	 * load begins, or if nothing is observed}
	 */
	Observation micrometer() {
		return this.observation;
	}

	/** Records which level below the heap has the value. */
	void found(String name) {
		this.level = name;
		this.traceId = presentTrace();
	}

	/**
	 * Returns the trace of the calling thread, from the log context: the names are those
	 * of Micrometer Tracing and of OpenTelemetry's agent.
	 */
	private static @Nullable String presentTrace() {
		String traceId = MDC.get("traceId");
		return (traceId != null) ? traceId : MDC.get("trace_id");
	}

	/**
	 * {@return the origin of the loaded value; call it before the value is stored}
	 * @param since when the load began
	 */
	LoadOrigin origin(long since) {
		return new LoadOrigin(since, this.started ? System.nanoTime() - this.startedAt : 0, this.level, this.refresh,
				this.traceId, this.validity.versions(this.key));
	}

	/** Ends the observation, if the load has begun. */
	void end(Outcome outcome) {
		Observation ended = this.observation;
		if (ended.isNoop()) {
			return;
		}
		guarded(() -> end(ended, outcome));
	}

	/** A handler that fails must not keep a load from ending. */
	private void guarded(Runnable end) {
		try {
			end.run();
		}
		catch (RuntimeException | Error ex) {
			LOG.warn("An observation of cache '{}' failed", this.cache, Causes.loggable(ex));
		}
	}

	private void end(Observation ended, Outcome outcome) {
		if (outcome.thrown() != null) {
			error(outcome.thrown());
		}
		ended.lowCardinalityKeyValue("level", this.level)
			.lowCardinalityKeyValue("outcome", nameOf(outcome))
			.lowCardinalityKeyValue("refresh", String.valueOf(this.refresh))
			.highCardinalityKeyValue("cache.key.digest", KeyText.digest(this.key))
			.highCardinalityKeyValue("cache.regions", String.join(",", new TreeSet<>(this.validity.regions(this.key))))
			.stop();
	}

	private void error(Throwable thrown) {
		if (this.observation.getContext().getError() == null) {
			this.observation.error(thrown);
		}
	}

	private String nameOf(Outcome outcome) {
		return outcome.stale() ? "stale"
				: (outcome.value() != null) ? "success" : outcome.isLate() ? "late" : this.gone ? "gone" : "error";
	}

	/** Records that the source is called now. The load time counts from here. */
	void started() {
		this.startedAt = System.nanoTime();
		this.started = true;
		this.traceId = presentTrace();
		this.event.begin();
	}

	/**
	 * Begins to call the source of a load in the calling thread. Without a frame of its
	 * own on the stack, loads can be nested deeper.
	 * @param label the label of the value
	 * @return what the call interrupts, to be passed to {@link #sourceReturned}
	 */
	@Nullable On sourceCalled(dev.yoil.ehcache.internal.label.Label label) {
		this.index.listener().sourceCalled(List.of(label));
		return TimeSpent.begin(On.LOAD);
	}

	/** Ends the call. */
	void sourceReturned(@Nullable On outer) {
		TimeSpent.end(outer);
		this.index.listener().sourceReturned();
	}

	/** Calls the source of this load, or of several with this one. */
	<T extends @Nullable Object, E extends Exception> T callSource(Collection<? extends Lease> loads,
			TimeSpent.Timed<T, E> source) throws E {
		this.index.listener().sourceCalled(loads.stream().map(Lease::label).toList());
		On outer = TimeSpent.begin(On.LOAD);
		try {
			return source.run();
		}
		finally {
			sourceReturned(outer);
		}
	}

	/** Records that another caller waits for this load. */
	void joined() {
		this.joined.incrementAndGet();
	}

	/** Counts, once, that this caller gets the value of another caller's load. */
	void shared() {
		if (!this.shared) {
			this.shared = true;
			this.index.counters().sharedLoad();
		}
	}

	/**
	 * Begins to observe a wait for another caller's load.
	 * @return ends the observation
	 */
	Consumer<Outcome> joining(LoadObservation load) {
		Observation wait = observation("cache.load.wait", () -> new JoinedLoad(() -> load.observation.getContextView()))
			.contextualName("wait " + this.cache)
			.start();
		return (outcome) -> guarded(() -> wait.lowCardinalityKeyValue("outcome", load.nameOf(outcome)).stop());
	}

	/** Waits in the calling thread for another caller's load, and records the wait. */
	Outcome waiting(LoadObservation load, TimeSpent.Timed<Outcome, InterruptedException> wait)
			throws InterruptedException {
		WaitEvent waited = new WaitEvent();
		waited.begin();
		Consumer<Outcome> joined = joining(load);
		Outcome outcome = Outcome.LATE;
		try {
			outcome = TimeSpent.on(On.WAIT, wait);
			return outcome;
		}
		finally {
			joined.accept(outcome);
			waited.end();
			if (waited.shouldCommit()) {
				waited.cache = this.cache;
				waited.key = KeyText.recorded(this.key);
				waited.commit();
			}
		}
	}

	/** Counts, tells and records that the load returned a value. */
	void succeeded() {
		long nanos = System.nanoTime() - this.startedAt;
		this.index.counters().loaded(nanos);
		this.index.listener().loaded(this.key, nanos);
		record(false);
	}

	/**
	 * Counts, tells and records that the load failed, if the source was called.
	 * @param gone whether it found that the value is gone
	 */
	void failed(Throwable failure, boolean gone) {
		if (!this.started) {
			return;
		}
		this.gone = gone;
		this.index.counters().loadFailed(System.nanoTime() - this.startedAt, gone);
		if (!gone) {
			this.index.listener().loadFailed(this.key, failure);
		}
		guarded(() -> error(failure));
		record(true);
	}

	private void record(boolean failed) {
		this.event.end();
		if (this.event.shouldCommit()) {
			this.event.cache = this.cache;
			this.event.key = KeyText.recorded(this.key);
			this.event.failed = failed;
			this.event.gone = this.gone;
			this.event.sharedBy = this.joined.get();
			this.event.refresh = this.refresh;
			this.event.commit();
		}
	}

	@Name("dev.yoil.CacheLoad")
	@Label("Cache Load")
	@Category("Yoil")
	@Description("A load of a value into a cache, successful or failed")
	@SuppressWarnings("unused") // read from recordings
	@StackTrace(false)
	static final class LoadEvent extends Event {

		@Label("Cache")
		private @Nullable String cache;

		@Label("Key")
		private @Nullable String key;

		@Label("Failed")
		private boolean failed;

		@Label("Gone")
		@Description("Whether the load found that the value no longer exists")
		private boolean gone;

		@Label("Shared By")
		@Description("Number of other callers that waited for this load")
		private int sharedBy;

		@Label("Refresh")
		@Description("Whether the old value was served during the load")
		private boolean refresh;

	}

	@Name("dev.yoil.CacheWait")
	@Label("Cache Wait")
	@Category("Yoil")
	@Description("A wait for a value that another caller was loading")
	@SuppressWarnings("unused") // read from recordings
	@StackTrace(false)
	static final class WaitEvent extends Event {

		@Label("Cache")
		private @Nullable String cache;

		@Label("Key")
		private @Nullable String key;

	}

}
