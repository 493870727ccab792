package dev.yoil.ehcache.comparison;

import java.time.Duration;
import java.util.Locale;

import org.springframework.cache.Cache;
import org.springframework.cache.interceptor.CacheResolver;

/**
 * Results of one cache.
 *
 * @param rounds the number of writes during a load
 * @param staleAfterClear old values found after clear
 * @param staleAfterEvict old values found after evict
 * @param tries 20 callers whose load fails after 100 ms
 * @param blocked how many of 64 other keys waited for a load of 2 s
 * @param eviction the time to evict the loading key
 * @param staleAfterLatePut whether a value read before an update stays
 */
record Measured(int rounds, int staleAfterClear, int staleAfterEvict, Failures.Tries tries, int blocked,
		Duration eviction, boolean staleAfterLatePut) {

	static final int CALLERS = 20;

	static final int OTHER_KEYS = 64;

	private static final Duration PATIENCE = Duration.ofMillis(5);

	static Measured of(Cache cache, CacheResolver resolver, int rounds) throws Exception {
		try (Failures failures = new Failures(cache)) {
			// Warm-up.
			failures.staleAfter(rounds / 10, Cache::clear, PATIENCE);
			return new Measured(rounds, failures.staleAfter(rounds, Cache::clear, PATIENCE),
					failures.staleAfter(rounds, (one) -> one.evict("key"), PATIENCE),
					failures.loadInVain(CALLERS, Duration.ofMillis(100)), failures.blockedDuringALoad(OTHER_KEYS),
					failures.evictionDuringALoad(), failures.isStaleAfterALatePut(resolver));
		}
	}

	static String milliseconds(Duration duration) {
		return String.format(Locale.ROOT, "%,.3f ms", duration.toNanos() / 1e6);
	}

}
