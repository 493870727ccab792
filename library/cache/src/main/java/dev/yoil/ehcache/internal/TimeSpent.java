package dev.yoil.ehcache.internal;

import java.util.EnumMap;

import org.jspecify.annotations.Nullable;

/**
 * The time that the calling thread has spent on loads, waits and writing since the start
 * of a request. A nested activity interrupts the outer one, so the sum is never more than
 * the request took.
 * <p>
 * Each thread has its own, until {@link #restart()}. The time of other threads, such as
 * refreshes and loads that return a future, is not counted.
 */
public final class TimeSpent {

	private static final ThreadLocal<TimeSpent> SPENT = ThreadLocal.withInitial(TimeSpent::new);

	private final EnumMap<On, Long> nanos = new EnumMap<>(On.class);

	/** The present activity; {@code null} if none. */
	private @Nullable On now;

	/** The start of the present activity, in nanoseconds of an arbitrary origin. */
	private long since;

	private TimeSpent() {
	}

	/**
	 * {@return the time of the calling thread, which goes on changing}
	 */
	public static TimeSpent get() {
		return SPENT.get();
	}

	/**
	 * Starts from zero for the calling thread, as at the beginning of a request.
	 * @return the time of the thread, which goes on changing
	 */
	public static TimeSpent restart() {
		TimeSpent spent = new TimeSpent();
		SPENT.set(spent);
		return spent;
	}

	/**
	 * Runs an activity in the calling thread, and counts its time.
	 * @return what the activity returns
	 */
	public static <T extends @Nullable Object, E extends Exception> T on(On what, Timed<T, E> activity) throws E {
		On outer = begin(what);
		try {
			return activity.run();
		}
		finally {
			end(outer);
		}
	}

	/**
	 * Begins an activity of the calling thread. Without a frame of its own on the stack,
	 * activities can be nested deeper.
	 * @return the activity that it interrupts, to be passed to {@link #end}
	 */
	public static @Nullable On begin(On what) {
		TimeSpent spent = SPENT.get();
		On outer = spent.now;
		spent.nanos.putIfAbsent(what, 0L);
		spent.turnTo(what);
		return outer;
	}

	/**
	 * Ends the present activity of the calling thread.
	 * @param outer the activity that goes on
	 */
	public static void end(@Nullable On outer) {
		SPENT.get().turnTo(outer);
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
	 * {@return whether an activity has run, however briefly}
	 */
	public boolean happened(On what) {
		return this.nanos.containsKey(what);
	}

	/**
	 * {@return the time spent on an activity that has ended, in nanoseconds}
	 */
	public long nanos(On what) {
		return this.nanos.getOrDefault(what, 0L);
	}

	/** Activities whose time is counted. */
	public enum On {

		/** Loads of values for caches. */
		LOAD,

		/** Waits for another caller's load, or for the second tier. */
		WAIT,

		/** Conversion of values into bytes. */
		WRITE

	}

	/**
	 * An activity to be timed.
	 *
	 * @param <T> the type of the result
	 * @param <E> the type of the exception
	 */
	@FunctionalInterface
	public interface Timed<T extends @Nullable Object, E extends Exception> {

		/** Runs the activity. */
		T run() throws E;

	}

}
