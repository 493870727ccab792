package dev.yoil.ehcache;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

import dev.yoil.ehcache.spi.LowerLevel.Answer;
import org.jspecify.annotations.Nullable;

/**
 * Loads of many keys of one cache with one call of their source. Keys that are being
 * loaded already are not loaded again. It enters all loads, ends its own, and only then
 * waits for others. So overlapping loads of many keys never wait for each other in a
 * circle. For one call in one thread.
 *
 * @param <K> the type of the keys
 */
final class BulkLoad<K> {

	private final LoadCoordinator coordinator;

	private final LoadRunner runner;

	private final InFlightLoads inFlight;

	private final Source<K> source;

	private final Map<K, Load> own = new LinkedHashMap<>();

	private final Map<K, Joined> joined = new LinkedHashMap<>();

	BulkLoad(LoadCoordinator coordinator, LoadRunner runner, InFlightLoads inFlight, Source<K> source) {
		this.coordinator = coordinator;
		this.runner = runner;
		this.inFlight = inFlight;
		this.source = source;
	}

	/**
	 * Loads values in the calling thread, or waits for the loads that are running.
	 * @return the value or the failure of each key, up to the first whose load by another
	 * caller took too long: that one has {@link Outcome#LATE}
	 * @throws InterruptedException if the caller was interrupted while it waited for
	 * others
	 * @throws IllegalStateException if a load would wait for itself
	 */
	Map<K, Outcome> load(Set<K> keys) throws InterruptedException {
		try {
			keys.forEach(this::enter);
			runOwn();
		}
		catch (Throwable ex) {
			this.own.values().forEach((load) -> fail(load, ex));
			throw ex;
		}
		Map<K, Outcome> outcomes = new LinkedHashMap<>();
		for (K key : keys) {
			Load mine = this.own.get(key);
			Outcome outcome = (mine != null) ? mine.outcome() : await(key);
			outcomes.put(key, outcome);
			if (outcome.isLate()) {
				// The caller fails. Waits for further keys would only add up.
				break;
			}
		}
		return outcomes;
	}

	/** Ends a load that has no outcome yet. */
	private void fail(Load load, Throwable thrown) {
		try {
			this.inFlight.finish(load, new Outcome(null, false, thrown, false));
		}
		catch (RuntimeException | Error ex) {
			// It has ended, and the others must end, too.
			if (ex != thrown) {
				thrown.addSuppressed(ex);
			}
		}
	}

	private void enter(K key) {
		Load mine = this.runner.create(this.runner.observe(key, false), null, true);
		// First, because a load that was entered must be ended.
		this.own.put(key, mine);
		Load load = this.coordinator.enter(mine);
		if (load != mine) {
			this.own.remove(key);
			this.joined.put(key, new Joined(load, mine.observation()));
		}
	}

	private Outcome await(K key) throws InterruptedException {
		Joined other = Objects.requireNonNull(this.joined.get(key));
		Outcome outcome = this.coordinator.await(other.load(), other.observation());
		return outcome.isInterruption() ? this.coordinator.load(key, () -> this.source.loadOne(key)) : outcome;
	}

	private void runOwn() {
		this.own.values().forEach((load) -> load.runBy(Thread.currentThread()));
		try {
			Map<K, Load> open = new LinkedHashMap<>(this.own);
			Map<K, Object> loaded = callFor(open);
			open.forEach((key, load) -> this.runner.succeed(load, Objects.requireNonNull(loaded.get(key))));
		}
		finally {
			this.own.values().forEach((load) -> load.runBy(null));
		}
	}

	/**
	 * Calls the source for the loads whose values are nowhere else.
	 * @param open the loads; those that end here are removed
	 */
	private Map<K, Object> callFor(Map<K, Load> open) {
		Map<K, CompletableFuture<Answer>> asked = new LinkedHashMap<>();
		try {
			askLevel(open, asked);
			if (open.isEmpty()) {
				return Map.of();
			}
			open.values().forEach((load) -> load.observation().started());
			return open.values()
				.iterator()
				.next()
				.observation()
				.callSource(open.values(), () -> this.source.load(Collections.unmodifiableSet(open.keySet())));
		}
		catch (Throwable ex) {
			Outcome.restoreInterrupt(ex);
			asked.values().forEach(LoadRunner::releaseLater);
			boolean alone = open.size() == 1;
			open.values().forEach((load) -> this.runner.fail(load, ex, alone));
			open.clear();
			return Map.of();
		}
	}

	/** Asks for all keys before it waits for an answer. */
	private void askLevel(Map<K, Load> open, Map<K, CompletableFuture<Answer>> asked) throws Exception {
		this.own.forEach((key, load) -> {
			CompletableFuture<Answer> answer = this.runner.askLevel(load);
			if (answer != null) {
				asked.put(key, answer);
			}
			else {
				open.remove(key);
			}
		});
		for (K key : List.copyOf(asked.keySet())) {
			CompletableFuture<Answer> answer = Objects.requireNonNull(asked.remove(key));
			if (this.runner.endsWithLevel(Objects.requireNonNull(open.get(key)), answer)) {
				open.remove(key);
			}
		}
	}

	/** A load of another caller, and the observation of this one. */
	private record Joined(Load load, LoadObservation observation) {
	}

	/**
	 * A loader of many keys.
	 *
	 * @param <K> the type of the keys
	 * @param loader returns the values of keys, without those that have none
	 * @param stored converts a value into the form in which Spring stores it
	 */
	record Source<K>(Function<? super Set<K>, ? extends Map<K, ? extends @Nullable Object>> loader,
			Function<@Nullable Object, Object> stored) {

		@Nullable Object value(K key) {
			return call(Set.of(key)).get(key);
		}

		Object loadOne(K key) {
			return this.stored.apply(value(key));
		}

		/** Returns the values of all keys in the form in which Spring stores them. */
		Map<K, Object> load(Set<K> keys) {
			Map<K, ? extends @Nullable Object> values = call(keys);
			Map<K, Object> all = new LinkedHashMap<>();
			keys.forEach((key) -> all.put(key, this.stored.apply(values.get(key))));
			return all;
		}

		private Map<K, ? extends @Nullable Object> call(Set<K> keys) {
			return Objects.requireNonNull(this.loader.apply(keys), "Loader returned null instead of a map");
		}

	}

}
