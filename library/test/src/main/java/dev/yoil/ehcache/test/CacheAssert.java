package dev.yoil.ehcache.test;

import java.util.Set;
import java.util.function.ToLongFunction;

import dev.yoil.ehcache.EhCacheCache;
import dev.yoil.ehcache.internal.tx.Transactions;
import dev.yoil.ehcache.statistics.CacheStatistics;
import org.assertj.core.api.AbstractAssert;

/**
 * Assertions about a cache since {@link CacheTester#reset()}, which runs before each test
 * method. Get them from {@link CacheTester#cache(String)}.
 */
public final class CacheAssert extends AbstractAssert<CacheAssert, EhCacheCache> {

	private final Recorded recorded;

	CacheAssert(EhCacheCache actual, Recorded recorded) {
		super(actual, CacheAssert.class);
		this.recorded = recorded;
	}

	/**
	 * Verifies that a key was loaded exactly once. The cache does not count loads by key,
	 * so this verifies that:
	 * <ul>
	 * <li>exactly one value of the key was stored, even if it is no longer present
	 * <li>as many values were stored in the cache as were loaded, and no load failed, was
	 * voided, or was a duplicate
	 * </ul>
	 * The key of a load that stored nothing is unknown, and so is the key of a value that
	 * was stored without a load. The assertion then fails, and {@link #hasLoads} may
	 * help.
	 * <p>
	 * A {@code @Cacheable} method without {@code sync} that throws is not counted as a
	 * load.
	 */
	public CacheAssert loadedOnce(Object key) {
		long values = this.recorded.stored(key);
		if (values != 1) {
			String open = Transactions.isActive()
					? "%nA transaction is open. Values that it loads are stored after its commit.".formatted() : "";
			throw failed("Expected key %s of cache '%s' to be loaded once, but %d values of it were stored."
				.formatted(text(key), this.actual.getName(), values) + open);
		}
		long discarded = count(CacheStatistics::failedLoads) + count(CacheStatistics::voidedLoads)
				+ count(CacheStatistics::duplicateLoads);
		if (discarded != 0 || count(CacheStatistics::loads) != count(CacheStatistics::puts)) {
			throw failed(("Expected key %s of cache '%s' to be loaded once. One value of it was stored, but %d loads "
					+ "and %d stored values of the cache do not match one to one (failed, voided or duplicate loads: "
					+ "%d), and their keys are unknown. Use hasLoads instead, or check before the other loads and "
					+ "writes.")
				.formatted(text(key), this.actual.getName(), count(CacheStatistics::loads),
						count(CacheStatistics::puts), discarded));
		}
		return this;
	}

	/**
	 * Verifies the number of loads of all keys, including failed loads and refreshes.
	 */
	public CacheAssert hasLoads(long expected) {
		return has(expected, "loads", CacheStatistics::loads);
	}

	/**
	 * Verifies the number of lookups of all keys that found a fresh value.
	 */
	public CacheAssert hasHits(long expected) {
		return has(expected, "hits", CacheStatistics::hits);
	}

	/**
	 * Verifies the number of lookups of all keys that found no fresh value.
	 */
	public CacheAssert hasMisses(long expected) {
		return has(expected, "misses", CacheStatistics::misses);
	}

	/**
	 * Verifies that the cache has entries with exactly these keys. Expired entries are
	 * ignored. No keys verify that the cache is empty.
	 */
	public CacheAssert containsOnlyKeys(Object... keys) {
		if (!this.recorded.keys().equals(Set.of(keys))) {
			throw failed(
					"Expected cache '%s' to contain exactly the keys %s.".formatted(this.actual.getName(), text(keys)));
		}
		return this;
	}

	private CacheAssert has(long expected, String name, ToLongFunction<CacheStatistics> count) {
		if (count(count) != expected) {
			throw failed("Expected cache '%s' to have %d %s, but it has %d.".formatted(this.actual.getName(), expected,
					name, count(count)));
		}
		return this;
	}

	private long count(ToLongFunction<CacheStatistics> count) {
		return this.recorded.count(count);
	}

	private AssertionError failed(String message) {
		return failure("%s", message + this.recorded.describe("Since the test began", this::text));
	}

	private String text(Object value) {
		return this.info.representation().toStringOf(value);
	}

}
