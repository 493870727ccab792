package dev.yoil.lab.soak;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

/**
 * The judge of a soak: keeps what was written, and compares each read with it. It ends
 * the soak with the first violation. Thread-safe.
 */
final class Check {

	private static final int EVENTS = 1_000;

	/** Time for reads of what a restored database has lost. */
	private static final Duration SETTLED = Duration.ofSeconds(5);

	private final Map<Long, Value> likes = new ConcurrentHashMap<>();

	private final Map<Long, Value> reviews = new ConcurrentHashMap<>();

	private final Map<Long, Value> titles = new ConcurrentHashMap<>();

	private final Map<Promise, LongAdder> tests = new ConcurrentHashMap<>();

	private final Deque<String> events = new ArrayDeque<>();

	/** Fair, because readers follow one another without a gap. */
	private final ReadWriteLock visits = new ReentrantReadWriteLock(true);

	/** Reads may show lost values until then, of {@link System#nanoTime()}. */
	private volatile long lostUntil = System.nanoTime() - SETTLED.toNanos();

	private final CountDownLatch violated = new CountDownLatch(1);

	private final long begun = System.nanoTime();

	private @Nullable String violation;

	private boolean ended;

	/** Reads since the last second that have shown an older value. */
	private final LongAdder old = new LongAdder();

	/** A promise of {@code docs/library/guarantees.md}, or of HTTP. */
	enum Promise {

		OWN_WRITE("a writer's next read shows its write"),

		NEVER_STALE("a read shows each write that was acknowledged before it began"),

		LEASE("a read shows each write that was acknowledged a lease before it began"),

		DECLARED_STALE("older values during a failure are declared by Cache-Status"),

		NOT_INVENTED("a read shows only writes that were sent"),

		ONCE("each acknowledged like and review is counted once"),

		ENTITY_TAG("responses with equal entity tags have equal bytes"),

		WHOLE("bodies decode, and have the length that they declare"),

		ANSWERED("requests succeed while nothing is broken that they need"),

		HEAP("the heap after a collection levels off"),

		THREADS("the number of threads levels off"),

		HANDLES("the number of open files levels off"),

		BUFFERS("the memory of buffers outside the heap levels off"),

		REGIONS("the number of regions that an instance knows levels off"),

		QUIET_LOG("the log has no warning while nothing is broken"),

		READY("an instance is ready, also while the database is down"),

		OUTAGE("cached values are returned while the database is down");

		private final String text;

		Promise(String text) {
			this.text = text;
		}

		@Override
		public String toString() {
			return this.text;
		}

	}

	/** Runs a step of a visitor. */
	void visit(Runnable step) {
		this.visits.readLock().lock();
		try {
			step.run();
		}
		finally {
			this.visits.readLock().unlock();
		}
	}

	/** Runs an action between the steps of all visitors. */
	void atRest(Runnable action) {
		this.visits.writeLock().lock();
		try {
			action.run();
		}
		finally {
			this.visits.writeLock().unlock();
		}
	}

	/** Remembers all values, as the backup of a database has them. */
	void backUp() {
		values().forEach(Value::backUp);
	}

	/**
	 * Returns to what was remembered, and pauses changes: new ones would hide what is
	 * lost.
	 * @param until reads may show what is lost until then, of {@link System#nanoTime()}
	 */
	void restore(long until) {
		this.lostUntil = until;
		values().forEach(Value::restore);
	}

	/** Returns whether changes are paused. */
	boolean isPaused() {
		return this.lostUntil + SETTLED.toNanos() - System.nanoTime() > 0;
	}

	private Stream<Value> values() {
		return Stream.of(this.likes, this.reviews, this.titles).flatMap((each) -> each.values().stream());
	}

	/** Counts a read that has tested a promise. */
	void tested(Promise promise) {
		this.tests.computeIfAbsent(promise, (same) -> new LongAdder()).increment();
	}

	long count(Promise promise) {
		return this.tests.computeIfAbsent(promise, (same) -> new LongAdder()).sum();
	}

	/** Requires a promise, and counts the test. */
	void require(Promise promise, boolean kept, Object detail) {
		tested(promise);
		if (!kept) {
			violate(promise + ": " + detail);
		}
	}

	synchronized void violate(String what) {
		if (this.ended) {
			return;
		}
		event("VIOLATION " + what);
		if (this.violation == null) {
			this.violation = what;
			this.violated.countDown();
		}
	}

	/** Forgets the violation of a soak that was interrupted, whose service ends, too. */
	synchronized void forgive() {
		this.violation = null;
	}

	/** Judges nothing that happens from now on, because the service is being ended. */
	synchronized void end() {
		this.ended = true;
	}

	synchronized @Nullable String violation() {
		return this.violation;
	}

	/** Waits; returns whether there is a violation. */
	boolean awaitViolation(long millis) throws InterruptedException {
		return this.violated.await(millis, TimeUnit.MILLISECONDS);
	}

