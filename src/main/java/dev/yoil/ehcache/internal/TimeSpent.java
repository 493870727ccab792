package dev.yoil.ehcache.internal;

import java.util.EnumMap;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

/**
 * What the calling thread spent its time on since it began with a request. Time is
 * counted once: what is done in the midst of something else counts for the inner alone,
 * so that all together is never more than the request took.
 * <p>
 * Each thread has its own, which stays until {@link #restart()}. What other threads do,
 * such as refreshes and loads that give a future, is not counted.
 */
public final class TimeSpent {

	private static final ThreadLocal<TimeSpent> SPENT = ThreadLocal.withInitial(TimeSpent::new);

	/** In nanoseconds, of what happened. */
	private final EnumMap<On, Long> nanos = new EnumMap<>(On.class);

	/** What the thread is at now; {@code null} if none of them. */
	private @Nullable On now;

	/** Since when it is at that, in nanoseconds of an arbitrary origin. */
	private long since;

	private TimeSpent() {
	}

	/**
	 * {@return what the calling thread spent, which it goes on changing}
	 */
	public static TimeSpent get() {
		return SPENT.get();
	}

	/**
	 * Begins to count for the calling thread from nothing, as at the beginning of a
	 * request.
	 * @return what the thread goes on changing, until it restarts
	 */
	public static TimeSpent restart() {
		TimeSpent spent = new TimeSpent();
		SPENT.set(spent);
		return spent;
	}

	/**
	 * Counts the time that something takes the calling thread, and returns what it gives.
	 */
	public static <T> T on(On what, Supplier<T> done) {
		Span span = begin(what);
		try {
			return done.get();
		}
		finally {
			span.end();
		}
	}

	/**
	 * Begins to count for the calling thread, which has to end it.
	 */
	public static Span begin(On what) {
		TimeSpent spent = SPENT.get();
		Span span = new Span(spent, spent.now);
		spent.nanos.putIfAbsent(what, 0L);
		spent.turnTo(what);
		return span;
	}

	private void turnTo(@Nullable On next) {
		long time = System.nanoTime();
		if (this.now != null) {
			this.nanos.merge(this.now, time - this.since, Long::sum);
		}
		this.now = next;
		this.since = time;
	}

	/**
	 * {@return whether any time was spent on something, however little}
	 */
	public boolean happened(On what) {
		return this.nanos.containsKey(what);
	}

	/**
	 * {@return how much time was spent on something that has ended, in nanoseconds}
	 */
	public long nanos(On what) {
		return this.nanos.getOrDefault(what, 0L);
	}

	/**
	 * What is counted.
	 */
	public enum On {

		/** Loading values for caches. */
		LOAD,

		/** Waiting for another's load, or for the second tier. */
		WAIT,

		/** Turning values into bytes. */
		WRITE

	}

	/** Something being done, in the midst of something else or of nothing. */
	public record Span(TimeSpent spent, @Nullable On outer) {

		/** Ends it: the thread goes back to what it was at before. */
		public void end() {
			this.spent.turnTo(this.outer);
		}

	}

}
