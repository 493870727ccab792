package dev.yoil.ehcache.comparison;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.IntStream;

import org.springframework.cache.Cache;
import org.springframework.cache.annotation.Cacheable;
import org.springframework.cache.annotation.CachingConfigurer;
import org.springframework.cache.annotation.EnableCaching;
import org.springframework.cache.interceptor.CacheResolver;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;

/**
 * Failures of a cache, measured in real time.
 */
final class Failures implements AutoCloseable {

	private static final Duration SLOW = Duration.ofSeconds(2);

	private final ExecutorService threads = Executors.newCachedThreadPool();

	private final Cache cache;

	Failures(Cache cache) {
		this.cache = cache;
	}

	/**
	 * Counts old values found after a write during a load.
	 * @param rounds the number of loads
	 * @param write the write
	 * @param patience the duration of a load if the write waits for it
	 */
	int staleAfter(int rounds, Consumer<Cache> write, Duration patience) throws Exception {
		int stale = 0;
		AtomicInteger database = new AtomicInteger();
		for (int round = 0; round < rounds; round++) {
			CountDownLatch loading = new CountDownLatch(1);
			CountDownLatch written = new CountDownLatch(1);
			this.cache.evict("key");
			Future<Integer> load = this.threads.submit(() -> this.cache.get("key", () -> {
				int read = database.get();
				loading.countDown();
				boolean unused = written.await(patience.toNanos(), TimeUnit.NANOSECONDS);
				return read;
			}));
			loading.await();
			database.incrementAndGet();
			write.accept(this.cache);
			written.countDown();
			load.get();
			Integer found = this.cache.get("key", database::get);
			stale += (Objects.requireNonNull(found) < database.get()) ? 1 : 0;
		}
		return stale;
	}

	/**
	 * Calls a failing loader concurrently.
	 * @return the number of loader calls and the time of the last caller
	 */
	Tries loadInVain(int callers, Duration tryLasts) throws Exception {
		AtomicInteger calls = new AtomicInteger();
		CyclicBarrier start = new CyclicBarrier(callers + 1);
		List<Future<?>> results = new ArrayList<>();
		for (int i = 0; i < callers; i++) {
			results.add(this.threads.submit(() -> {
				start.await();
				return this.cache.get("broken", () -> {
					calls.incrementAndGet();
					last(tryLasts);
					throw new IllegalStateException("no database");
				});
			}));
		}
		long began = System.nanoTime();
		start.await();
		for (Future<?> result : results) {
			try {
				result.get();
			}
			catch (ExecutionException ex) {
				continue;
			}
			throw new IllegalStateException("A load that fails gave a value");
		}
		return new Tries(calls.get(), since(began));
	}

	/**
	 * Counts the keys that cannot be loaded during a slow load.
	 */
	int blockedDuringALoad(int otherKeys) throws Exception {
		Future<String> load = slowLoad();
		CountDownLatch done = new CountDownLatch(otherKeys);
		List<Future<?>> others = IntStream.range(0, otherKeys).<Future<?>>mapToObj((i) -> this.threads.submit(() -> {
			this.cache.get("other-" + i, () -> "value");
			done.countDown();
		})).toList();
		boolean unused = done.await(SLOW.toMillis() / 2, TimeUnit.MILLISECONDS);
		int blocked = (int) done.getCount();
		load.get();
		for (Future<?> other : others) {
			other.get();
		}
		return blocked;
	}

	/**
	 * Measures the time to evict a key during its load.
	 */
	Duration evictionDuringALoad() throws Exception {
		Future<String> load = slowLoad();
		long began = System.nanoTime();
		this.cache.evict("slow");
		Duration lasted = since(began);
		load.get();
		return lasted;
	}

	/**
	 * Updates a value during a {@code @Cacheable} method without {@code sync}.
	 * @param resolver the cache resolver of the annotation
	 * @return whether the cache serves the old value after the update
	 */
	boolean isStaleAfterALatePut(CacheResolver resolver) {
		try (AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext()) {
			context.registerBean(CachingConfigurer.class, () -> new CachingConfigurer() {
				@Override
				public CacheResolver cacheResolver() {
					return resolver;
				}
			});
			context.register(Plain.class);
			context.refresh();
			context.getBean(Plain.class).read(() -> this.cache.evict("plain"));
		}
		return "old".equals(this.cache.get("plain", String.class));
	}

	private Future<String> slowLoad() throws InterruptedException {
		this.cache.evict("slow");
		CountDownLatch loading = new CountDownLatch(1);
		Callable<String> slow = () -> {
			loading.countDown();
			last(SLOW);
			return "value";
		};
		Future<String> load = this.threads.submit(() -> this.cache.get("slow", slow));
		loading.await();
		return load;
	}

	@EnableCaching
	static class Plain {

		@Cacheable(cacheNames = "cache", key = "'plain'")
		public String read(Runnable duringLoad) {
			duringLoad.run();
			return "old";
		}

	}

	private static void last(Duration duration) throws InterruptedException {
		boolean unused = new CountDownLatch(1).await(duration.toNanos(), TimeUnit.NANOSECONDS);
	}

	private static Duration since(long began) {
		return Duration.ofNanos(System.nanoTime() - began);
	}

	@Override
	public void close() {
		this.threads.shutdownNow();
	}

	/**
	 * Calls of a failing loader.
	 *
	 * @param calls the number of calls
	 * @param lasted the time of the last caller
	 */
	record Tries(int calls, Duration lasted) {

	}

}
