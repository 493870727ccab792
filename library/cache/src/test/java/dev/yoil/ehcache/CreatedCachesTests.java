package dev.yoil.ehcache;

import java.lang.reflect.Method;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.IntStream;

import dev.yoil.ehcache.xml.DeclaredCache;
import org.ehcache.UserManagedCache;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.cache.Cache;
import org.springframework.cache.CacheManager;
import org.springframework.cache.concurrent.ConcurrentMapCacheManager;
import org.springframework.cache.interceptor.CacheOperationInvocationContext;
import org.springframework.cache.interceptor.CacheableOperation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * Caches that are created from a template while the application runs.
 */
@Timeout(60)
class CreatedCachesTests {

	private static final String ONE = "<cache alias='one'><heap>5</heap></cache>";

	private static final String TEMPLATES = "<cache-template name='plain'><heap>10</heap></cache-template>"
			+ template("1h", 3) + "<cache-template name='empty'/>" + ONE;

	private static String template(String ttl, int max) {
		return "<cache-template name='tenant'><heap>20</heap><y:policy ttl='" + ttl
				+ "'/><y:caches pattern='tenant-*' max='" + max + "'/></cache-template>";
	}

	@Test
	void createsACacheOfAPatternWhenItIsFirstUsed() {
		try (TestCaches caches = TestCaches.of(TEMPLATES)) {
			EhCacheCacheManager manager = caches.manager();
			assertThat(manager.getCacheNames()).containsExactly("one");
			Cache seven = manager.getCache("tenant-7");
			assertThat(manager.getCache("tenant-7")).isSameAs(seven);
			assertThat(manager.getCache("other")).isNull();
			assertThat(manager.getCacheNames()).containsExactly("one", "tenant-7");
			EhCacheCache cache = EhCacheCache.of(seven);
			assertThat(manager.caches()).element(1).isSameAs(cache);
			assertThat(cache.declared().policy().ttl()).isEqualTo(Duration.ofHours(1));
			IntStream.range(0, 50).forEach((key) -> seven.put(key, key));
			assertThat(cache.index().size()).isEqualTo(20);
			manager.resetCaches();
			assertThat(cache.index().size()).isZero();
		}
	}

	@Test
	void createsEachCacheOnceHoweverManyCallersAsk() throws Exception {
		try (TestCaches caches = TestCaches.of(TEMPLATES)) {
			AtomicInteger changes = new AtomicInteger();
			caches.manager().addChangeListener(changes::incrementAndGet);
			CountDownLatch begun = new CountDownLatch(1);
			ExecutorService callers = Executors.newFixedThreadPool(8);
			try {
				var found = IntStream.range(0, 8).mapToObj((caller) -> callers.submit(() -> {
					begun.await();
					return caches.manager().getCache("tenant-1");
				})).toList();
				begun.countDown();
				Cache first = found.get(0).get();
				for (Future<Cache> each : found) {
					assertThat(each.get()).isSameAs(first);
				}
			}
			finally {
				callers.shutdownNow();
			}
			assertThat(caches.manager().getCacheNames()).containsExactly("one", "tenant-1");
			assertThat(changes).hasPositiveValue();
		}
	}

	@Test
	void createsAndRemovesFromCode() {
		try (TestCaches caches = TestCaches.of(TEMPLATES)) {
			EhCacheCacheManager manager = caches.manager();
			Cache cache = manager.create("orders", "plain");
			assertThat(manager.create("orders", "plain")).isSameAs(cache).isSameAs(manager.getCache("orders"));
			cache.put("key", "value");
			assertThat(manager.remove("orders")).isTrue();
			assertThat(manager.remove("orders")).isFalse();
			assertThat(manager.remove("one")).as("of the file").isFalse();
			assertThat(manager.getCache("orders")).isNull();
			assertThat(manager.caches()).extracting(EhCacheCache::getName).containsExactly("one");
			assertThatIllegalStateException().isThrownBy(() -> cache.get("key"));
			assertThat(manager.create("orders", "plain").get("key")).isNull();
		}
	}

