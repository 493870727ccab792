package dev.yoil.ehcache;

import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

import dev.yoil.ehcache.internal.KeyText;
import dev.yoil.ehcache.internal.TimeSpent;
import dev.yoil.ehcache.internal.TimeSpent.On;
import dev.yoil.ehcache.internal.failure.Causes;
import dev.yoil.ehcache.internal.failure.KnownFailures;
import dev.yoil.ehcache.internal.index.CacheCounters;
import dev.yoil.ehcache.internal.index.ElapsedTime;
import dev.yoil.ehcache.internal.index.EntryIndex;
import dev.yoil.ehcache.internal.index.StoredEntry;
import dev.yoil.ehcache.internal.tx.Transactions;
import dev.yoil.ehcache.spi.CacheValidity;
import dev.yoil.ehcache.spi.LoadOrigin;
import dev.yoil.ehcache.spi.LowerLevel;
import dev.yoil.ehcache.spi.LowerLevel.Answer;
import dev.yoil.ehcache.spi.LowerLevel.Found;
import dev.yoil.ehcache.spi.LowerLevel.Times;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.cache.support.NullValue;

/**
 * Runs loads of one cache to their end: asks the lower level, then the source; stores the
 * value, or answers a failure with the old value where the policy allows it
 * (stale-if-error, RFC 5861). Holds no lock while it loads. Thread-safe.
 */
final class LoadRunner {

	private static final Logger LOG = LoggerFactory.getLogger(LoadRunner.class);

	/** The pause after a failed load or a rejected refresh. */
	private static final long RETRY_MILLIS = 1_000;

	/** The pause between log lines: a failure of the source affects all keys. */
	private static final long QUIET_MILLIS = 1_000;

	/** The answer if no level was asked, which is not a miss. */
	private static final Answer NOT_ASKED = new Answer() {
	};

	private static final CompletableFuture<Answer> UNASKED = CompletableFuture.completedFuture(NOT_ASKED);

	private final String cache;

	private final ObservationRegistry observations;

	private final CacheValidity validity;

	private final InFlightLoads inFlight;

	private final EntryStore store;

	private final EntryIndex index;

	private final CacheCounters counters;

	private final CacheThreads threads;

	private final Misses misses;

	private final KnownFailures failures;

	private volatile LowerLevel level = LowerLevel.NONE;

	private final AtomicLong quietUntil = new AtomicLong(Long.MIN_VALUE);

	LoadRunner(String cache, ObservationRegistry observations, CacheValidity validity, InFlightLoads inFlight,
			EntryStore store, CacheThreads threads, Misses misses, KnownFailures failures) {
		this.cache = cache;
		this.observations = observations;
		this.validity = validity;
		this.inFlight = inFlight;
		this.store = store;
		this.index = store.index();
		this.counters = this.index.counters();
		this.threads = threads;
		this.misses = misses;
		this.failures = failures;
	}

	/** Asks a lower level from now on. */
	void attach(LowerLevel attached) {
		this.level = attached;
		this.index.onEviction((entry) -> {
			if (this.store.policy().tti() != null) {
				attached.leftHeap(entry.key(), entry.lastAccessedAt(), this.store.time().toWall(entry.createdAt()));
			}
		});
	}

	LowerLevel level() {
		return this.level;
	}

	Misses misses() {
		return this.misses;
	}

	LoadObservation observe(Object key, boolean refresh) {
		return new LoadObservation(this.observations, this.index, this.cache, this.validity, key, refresh);
	}

	/**
	 * Creates a load that does not run yet.
	 * @param replaced the entry to refresh; {@code null} if callers wait for the load
	 * @param throughTier whether the load may ask the lower level, if that is usable now
	 */
	Load create(LoadObservation observation, @Nullable StoredEntry replaced, boolean throughTier) {
		return new Load(observation, this.store.now(), this.validity.label(observation.key()), replaced,
				throughTier && isLevelUsable());
	}

	/**
	 * Tells whether a load that begins now may use values of the lower level, as far as
	 * this instance and the calling thread know.
	 */
	private boolean isLevelUsable() {
		return this.level != LowerLevel.NONE && this.store.bypassed() == null && this.store.isValid();
	}

