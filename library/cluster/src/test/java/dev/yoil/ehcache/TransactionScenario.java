package dev.yoil.ehcache;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;

import org.springframework.transaction.TransactionDefinition;

/**
 * A transaction with a callback in one of its phases, and the model of what the cache
 * holds afterwards.
 *
 * @param phase the phase of the callback
 * @param propagated the propagation of the callback
 * @param outcome the outcome of the transaction
 * @param touchesCacheFirst whether the transaction uses the cache before the callback is
 * registered
 * @param outer the action of the transaction
 * @param inner the action of the callback
 * @param target the key of the callback
 * @param end the end of the callback
 */
record TransactionScenario(Phase phase, Propagated propagated, Outcome outcome, boolean touchesCacheFirst, Action outer,
		Action inner, String target, End end) {

	/** The value that the transaction writes. */
	static final int OUTER = 7;

	/** The value that the callback writes. */
	static final int INNER = 9;

	/** The keys that are cached at first. */
	static final String[] CACHED = { "outer", "inner" };

	static final String[] NAMES = { "outer", "inner", "loaded" };

	static Stream<TransactionScenario> of(Phase phase) {
		List<TransactionScenario> all = new ArrayList<>();
		for (Propagated propagated : Propagated.values()) {
			for (Outcome outcome : Outcome.values()) {
				for (Action outer : List.of(Action.PUT, Action.EVICT, Action.CLEAR)) {
					for (Action inner : Action.values()) {
						for (String target : targets(inner)) {
							for (End end : End.values()) {
								for (boolean first : new boolean[] { true, false }) {
									all.add(new TransactionScenario(phase, propagated, outcome, first, outer, inner,
											target, end));
								}
							}
						}
					}
				}
			}
		}
		return all.stream().filter(TransactionScenario::isPossible);
	}

	private static String[] targets(Action inner) {
		return switch (inner) {
			case READ -> new String[] { "inner" };
			case LOAD -> new String[] { "loaded" };
			case PUT, EVICT, EVICT_IF_PRESENT, CLEAR -> CACHED;
		};
	}

	private boolean isPossible() {
		if (this.propagated == Propagated.NONE && this.end == End.ROLLBACK) {
			return false;
		}
		if (isCommittedAtOnce() && isBefore() && this.target.equals("outer")) {
			// It would wait for the row lock.
			return false;
		}
		// After the completion Spring does not report savepoints.
		return this.propagated != Propagated.NESTED || isBefore();
	}

	/**
	 * Tells whether the action of the callback belongs to no other transaction.
	 */
	boolean isCommittedAtOnce() {
		return this.propagated == Propagated.REQUIRES_NEW || this.propagated == Propagated.NOT_SUPPORTED;
	}

	/**
	 * Tells whether each write removes or replaces entries, and is committed when the
	 * edge is purged. After the commit of the outer transaction, Spring commits writes of
	 * the same connection only after all callbacks.
	 */
	boolean isPurgedInTime() {
		return this.outer != Action.LOAD && this.inner != Action.LOAD && (isBefore() || isCommittedAtOnce());
	}

	private boolean isBefore() {
		return this.phase.compareTo(Phase.AFTER_COMMIT) < 0;
	}

	private boolean isReached() {
		return switch (this.phase) {
			case BODY, BEFORE_COMPLETION, AFTER_COMPLETION -> true;
			case BEFORE_COMMIT -> this.outcome != Outcome.ROLLBACK;
			case AFTER_COMMIT -> this.outcome == Outcome.COMMIT;
		};
	}

	/**
	 * Returns the expected content of the cache.
	 */
	Map<String, Integer> expected() {
		Model model = new Model();
		Effect effect = effect(this.outer, "outer", OUTER);
		model.pending.add(isOverwritten() ? new Effect(effect.undo(), effect.undo()) : effect);
		if (isReached() && isBefore()) {
			called(model);
		}
		model.end(fate());
		if (isReached() && !isBefore()) {
			called(model);
		}
		return model.cache;
	}

	/**
	 * Tells whether another writer writes the transaction's key before its commit: then
	 * the key is removed.
	 */
	private boolean isOverwritten() {
		if (this.outer != Action.PUT || !isBefore() || !isReached()) {
			return false;
		}
		boolean others = isCommittedAtOnce() && (this.propagated == Propagated.NOT_SUPPORTED || this.end == End.NORMAL);
		return (this.inner == Action.CLEAR && others)
				|| (this.inner == Action.EVICT_IF_PRESENT && this.target.equals("outer"));
	}

	private void called(Model model) {
		model.acted(this.inner, this.target);
		if (this.inner == Action.LOAD && this.outer == Action.CLEAR && isBefore() && !isCommittedAtOnce()) {
			// The transaction loads the keys that it removed for itself alone.
			return;
		}
		Effect effect = effect(this.inner, this.target, INNER);
		boolean undone = this.end != End.NORMAL;
		switch (this.propagated) {
			case REQUIRES_NEW -> {
				if (!undone) {
					effect.apply().accept(model.cache);
				}
			}
			case NOT_SUPPORTED -> effect.apply().accept(model.cache);
			case NESTED -> {
				if (!undone) {
					model.pending.add(effect);
				}
			}
			case NONE, REQUIRED -> {
				if (isBefore()) {
					model.pending.add(effect);
				}
				else if (undone && this.propagated == Propagated.REQUIRED && this.phase == Phase.AFTER_COMPLETION) {
					// Spring reports an unknown outcome.
					effect.undo().accept(model.cache);
				}
				else {
					effect.apply().accept(model.cache);
				}
			}
		}
	}

	/**
	 * Returns the actual end of the transaction.
	 */
	private Fate fate() {
		boolean joined = this.propagated == Propagated.NONE || this.propagated == Propagated.REQUIRED;
		boolean thrown = this.end == End.THROW && this.phase != Phase.BEFORE_COMPLETION;
		boolean doomed = joined && this.propagated == Propagated.REQUIRED && this.end != End.NORMAL;
		if (this.outcome == Outcome.ROLLBACK) {
			return Fate.ROLLED_BACK;
		}
		if (isBefore() && (thrown || doomed)) {
			return (this.phase == Phase.BODY) ? Fate.ROLLED_BACK : Fate.UNKNOWN;
		}
		return (this.outcome == Outcome.COMMIT) ? Fate.COMMITTED : Fate.UNKNOWN;
	}

	private Effect effect(Action action, String name, int value) {
		return switch (action) {
			case PUT -> new Effect((cache) -> cache.put(name, value), (cache) -> cache.remove(name));
			case LOAD -> new Effect((cache) -> cache.putIfAbsent(name, value), (cache) -> cache.remove(name));
			case EVICT, EVICT_IF_PRESENT -> new Effect((cache) -> cache.remove(name), (cache) -> cache.remove(name));
			case CLEAR -> new Effect(Map::clear, Map::clear);
			case READ -> new Effect(this::read, (cache) -> {
			});
		};
	}

	/** A read inside the transaction changes nothing. Another read loads missing keys. */
	private void read(Map<String, Integer> cache) {
		if (!isBefore() || isCommittedAtOnce()) {
			boolean committed = this.outcome == Outcome.COMMIT || this.outcome == Outcome.UNKNOWN_COMMITTED;
			cache.putIfAbsent("outer", (committed && !isBefore()) ? OUTER : 0);
			cache.putIfAbsent("inner", 0);
		}
	}

	enum Phase {

		BODY, BEFORE_COMMIT, BEFORE_COMPLETION, AFTER_COMMIT, AFTER_COMPLETION

	}

	enum Propagated {

		/** No transaction of its own. */
		NONE(-1),

		REQUIRED(TransactionDefinition.PROPAGATION_REQUIRED),

		REQUIRES_NEW(TransactionDefinition.PROPAGATION_REQUIRES_NEW),

		NOT_SUPPORTED(TransactionDefinition.PROPAGATION_NOT_SUPPORTED),

		NESTED(TransactionDefinition.PROPAGATION_NESTED);

		private final int behavior;

		Propagated(int behavior) {
			this.behavior = behavior;
		}

		int behavior() {
			return this.behavior;
		}

	}

	enum Outcome {

		COMMIT, ROLLBACK,

		/** The commit fails, but it took effect. */
		UNKNOWN_COMMITTED,

		/** The commit fails and took no effect. */
		UNKNOWN_LOST

	}

	enum Action {

		READ, LOAD, PUT, EVICT, EVICT_IF_PRESENT, CLEAR

	}

	enum End {

		NORMAL, ROLLBACK, THROW

	}

	private enum Fate {

		COMMITTED, ROLLED_BACK, UNKNOWN

	}

	/**
	 * The effect on the cache.
	 *
	 * @param apply applied after a commit
	 * @param undo applied if the outcome is unknown
	 */
	private record Effect(Consumer<Map<String, Integer>> apply, Consumer<Map<String, Integer>> undo) {
	}

	private static final class Model {

		private final Map<String, Integer> cache = new HashMap<>();

		private final List<Effect> pending = new ArrayList<>();

		Model() {
			Arrays.stream(CACHED).forEach((name) -> this.cache.put(name, 0));
		}

		void acted(Action action, String name) {
			if (action == Action.EVICT_IF_PRESENT) {
				this.cache.remove(name);
			}
		}

		void end(Fate fate) {
			switch (fate) {
				case COMMITTED -> this.pending.forEach((effect) -> effect.apply().accept(this.cache));
				case UNKNOWN -> this.pending.forEach((effect) -> effect.undo().accept(this.cache));
				case ROLLED_BACK -> this.pending.clear();
			}
		}

	}

}
