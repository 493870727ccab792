package dev.yoil.ehcache.test;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

import dev.yoil.ehcache.EhCacheCache;
import dev.yoil.ehcache.EhCacheCacheManager;
import dev.yoil.ehcache.internal.CacheOperations;
import dev.yoil.ehcache.internal.tx.Transactions;
import org.assertj.core.api.AssertProvider;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

import org.springframework.util.ReflectionUtils;

/**
 * Entry point to the assertions about the caches of an application, for use with
 * AssertJ's {@code assertThat}:
 *
 * <pre class="code">
 * assertThat(caches.cache("vets")).loadedOnce("MONDAY").hasHits(1);
 * caches.change(() -&gt; vets.save(vet)).evictsExactly("vets", "MONDAY");
 * </pre>
 *
 * {@link AutoConfigureEhCache} declares it as a bean, and calls {@link #reset()} before
 * each test method. Assertions leave no trace in caches and statistics. They see the last
 * 1,000 removals and the last 250 replacements of each cache.
 */
public final class CacheTester {

	private final Supplier<List<EhCacheCacheManager>> managers;

	private final Map<EhCacheCache, Recorded> sinceReset = new ConcurrentHashMap<>();

	/**
	 * Creates a tester without Spring Boot, and {@linkplain #reset() resets} it.
	 */
	public CacheTester(EhCacheCacheManager... managers) {
		this(() -> List.of(managers));
		reset();
	}

	CacheTester(Supplier<List<EhCacheCacheManager>> managers) {
		this.managers = managers;
	}

	/**
	 * Empties all caches, ends their bypasses, and counts from 0 again. Takes effect at
	 * once even inside a transaction.
	 */
	public void reset() {
		this.sinceReset.clear();
		for (EhCacheCache cache : all()) {
			CacheOperations operations = cache.unwrap(CacheOperations.class);
			operations.endBypass();
			operations.clear("test");
			this.sinceReset.put(cache, Recorded.from(cache));
		}
	}

	/**
	 * Returns a cache to be passed to {@code assertThat}.
	 * @throws IllegalArgumentException if there is no such cache
	 */
	public AssertProvider<CacheAssert> cache(String name) {
		EhCacheCache cache = find(name);
		return () -> new CacheAssert(cache, this.sinceReset.computeIfAbsent(cache, Recorded::all));
	}

	/**
	 * Runs a change, and returns assertions about the entries that it removed.
	 * @throws IllegalStateException if the change leaves a transaction open, because its
	 * removals would take effect after the commit
	 */
	public ChangeAssert change(ThrowingCallable change) {
		Map<String, Recorded> recorded = new LinkedHashMap<>();
		all().forEach((cache) -> recorded.put(cache.getName(), Recorded.from(cache)));
		try {
			change.call();
		}
		catch (Throwable ex) {
			ReflectionUtils.rethrowRuntimeException(ex);
		}
		if (Transactions.isActive()) {
			throw new IllegalStateException("The change ran in a transaction that is still open, so its removals "
					+ "have not taken effect. Annotate the test with @Transactional(propagation = NOT_SUPPORTED), or "
					+ "commit in the change: TestTransaction.flagForCommit(); TestTransaction.end();");
		}
		return new ChangeAssert(this, recorded);
	}

	EhCacheCache find(String name) {
		return all().stream()
			.filter((cache) -> cache.getName().equals(name))
			.findFirst()
			.orElseThrow(() -> new IllegalArgumentException("There is no cache '" + name + "'. " + known()));
	}

	private String known() {
		List<String> names = all().stream().map(EhCacheCache::getName).toList();
		return names.isEmpty()
				? "The context has no EhCacheCacheManager: import the class that has @EnableCaching. Or the "
						+ "application declares another CacheManager."
				: "The caches are " + names + ".";
	}

	private List<EhCacheCache> all() {
		return this.managers.get().stream().flatMap((manager) -> manager.caches().stream()).toList();
	}

}