	/**
	 * Runs a load to its end in the calling thread. Calls the source itself, because each
	 * frame in between limits how deep loads can nest.
	 * @return the outcome
	 */
	Outcome run(Load load, Callable<Object> source) {
		load.runBy(Thread.currentThread());
		try {
			if (findPresent(load)) {
				this.misses.shared();
				return load.outcome();
			}
			load.observation().begin();
			Observation.Scope scope = load.observation().openScope();
			try {
				if (!endsWithLevel(load, ask(load))) {
					load.observation().started();
					On outer = load.observation().sourceCalled(load.label());
					Object value;
					try {
						value = source.call();
					}
					finally {
						load.observation().sourceReturned(outer);
					}
					succeed(load, value);
				}
			}
			finally {
				load.observation().close(scope);
			}
		}
		catch (Throwable ex) {
			failHere(load, ex);
		}
		finally {
			load.runBy(null);
		}
		return load.outcome();
	}

	/**
	 * Asks the lower level for the value of a load, and does not wait for the answer.
	 * @return {@code null} if the load has ended, because a value was stored
	 */
	@Nullable CompletableFuture<Answer> askLevel(Load load) {
		if (findPresent(load)) {
			return null;
		}
		load.observation().begin();
		return ask(load);
	}

	private CompletableFuture<Answer> ask(Load load) {
		// A wait would fail in an interrupted thread, and the source may need none.
		if (!load.isThroughTier() || Thread.currentThread().isInterrupted()) {
			return UNASKED;
		}
		boolean replacing = load.replaced() != null && !this.store.isExpired(load.replaced());
		CompletableFuture<Answer> asked = this.level.ask(load.key(), replacing, (times) -> isFresh(load.key(), times));
		return (asked != null) ? asked : UNASKED;
	}

	/** Ends a load if the lower level has its value. Waits for the answer. */
	boolean endsWithLevel(Load load, CompletableFuture<Answer> asked) throws Exception {
		StoredEntry found;
		try {
			found = take(asked.isDone() ? asked.join() : TimeSpent.on(On.WAIT, asked::get), load);
		}
		catch (InterruptedException ex) {
			releaseLater(asked);
			throw ex;
		}
		if (found != null) {
			this.misses.foundBelow();
			end(load, () -> store(load, found));
		}
		return found != null;
	}

	static void releaseLater(CompletableFuture<Answer> asked) {
		CompletableFuture<Void> unused = asked.thenAccept(Answer::release);
	}

	/**
	 * Takes the answer, in the thread that is about to call the source.
	 * @return the entry; {@code null} if the source has to be called
	 */
	private @Nullable StoredEntry take(Answer answer, Load load) {
		if (answer == NOT_ASKED) {
			return null;
		}
		Found found = answer.found();
		StoredEntry entry = (found != null) ? fresh(found, load) : null;
		if (found != null && entry != null) {
			this.counters.tierHit();
			load.observation().found(found.level());
			return entry;
		}
		if (!load.isRefresh()) {
			this.counters.tierMiss();
		}
		if (Transactions.isOpen()) {
			// Its snapshot may be older than what is committed by now.
			answer.release();
		}
		else {
			load.answer(answer);
		}
		return null;
	}

	private boolean isFresh(Object key, Times times) {
		return isUsable(times) && this.store.timeLeft(key, times) > 0;
	}

	/** An older value may be from before a change that its name does not reflect. */
	private boolean isUsable(Times times) {
		return this.store.isPast(times) && times.readAt() >= this.validity.oldestInTiers();
	}

	/** Returns a fresh value, and remembers one that can be served after a failure. */
	private @Nullable StoredEntry fresh(Found found, Load load) {
		Times times = found.times();
		long madeAt = this.store.time().ofWall(times.madeAt());
		if (!isUsable(times) || this.store.values().end(load.key(), found.value(), madeAt) <= this.store.now()) {
			return null;
		}
		StoredEntry entry = new StoredEntry(found.value(), load.label(), this.store.time().ofWall(times.readAt()),
				madeAt);
		if (isFresh(load.key(), times)) {
			return entry;
		}
		entry.idleSince(this.store.accessedAt(times));
		load.stale(this.store.isServableOnError(load.key(), times) ? entry : null);
		return null;
	}