	@Test
	void createsNoMoreThanTheMaximum() {
		try (TestCaches caches = TestCaches.of(TEMPLATES)) {
			EhCacheCacheManager manager = caches.manager();
			IntStream.range(0, 3).forEach((tenant) -> manager.getCache("tenant-" + tenant));
			assertThatIllegalStateException().isThrownBy(() -> manager.getCache("tenant-3"))
				.withMessage("Cache 'tenant-3' is not created, because template 'tenant' has its maximum of 3 caches. "
						+ "Remove some, or write a larger max");
			assertThat(manager.create("orders", "plain")).isNotNull();
			manager.remove("tenant-0");
			assertThat(manager.getCache("tenant-3")).isNotNull();
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { " ", "tenant-\n", "tenant-\u0000" })
	void refusesNames(String name) {
		try (TestCaches caches = TestCaches.of(TEMPLATES)) {
			assertThatIllegalArgumentException().isThrownBy(() -> caches.manager().create(name, "plain"));
			assertThatIllegalArgumentException()
				.isThrownBy(() -> caches.manager().getCache("tenant-" + "x".repeat(194)));
			assertThat(caches.manager().getCacheNames()).containsExactly("one");
		}
	}

	@Test
	void refusesOtherTemplatesAndTakenNames() {
		try (TestCaches caches = TestCaches.of(TEMPLATES)) {
			EhCacheCacheManager manager = caches.manager();
			assertThatIllegalArgumentException().isThrownBy(() -> manager.create("a", "none"));
			assertThatIllegalArgumentException().isThrownBy(() -> manager.create("a", "empty"));
			assertThatIllegalStateException().isThrownBy(() -> manager.create("one", "plain"));
			manager.create("a", "plain");
			assertThatIllegalStateException().isThrownBy(() -> manager.create("a", "tenant"));
		}
	}

	@Test
	void appliesChangesOfTheirTemplate() {
		try (TestCaches caches = TestCaches.of(TEMPLATES)) {
			EhCacheCacheManager manager = caches.manager();
			Cache first = manager.getCache("tenant-1");
			manager.getCache("tenant-2");
			first.put("key", "value");
			caches.apply(template("2h", 3) + "<cache alias='tenant-2'><heap>7</heap></cache>");
			assertThat(manager.getCacheNames()).containsExactly("tenant-2", "tenant-1");
			assertThat(manager.getCache("tenant-1")).isSameAs(first);
			assertThat(first.get("key")).isNotNull();
			assertThat(manager.caches()).extracting((cache) -> cache.declared().room())
				.containsExactly("7 entries", "20 entries");
			assertThat(manager.caches().get(1).declared().policy().ttl()).isEqualTo(Duration.ofHours(2));
			assertThat(manager.remove("tenant-2")).as("now of the file").isFalse();
			caches.apply(ONE);
			assertThat(manager.getCacheNames()).as("without its template").containsExactly("one", "tenant-1");
			assertThat(manager.getCache("tenant-9")).isNull();
		}
	}

	@Test
	void keepsWhatCannotChangeWhenTheFileDeclaresACreatedCache() {
		try (TestCaches caches = TestCaches.of(TEMPLATES)) {
			Cache cache = caches.manager().getCache("tenant-3");
			cache.put("key", "value");
			caches.apply(template("1h", 3) + "<cache alias='tenant-3'><value-type>java.lang.Long</value-type>"
					+ "<heap unit='MB'>1</heap><y:policy ttl='2h' region='other'/></cache>");
			DeclaredCache declared = caches.manager().declared().byName().get("tenant-3");
			assertThat(EhCacheCache.of(cache).declared()).isEqualTo(declared);
			assertThat(declared.capacity()).isEqualTo(20);
			assertThat(declared.region()).isNull();
			assertThat(declared.types().value()).isEqualTo(Object.class);
			assertThat(declared.policy().ttl()).hasHours(2);
			assertThat(cache.get("key", String.class)).isEqualTo("value");
		}
	}

	@Test
	void namesARemovedCacheThatIsUsed() {
		try (TestCaches caches = TestCaches.of(TEMPLATES)) {
			EhCacheCache cache = EhCacheCache.of(caches.manager().create("orders", "plain"));
			caches.manager().remove("orders");
			List<Consumer<EhCacheCache>> uses = List.of((one) -> one.get("key"), (one) -> one.get("key", () -> 1),
					(one) -> one.get("key", String.class), (one) -> one.retrieve("key"), (one) -> one.put("key", 1),
					(one) -> one.putIfAbsent("key", 1), (one) -> one.evict("key"));
			for (Consumer<EhCacheCache> use : uses) {
				assertThatIllegalStateException().isThrownBy(() -> use.accept(cache))
					.withMessage("Cache 'orders' is removed, or its cache manager is closed. "
							+ "Get the cache from the manager for each use");
			}
		}
	}

	/**
	 * Its entries are forgotten just after it is closed.
	 */
	@Test
	void clearsTheOthersWhileACacheIsRemoved() {
		try (TestCaches caches = TestCaches.of(TEMPLATES)) {
			EhCacheCache removed = EhCacheCache.of(caches.manager().create("orders", "plain"));
			EhCacheCache other = EhCacheCache.of(caches.manager().create("users", "plain"));
			removed.put("key", "value");
			other.put("key", "value");
			UserManagedCache<?, ?> closed = (UserManagedCache<?, ?>) removed.getNativeCache();
			closed.close();
			caches.manager().resetCaches();
			assertThat(other.size()).isZero();
			closed.init();
		}
	}

	@Test
	void forgetsTheEntriesOfARemovedCache() {
		try (TestCaches caches = TestCaches.of(TEMPLATES)) {
			Cache cache = caches.manager().create("orders", "plain");
			cache.put("key", "value");
			EhCacheCache removed = EhCacheCache.of(cache);
			caches.manager().remove("orders");
			assertThat(removed.size()).isZero();
			assertThat(removed.entries()).isEmpty();
		}
	}

	@Test
	void aFailingListenerStopsNothing() {
		try (TestCaches caches = TestCaches.of(TEMPLATES)) {
			AtomicInteger changes = new AtomicInteger();
			caches.manager().addChangeListener(() -> {
				throw new IllegalStateException("planted");
			});
			caches.manager().addChangeListener(changes::incrementAndGet);
			assertThat(caches.manager().getCache("tenant-1")).isNotNull();
			assertThat(caches.manager().create("tenant-1", "tenant")).isNotNull();
			assertThat(caches.manager().remove("none")).isFalse();
			assertThat(changes).as("nothing changed after the first").hasValue(1);
		}
	}

	@Test
	void aResolverCreatesNoCacheForAForeignOne() {
		try (TestCaches caches = TestCaches.of(TEMPLATES)) {
			CacheManager foreign = new ConcurrentMapCacheManager("tenant-1");
			CacheOperationInvocationContext<?> call = new PlainCall("tenant-1");
			assertThat(caches.manager().cacheResolver(foreign).resolveCaches(call)).hasSize(1);
			assertThat(caches.manager().getCacheNames()).containsExactly("one");
		}
	}

	@Test
	void createsNoneAfterTheEnd() {
		TestCaches caches = TestCaches.of(TEMPLATES);
		caches.close();
		assertThat(caches.manager().getCache("tenant-1")).isNull();
		assertThatIllegalStateException().isThrownBy(() -> caches.manager().create("a", "plain"));
		assertThatIllegalStateException().isThrownBy(() -> caches.manager().remove("a"));
	}

	/** A call of a {@code @Cacheable} method without {@code sync}. */
	private record PlainCall(String cache) implements CacheOperationInvocationContext<CacheableOperation> {

		@Override
		public CacheableOperation getOperation() {
			CacheableOperation.Builder operation = new CacheableOperation.Builder();
			operation.setCacheNames(this.cache);
			return operation.build();
		}

		@Override
		public Object getTarget() {
			return this;
		}

		@Override
		public Method getMethod() {
			return Object.class.getMethods()[0];
		}

		@Override
		public Object[] getArgs() {
			return new Object[0];
		}

	}

}
