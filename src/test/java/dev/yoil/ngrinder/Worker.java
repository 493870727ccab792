package dev.yoil.ngrinder;

import java.lang.annotation.Annotation;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;

import net.grinder.script.Grinder;
import net.grinder.script.InternalScriptContext;
import net.grinder.script.Statistics;
import net.grinder.scriptengine.groovy.junit.annotation.AfterThread;
import net.grinder.scriptengine.groovy.junit.annotation.BeforeProcess;
import net.grinder.scriptengine.groovy.junit.annotation.BeforeThread;
import org.jspecify.annotations.Nullable;
import org.junit.After;
import org.junit.Before;
import org.junit.Test;
import org.junit.runners.model.FrameworkMethod;
import org.junit.runners.model.TestClass;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Stands in for nGrinder's worker process while a script is tried: an instance of the
 * script for each thread, which runs its tests one after the other, again and again. What
 * the real one does besides, such as timing, is none of this.
 */
public final class Worker {

	private static final ThreadLocal<Integer> THREAD = new ThreadLocal<>();

	private static final ThreadLocal<List<String>> ASKED = ThreadLocal.withInitial(ArrayList::new);

	private static final Queue<Recording> RECORDINGS = new ConcurrentLinkedQueue<>();

	private static final Queue<Integer> ANSWERS = new ConcurrentLinkedQueue<>();

	private static volatile long delayNanos;

	private static volatile int brokenStatus;

	private final TestClass script;

	private Worker(Class<?> script) {
		this.script = new TestClass(script);
	}

	/**
	 * Returns the number of the calling thread.
	 */
	public static int thread() {
		return THREAD.get();
	}

	/**
	 * Notes that a method of a script's instance is to be measured.
	 */
	public static void record(Object target, String method) {
		RECORDINGS.add(new Recording(target, method));
	}

	/**
	 * Notes a request of the calling thread.
	 */
	public static void asks(String address) {
		ASKED.get().add(address);
	}

	/**
	 * Notes an answer.
	 * @return the status that the script sees
	 */
	public static int answered(int status) {
		ANSWERS.add(status);
		long end = System.nanoTime() + delayNanos;
		for (long left = delayNanos; left > 0; left = end - System.nanoTime()) {
			LockSupport.parkNanos(left);
		}
		return (brokenStatus != 0) ? brokenStatus : status;
	}

	/**
	 * Delays each further answer.
	 */
	static void slowDown(long millis) {
		delayNanos = TimeUnit.MILLISECONDS.toNanos(millis);
	}

	/**
	 * Gives each further answer another status; 0 for its own.
	 */
	static void breakDown(int status) {
		brokenStatus = status;
	}

	/**
	 * Returns how often a status was answered so far.
	 */
	static long answers(int status) {
		return ANSWERS.stream().filter((each) -> each == status).count();
	}

	/**
	 * Runs a script.
	 * @param script the compiled script
	 * @param param what the controller's field has
	 * @param threads how many virtual users
	 * @param runs how often each runs all tests
	 * @return what was called, and how it ended
	 * @throws Exception if the script fails outside of its tests
	 */
	static List<Call> run(Class<?> script, String param, int threads, int runs) throws Exception {
		return run(script, param, threads, runs, () -> {
		});
	}

	/**
	 * Runs a script.
	 * @param begun called after the script's preparations, before its threads start
	 */
	static List<Call> run(Class<?> script, String param, int threads, int runs, Runnable begun) throws Exception {
		RECORDINGS.clear();
		System.setProperty("param", param);
		Grinder.grinder = new Context();
		ExecutorService executor = Executors.newFixedThreadPool(threads);
		try {
			return new Worker(script).run(executor, threads, runs, begun);
		}
		finally {
			executor.shutdownNow();
			Grinder.grinder = null;
			System.clearProperty("param");
		}
	}

	private List<Call> run(ExecutorService executor, int threads, int runs, Runnable begun) throws Exception {
		callAll(null, BeforeProcess.class);
		begun.run();
		List<Call> calls = new CopyOnWriteArrayList<>();
		List<Future<?>> ends = IntStream.range(0, threads).<Future<?>>mapToObj((number) -> executor.submit(() -> {
			runThread(number, runs, calls);
			return null;
		})).toList();
		for (Future<?> end : ends) {
			try {
				end.get(30, TimeUnit.SECONDS);
			}
			catch (TimeoutException ex) {
				throw new IllegalStateException("The script did not end", ex);
			}
			catch (ExecutionException ex) {
				throw new IllegalStateException("The script failed outside of its tests", ex.getCause());
			}
		}
		return calls;
	}

	private void runThread(int number, int runs, List<Call> calls) throws Exception {
		THREAD.set(number);
		Object instance = this.script.getOnlyConstructor().newInstance();
		callAll(instance, BeforeThread.class);
		for (int run = 0; run < runs; run++) {
			for (FrameworkMethod test : this.script.getAnnotatedMethods(Test.class)) {
				callAll(instance, Before.class);
				calls.add(call(instance, test));
				callAll(instance, After.class);
			}
		}
		callAll(instance, AfterThread.class);
	}

	private static Call call(Object instance, FrameworkMethod test) {
		ASKED.remove();
		Throwable failure = null;
		try {
			test.invokeExplosively(instance);
		}
		catch (Throwable ex) {
			failure = ex;
		}
		return new Call(test.getName(), List.copyOf(ASKED.get()), failure,
				RECORDINGS.contains(new Recording(instance, test.getName())));
	}

	private void callAll(@Nullable Object instance, Class<? extends Annotation> when) throws Exception {
		for (FrameworkMethod method : this.script.getAnnotatedMethods(when)) {
			try {
				method.invokeExplosively(instance);
			}
			catch (Throwable ex) {
				throw new IllegalStateException(method.getName() + " failed: " + ex.getMessage(), ex);
			}
		}
	}

	/**
	 * Returns the names that {@code record} was given.
	 */
	static List<String> recorded() {
		return RECORDINGS.stream().map(Recording::method).distinct().toList();
	}

	/**
	 * One test of one run.
	 *
	 * @param test the name of the test
	 * @param asked the addresses it asked for
	 * @param failure why it failed; {@code null} if it did not
	 * @param recorded whether nGrinder would have measured it
	 */
	record Call(String test, List<String> asked, @Nullable Throwable failure, boolean recorded) {

		boolean sendsRequests() {
			return !this.asked.isEmpty();
		}

	}

	private record Recording(Object target, String method) {
	}

	/**
	 * The {@code grinder} of a script. Sleeping has no effect in tests.
	 */
	private static final class Context implements InternalScriptContext {

		private final Logger logger = LoggerFactory.getLogger(Worker.class);

		@Override
		public Logger getLogger() {
			return this.logger;
		}

		@Override
		public void sleep(long meanTime, long standardDeviation) {
			this.logger.debug("Would sleep for {} ms", meanTime);
		}

		@Override
		public Statistics getStatistics() {
			return (delay) -> this.logger.debug("Delays reports: {}", delay);
		}

	}

}