	/**
	 * Captures the context of the calling thread for a part of a load.
	 * @return runs the part with that context, and does not throw
	 */
	Runnable withContext(Load load, Runnable part) {
		return with(this.threads.context(), load, part);
	}

	/**
	 * Returns a task that runs a part of a load with a context, and does not throw.
	 */
	Runnable with(Executor context, Load load, Runnable part) {
		return () -> {
			try {
				context.execute(part);
			}
			catch (Throwable ex) {
				// Of a decorator: the part itself does not throw.
				fail(load, ex);
			}
		};
	}

	/** Starts a load in the calling thread, and does not wait for its end. */
	void start(Load load, Supplier<CompletableFuture<Object>> source) {
		load.runBy(Thread.currentThread());
		try {
			if (findPresent(load)) {
				return;
			}
			load.observation().begin();
			CompletableFuture<Answer> asked = ask(load);
			// Not in the thread that delivers the answers of the lower level.
			Runnable resumption = asked.isDone() ? null
					: this.threads.reserve(withContext(load, () -> resume(load, asked, source)));
			if (resumption != null) {
				CompletableFuture<Answer> unused = asked.whenComplete((answer, failure) -> resume(load, resumption));
			}
			else if (asked.isDone()) {
				call(load, asked.join(), source);
			}
			else {
				releaseLater(asked);
				call(load, NOT_ASKED, source);
			}
		}
		catch (Throwable ex) {
			failHere(load, ex);
		}
		finally {
			load.runBy(null);
		}
	}

	private void resume(Load load, Runnable resumption) {
		try {
			resumption.run();
		}
		catch (Throwable ex) {
			fail(load, ex);
		}
	}

	private void resume(Load load, CompletableFuture<Answer> answered, Supplier<CompletableFuture<Object>> source) {
		load.runBy(Thread.currentThread());
		try {
			call(load, answered.join(), source);
		}
		catch (Throwable ex) {
			failHere(load, ex);
		}
		finally {
			load.runBy(null);
		}
	}

	/** Calls the source, unless the lower level has the value. */
	private void call(Load load, Answer answer, Supplier<CompletableFuture<Object>> source) {
		Observation.Scope scope = load.observation().openScope();
		try {
			StoredEntry found = take(answer, load);
			if (found != null) {
				end(load, () -> store(load, found));
				return;
			}
			load.observation().started();
			CompletableFuture<Object> unused = source.get().whenComplete((value, failure) -> end(load, value, failure));
		}
		finally {
			load.observation().close(scope);
		}
	}

	private void end(Load load, Object value, @Nullable Throwable failure) {
		if (failure == null) {
			succeed(load, value);
			return;
		}
		Throwable reason = failure;
		try {
			reason = Outcome.unwrapped(failure);
		}
		finally {
			fail(load, reason);
		}
	}

	private void failHere(Load load, Throwable thrown) {
		fail(load, thrown);
		Outcome.restoreInterrupt(thrown);
	}

	/**
	 * Ends the load if another load has stored a value since the caller looked. Takes a
	 * dead label again before that, because nothing was read yet.
	 */
	private boolean findPresent(Load load) {
		if (load.label().isDead()) {
			load.label(this.validity.label(load.key()));
		}
		StoredEntry present = load.isRefresh() ? successor(load) : this.store.findGood(load.key());
		if (present == null) {
			return false;
		}
		load.observation().shared();
		this.inFlight.finish(load, Outcome.of(present.value(), false));
		return true;
	}

	/** Returns the fresh entry that has replaced the one to refresh, if there is one. */
	private @Nullable StoredEntry successor(Load load) {
		boolean valid = this.store.isValid();
		StoredEntry entry = this.store.peek(load.key());
		return (valid && entry != null && entry != load.replaced() && !this.store.isExpired(entry)) ? entry : null;
	}

	void succeed(Load load, Object value) {
		end(load, () -> {
			load.observation().succeeded();
			return store(load, new StoredEntry(value, load.label(), load.since()));
		});
	}

