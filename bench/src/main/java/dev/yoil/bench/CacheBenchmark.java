package dev.yoil.bench;

import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;

import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.infra.ThreadParams;

/**
 * The benchmarks: one operation of one cache, in nanoseconds per operation and thread.
 * All keys exist before the measurement. Each thread has an order of keys of its own.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class CacheBenchmark {

	/** Few enough that none of them is evicted. */
	private static final int RESIDENT = 8_192;

	/** The hits of {@code COMPUTE}: nine of ten requests. */
	private static final int POPULAR = 4_096;

	/** Many enough that a key is evicted before its next turn. */
	private static final int PASSING = 1 << 20;

	/** The keys per thread in a cache without a capacity. */
	private static final int KEPT = (Subject.CAPACITY - RESIDENT) / 2;

	/** The cache under test. */
	@Param
	public Competitor cache;

	private Subject subject;

	private String[] resident;

	private String[] passing;

	/** Opens the cache and puts the resident keys into it. */
	@Setup
	public void open() {
		this.subject = this.cache.open();
		this.resident = keys("webtoon:", RESIDENT);
		this.passing = keys("passing:", PASSING);
		for (String key : this.resident) {
			this.subject.put(key, key);
		}
	}

	private static String[] keys(String prefix, int count) {
		String[] keys = new String[count];
		for (int i = 0; i < count; i++) {
			keys[i] = prefix + i;
			// A string computes its hash once, which must not be measured.
			int unused = keys[i].hashCode();
		}
		return keys;
	}

	/**
	 * Reads a present key.
	 * @param walk the keys of the thread
	 * @return the value
	 */
	@Benchmark
	public @Nullable Object get(Walk walk) {
		return this.subject.get(this.resident[walk.next()]);
	}

	/**
	 * Reads a missing key and puts it into a full cache.
	 * @param walk the keys of the thread
	 * @return the value
	 */
	@Benchmark
	public @Nullable Object missAndPut(Walk walk) {
		String key = this.passing[walk.nextPassing()];
		Object found = this.subject.get(key);
		if (found == null) {
			this.subject.put(key, key);
			this.subject.makeRoom(this.passing[walk.longPassed()]);
		}
		return found;
	}

	/**
	 * Reads a present key three times out of four; else replaces its value.
	 * @param walk the keys of the thread
	 * @return the value
	 */
	@Benchmark
	public @Nullable Object mixed(Walk walk) {
		String key = this.resident[walk.next()];
		if (walk.isOneOf(4)) {
			this.subject.put(key, key);
			return key;
		}
		return this.subject.get(key);
	}

	/**
	 * Replaces the value of a present key.
	 * @param walk the keys of the thread
	 */
	@Benchmark
	public void put(Walk walk) {
		String key = this.resident[walk.next()];
		this.subject.put(key, key);
	}

	/**
	 * Reads with a loader: nine times out of ten a present key, else a missing one.
	 * @param walk the keys of the thread
	 * @return the value
	 */
	@Benchmark
	public @Nullable Object compute(Walk walk) {
		int next = walk.next();
		if (walk.isOneOf(10)) {
			Object loaded = this.subject.get(this.passing[walk.nextPassing()], walk.loader);
			this.subject.makeRoom(this.passing[walk.longPassed()]);
			return loaded;
		}
		return this.subject.get(this.resident[next % POPULAR], walk.loader);
	}

	/** The keys of one thread in order, the same in every run. */
	@State(Scope.Thread)
	public static class Walk {

		private static final int STEPS = 1 << 16;

		final Callable<Object> loader = () -> "loaded";

		private final int[] keys = new int[STEPS];

		private final int[] dice = new int[STEPS];

		private int step;

		private int first;

		private int span;

		private int passed;

		/**
		 * Shuffles the keys and draws the random numbers.
		 * @param threads index and number of threads
		 */
		@Setup
		public void prepare(ThreadParams threads) {
			Random random = new Random(threads.getThreadIndex());
			for (int i = 0; i < STEPS; i++) {
				this.keys[i] = random.nextInt(RESIDENT);
				this.dice[i] = random.nextInt(Integer.MAX_VALUE);
			}
			this.span = PASSING / threads.getThreadCount();
			this.first = threads.getThreadIndex() * this.span;
		}

		int next() {
			this.step = (this.step + 1) % STEPS;
			return this.keys[this.step];
		}

		boolean isOneOf(int many) {
			return this.dice[this.step] % many == 0;
		}

		/** Returns keys that no other thread has. */
		int nextPassing() {
			this.passed++;
			return this.first + this.passed % this.span;
		}

		/** Returns the key that a full cache has just evicted. */
		int longPassed() {
			return this.first + Math.floorMod(this.passed - KEPT, this.span);
		}

	}

}
