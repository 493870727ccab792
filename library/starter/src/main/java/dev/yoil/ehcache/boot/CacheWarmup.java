package dev.yoil.ehcache.boot;

import java.time.Duration;
import java.util.Collection;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Keys to load at startup, before the application reports readiness. Declare a bean of
 * this type for each cache to warm up.
 * <p>
 * Warm-ups run in the order of their beans, after other {@code ApplicationRunner}s
 * without an order. Each loads four keys at a time. Failed loads are logged and never
 * stop the startup. After {@code atMost}, no further key is loaded, and the startup goes
 * on without the loads that still run.
 *
 * @param <K> the type of the keys
 * @param cache the name of the cache that the method fills. An unknown one fails the
 * startup
 * @param keys returns the keys, the most important first
 * @param load loads a key: calls a cached method of another bean. Several threads call it
 * @param atMost how long readiness waits for this warm-up
 */
public record CacheWarmup<K>(String cache, Supplier<? extends Collection<? extends K>> keys, Consumer<? super K> load,
		Duration atMost) {

	/**
	 * Creates a warm-up for which readiness waits up to 30 seconds.
	 */
	public CacheWarmup(String cache, Supplier<? extends Collection<? extends K>> keys, Consumer<? super K> load) {
		this(cache, keys, load, Duration.ofSeconds(30));
	}

}