	/** Ends a load with a failure, unless it has ended. */
	void fail(Load load, Throwable thrown) {
		fail(load, thrown, true);
	}

	/**
	 * Ends a load with a failure, unless it has ended.
	 * @param alone whether the source was asked for this key alone: otherwise it is not
	 * known which value is gone
	 */
	void fail(Load load, Throwable thrown, boolean alone) {
		if (load.isEnded()) {
			return;
		}
		end(load, () -> {
			Outcome failure = Outcome.failed(thrown);
			boolean gone = alone && isGone(failure);
			load.observation().failed(thrown, gone);
			if (gone) {
				remove(load, failure);
				return failure;
			}
			load.answer().release();
			StoredEntry stale = load.stale();
			if (stale != null && !failure.isError()) {
				// For this caller and those that come before the next attempt.
				load.use(() -> this.store.putIfAbsent(load.key(), stale));
			}
			return failed(load.key(), failure, load, load.isRefresh());
		});
	}

	/**
	 * {@return whether a failure means that the value no longer exists}
	 */
	boolean isGone(Outcome failure) {
		return !failure.isError() && !failure.isInterruption()
				&& this.failures.isGone(this.cache, Objects.requireNonNull(failure.thrown()));
	}

	/**
	 * Removes a value that no longer exists. This is the result of a load and no write,
	 * so other instances are not told.
	 */
	private void remove(Load load, Outcome failure) {
		boolean held = load.use(() -> {
			if (this.store.gone(load.key(), load.replaced()) && isLoud()) {
				LOG.info("Key {} of cache '{}' is gone, its old value was removed: {}", KeyText.logged(load.key()),
						this.cache, Causes.text(Objects.requireNonNull(failure.reason())));
			}
			removeBelow(load);
		});
		if (!held) {
			load.answer().release();
		}
	}

	/** Removes the value of the lower level, which a transaction may not have asked. */
	private void removeBelow(Load load) {
		if (load.answer() != Answer.NONE) {
			load.answer().remove();
			return;
		}
		CompletableFuture<Answer> asked = this.level.ask(load.key(), true, (times) -> false);
		if (asked != null) {
			CompletableFuture<Void> unused = asked.thenAccept(Answer::remove);
		}
	}

	private void end(Load load, Supplier<Outcome> completion) {
		Outcome outcome;
		try {
			outcome = completion.get();
		}
		catch (Throwable ex) {
			outcome = new Outcome(null, false, ex, false);
		}
		this.inFlight.finish(load, outcome);
	}

	/**
	 * Stores an entry if the lease holds and only the replaced entry is there. Callers
	 * get the value also if storing fails.
	 */
	private Outcome store(Load load, StoredEntry entry) {
		boolean stored = false;
		try {
			Runnable storing = storing(load, entry.value());
			LoadOrigin origin = load.observation().origin(entry.readSince());
			stored = load.use(() -> {
				this.store.putLoaded(load.key(), entry, load.replaced());
				storing.run();
			});
			if (stored) {
				this.store.loaded(entry, origin);
				if (load.replaced() != null) {
					this.counters.refreshed(load.replaced().hasEqualValue(entry));
				}
			}
			else {
				this.counters.voidedLoad();
			}
		}
		catch (RuntimeException ex) {
			// A load may end after the cache was removed, or the application.
			if (!this.store.isClosed()) {
				LOG.warn("Cache '{}' could not store a loaded value: {}", this.cache, Causes.text(ex));
			}
		}
		finally {
			if (!stored) {
				load.answer().release();
			}
		}
		return Outcome.of(entry.value(), false);
	}

	/**
	 * Encodes a loaded value for the lower level. If it must not be stored there, the
	 * action removes the value before it.
	 */
	private Runnable storing(Load load, Object value) {
		if (this.store.isDropped(value)) {
			return () -> removeBelow(load);
		}
		Answer answer = load.answer();
		if (answer == Answer.NONE) {
			return answer::release;
		}
		long now = this.store.now();
		// Other instances can compare with the wall clock only.
		ElapsedTime time = this.store.time();
		Times times = new Times(value == NullValue.INSTANCE, time.toWall(load.since()), time.toWall(now),
				Long.MAX_VALUE);
		long left = Math.min(this.store.timeLeft(load.key(), times),
				this.store.values().end(load.key(), value, now) - now);
		return (left > 0) ? answer.storing(value, times, Duration.ofMillis(left)) : answer::remove;
	}