	synchronized void event(String text) {
		if (this.events.size() == EVENTS) {
			this.events.removeFirst();
		}
		this.events.add("%.3f s  %s".formatted((System.nanoTime() - this.begun) / 1e9, text));
	}

	synchronized List<String> events() {
		return new ArrayList<>(this.events);
	}

	/** Returns the number of older values that were shown since the last call. */
	long takeOld() {
		return this.old.sumThenReset();
	}

	Value likes(long webtoon) {
		return this.likes.computeIfAbsent(webtoon, (same) -> new Value("likes"));
	}

	Value reviews(long webtoon) {
		return this.reviews.computeIfAbsent(webtoon, (same) -> new Value("reviews"));
	}

	Value title(long webtoon) {
		return this.titles.computeIfAbsent(webtoon, (same) -> new Value("title"));
	}

	/** Returns the webtoons that have been read. */
	Set<Long> webtoons() {
		return this.likes.keySet();
	}

	/**
	 * Judges a value that a read has shown.
	 * @param least what its reader has to see of its own writes
	 * @param lease the nanoseconds for which other readers may see an old value
	 * @param stale whether the response declares that it is stale
	 */
	void read(Value value, long shown, long least, long begun, long lease, boolean stale, String where) {
		if (least > 0) {
			require(Promise.OWN_WRITE, shown >= least,
					"%s is %d %s after the own write %d".formatted(value.name, shown, where, least));
		}
		boolean lost = stale || this.lostUntil - System.nanoTime() > 0;
		require(Promise.NOT_INVENTED, shown <= (lost ? value.greatestEver() : value.greatest()),
				"%s is %d %s, but at most %d was sent".formatted(value.name, shown, where, value.greatest()));
		if (shown < value.acknowledgedAt(begun)) {
			this.old.increment();
		}
		long acknowledged = value.acknowledgedAt(begun - lease);
		if (shown < acknowledged && stale) {
			tested(Promise.DECLARED_STALE);
			return;
		}
		require((lease > 0) ? Promise.LEASE : Promise.NEVER_STALE, shown >= acknowledged,
				"%s is %d %s, but %d was acknowledged before".formatted(value.name, shown, where, acknowledged));
	}

	/** A number that only grows, of which each value is written once. Thread-safe. */
	static final class Value {

		private static final int KEPT = 10_000;

		/** Values with the time of their acknowledgement, in order. */
		private final Deque<long[]> acknowledged = new ArrayDeque<>();

		private final String name;

		private long first = -1;

		/** The greatest value that a restored database has lost. */
		private long lost = -1;

		private @Nullable Value backup;

		private long sent;

		private long uncertain;

		private long certain;

		Value(String name) {
			this.name = name;
		}

		/** The value before the first write. */
		synchronized void first(long value) {
			if (this.first < 0) {
				this.first = value;
			}
		}

		synchronized void sent() {
			this.sent++;
		}

		/** Records a write without an answer, which may take effect. */
		synchronized void unanswered() {
			this.uncertain++;
		}

		/**
		 * Records a write whose response does not show the value.
		 * @return what the value is at least
		 */
		synchronized long acknowledged(long nanos) {
			long least = this.first + this.certain + 1;
			acknowledged(least, nanos);
			return least;
		}

		synchronized void acknowledged(long value, long nanos) {
			this.certain++;
			if (this.acknowledged.isEmpty() || this.acknowledged.getLast()[0] < value) {
				this.acknowledged.add(new long[] { value, nanos });
				if (this.acknowledged.size() > KEPT) {
					this.acknowledged.removeFirst();
				}
			}
		}

		/** Returns the greatest value that was acknowledged before a time; 0 for none. */
		synchronized long acknowledgedAt(long nanos) {
			for (var last = this.acknowledged.descendingIterator(); last.hasNext();) {
				long[] each = last.next();
				if (each[1] - nanos <= 0) {
					return each[0];
				}
			}
			return 0;
		}

		synchronized void backUp() {
			Value copy = new Value(this.name);
			copy.set(this);
			this.backup = copy;
		}

		synchronized void restore() {
			this.lost = greatestEver();
			set(Objects.requireNonNull(this.backup));
		}

		private void set(Value other) {
			this.first = other.first;
			this.sent = other.sent;
			this.certain = other.certain;
			this.uncertain = other.uncertain;
			this.acknowledged.clear();
			this.acknowledged.addAll(other.acknowledged);
		}

		/** Returns the greatest value that was sent, lost or not. */
		synchronized long greatestEver() {
			return Math.max(this.lost, greatest());
		}

		/** Returns the greatest value that was sent. */
		synchronized long greatest() {
			return this.first + this.sent;
		}

		/** Returns whether a value at rest has each acknowledged write once. */
		synchronized boolean isExact(long value) {
			long least = this.first + this.certain;
			return value >= least && value <= least + this.uncertain;
		}

		@Override
		public synchronized String toString() {
			return "%d, then %d acknowledged and %d without an answer".formatted(this.first, this.certain,
					this.uncertain);
		}

	}

}
