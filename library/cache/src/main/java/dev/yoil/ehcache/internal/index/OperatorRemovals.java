package dev.yoil.ehcache.internal.index;

import org.jspecify.annotations.Nullable;

/**
 * The operators who are just removing entries of one cache, by thread: Ehcache reports a
 * removal in the thread that removes. Thread-safe.
 */
final class OperatorRemovals {

	@SuppressWarnings("ThreadLocalUsage") // each cache has its own, and no thread keeps
											// one
	private final ThreadLocal<@Nullable Operator> present = new ThreadLocal<>();

	/**
	 * Removes entries on behalf of an operator.
	 * @param removal removes entries from the cache, in the calling thread
	 * @return how many entries it removed, without those that left at the same time for
	 * another reason
	 */
	long run(String by, Runnable removal) {
		Operator operator = new Operator(by);
		this.present.set(operator);
		try {
			removal.run();
		}
		finally {
			this.present.remove();
		}
		return operator.removed;
	}

	/**
	 * Counts the removal of an entry by the calling thread.
	 * @return the operator; {@code null} if it acts for none
	 */
	@Nullable String count() {
		Operator operator = this.present.get();
		if (operator == null) {
			return null;
		}
		operator.removed++;
		return operator.by;
	}

	private static final class Operator {

		private final String by;

		private long removed;

		Operator(String by) {
			this.by = by;
		}

	}

}