	/**
	 * Finds the value to serve instead of a failure. There is none after an
	 * {@link Error}. A void lease does not matter: a write has removed or replaced the
	 * old value, and a load that replaced this one has not.
	 * @return the value, or the failure itself
	 */
	Outcome failed(Object key, Outcome failure, Lease lease, boolean refresh) {
		if (failure.isInterruption()) {
			return failure;
		}
		boolean error = failure.isError();
		boolean first = isFirst(this.store.peek(key), error);
		lease.use(() -> {
			StoredEntry entry = this.store.peek(key);
			if (entry != null) {
				entry.failedWithError(error);
				entry.retryAt(this.store.now() + RETRY_MILLIS);
			}
		});
		Outcome instead = error ? null : instead(key);
		if (first && instead != null) {
			logServed(key, failure);
		}
		if (first && error && refresh) {
			LOG.error("Key {} of cache '{}' could not be refreshed", KeyText.logged(key), this.cache,
					Causes.loggable(Objects.requireNonNull(failure.reason())));
		}
		return failure.orInstead(instead);
	}

	private static boolean isFirst(@Nullable StoredEntry before, boolean error) {
		return before == null || before.retryAt() == 0 || before.failedWithError() != error;
	}

	private boolean isLoud() {
		long now = this.store.now();
		long until = this.quietUntil.get();
		return now >= until && this.quietUntil.compareAndSet(until, now + QUIET_MILLIS);
	}

	private void logServed(Object key, Outcome failure) {
		if (isLoud()) {
			LOG.warn("Key {} of cache '{}' could not be loaded, its old value is served: {}", KeyText.logged(key),
					this.cache, Causes.text(Objects.requireNonNull(failure.reason())));
		}
	}

	/** Pauses refreshes because no thread took one. This is not a failed load. */
	void rejected(Object key, Throwable cause) {
		long now = this.store.now();
		if (!this.store.pauseRefreshes(now, now + RETRY_MILLIS)) {
			return;
		}
		LOG.warn("Key {} of cache '{}' could not be refreshed because the executor rejected it: {}",
				KeyText.logged(key), this.cache, Causes.text(cause));
	}

	/**
	 * {@return the old value for a caller that has waited too long; {@link Outcome#LATE}
	 * if there is none}
	 */
	Outcome late(Object key) {
		return Objects.requireNonNullElse(instead(key), Outcome.LATE);
	}

	/**
	 * {@return the value to serve to a caller that does not wait for a load any longer;
	 * {@code null} if there is none}
	 */
	@Nullable Outcome instead(Object key) {
		boolean valid = this.store.isValid();
		StoredEntry entry = servable(key);
		return (entry != null) ? Outcome.of(entry.value(), !valid || this.store.isExpired(entry)) : null;
	}

	/**
	 * {@return the entry to serve if its load takes too long; {@code null} if there is
	 * none, also if this instance or the calling thread distrusts all entries}
	 */
	@Nullable StoredEntry expired(Object key) {
		StoredEntry entry = this.store.isValid() ? servable(key) : null;
		return (entry != null && this.store.isExpired(entry)) ? entry : null;
	}

	/**
	 * {@return the entry of that value}
	 */
	private @Nullable StoredEntry servable(Object key) {
		boolean valid = this.store.isValid();
		StoredEntry entry = (this.store.bypassed() == null) ? this.store.peek(key) : null;
		boolean servable = entry != null
				&& ((valid && !this.store.isExpired(entry)) || this.store.isServableOnError(entry));
		return servable ? entry : null;
	}

	/** Receives how the calling thread got the value of a miss, unless it loaded it. */
	interface Misses {

		/** The thread waited for the load of another caller. */
		void shared();

		/** The lower level had the value. */
		void foundBelow();

	}

}
