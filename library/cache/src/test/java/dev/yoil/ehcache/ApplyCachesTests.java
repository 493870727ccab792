package dev.yoil.ehcache;

import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;

import dev.yoil.ehcache.xml.DeclaredCache;
import dev.yoil.ehcache.xml.EhcacheXml;
import dev.yoil.ehcache.xml.EhcacheXmlException;
import org.ehcache.event.CacheEvent;
import org.ehcache.event.CacheEventListener;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import org.springframework.cache.Cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.tuple;

/**
 * Changes of several caches in use, and of their number.
 */
@Timeout(60)
class ApplyCachesTests {

	private static final String A = "<cache alias='a'><heap>10</heap><y:policy ttl='1h'/></cache>";

	private static final String B = "<cache alias='b'><heap>20</heap></cache>";

	private static final String C = "<cache alias='c'><heap>30</heap></cache>";

	private static final String FAILING = """
			<cache alias='failing'><listeners><listener>
			<class>dev.yoil.ehcache.ApplyCachesTests$FailingListener</class>
			<event-firing-mode>SYNCHRONOUS</event-firing-mode><event-ordering-mode>ORDERED</event-ordering-mode>
			<events-to-fire-on>CREATED</events-to-fire-on></listener></listeners><heap>1</heap></cache>""";

	@Test
	void addedCacheWorksLikeTheOthers() {
		try (TestCaches caches = TestCaches.transactional(10, "")) {
			caches.apply("<cache alias='cache'><heap>10</heap></cache>" + C);
			assertThat(caches.manager().getCacheNames()).containsExactly("cache", "c");
			Cache added = caches.manager().getCache("c");
			assertThat(added).isInstanceOf(TransactionalCache.class).isSameAs(caches.manager().getCache("c"));
			assertThat(IndexingStoreProvider.Target.user(added).get()).isSameAs(added);
			IntStream.range(0, 50).forEach((key) -> added.put(key, key));
			assertThat(EhCacheCache.of(added).size()).isEqualTo(30);
			assertThat(caches.manager().caches()).extracting(EhCacheCache::getName).containsExactly("cache", "c");
		}
	}

	@Test
	void removedCacheIsClosed() {
		try (TestCaches caches = TestCaches.of(A + B)) {
			Cache kept = caches.manager().getCache("a");
			Cache removed = caches.manager().getCache("b");
			kept.put("key", "value");
			removed.put("key", "value");
			caches.apply(A);
			assertThat(caches.manager().getCache("b")).isNull();
			assertThat(caches.manager().getCacheNames()).containsExactly("a");
			assertThatIllegalStateException().isThrownBy(() -> removed.get("key"));
			assertThat(caches.manager().getCache("a")).isSameAs(kept);
			assertThat(kept.get("key")).isNotNull();
			caches.apply(A + B);
			assertThat(caches.manager().getCache("b").get("key")).as("empty again").isNull();
			caches.manager().resetCaches();
			assertThat(kept.get("key")).isNull();
		}
	}

	@Test
	void refusedDeclarationsChangeNothing() {
		try (TestCaches caches = TestCaches.of(A + B)) {
			caches.manager().addCheck((file) -> {
				if (file.caches().size() != 2) {
					throw new EhcacheXmlException(file, 0, "not two caches.", "Declare two.");
				}
			});
			EhcacheXml before = caches.manager().declared();
			assertThatExceptionOfType(EhcacheXmlException.class)
				.isThrownBy(() -> caches.apply("<cache alias='a'><heap>5</heap></cache>"));
			assertUnchanged(caches, before);
		}
	}

	@Test
	void appliesAllOrNothing() {
		try (TestCaches caches = TestCaches.of(A + B)) {
			EhcacheXml before = caches.manager().declared();
			assertThatExceptionOfType(EhcacheXmlException.class)
				.isThrownBy(() -> caches.apply("<cache alias='a'><heap>5</heap></cache>" + C + FAILING))
				.withMessageContaining("ehcache.xml:2: the listener");
			assertUnchanged(caches, before);
			caches.apply(A + C);
			assertThat(caches.manager().getCacheNames()).containsExactly("a", "c");
		}
	}

	private static void assertUnchanged(TestCaches caches, EhcacheXml before) {
		assertThat(caches.manager().declared()).isSameAs(before);
		assertThat(caches.manager().getCacheNames()).containsExactly("a", "b");
		assertThat(caches.manager().getCache("c")).isNull();
		assertThat(caches.cache().declared().capacity()).isEqualTo(10);
		assertThat(caches.cache().declared().policy().ttl()).hasHours(1);
	}

	@Test
	void whatRunsDiffersFromTheFileUntilTheNextStart() {
		try (TestCaches caches = TestCaches.of(A + B)) {
			EhcacheXml file = TestCaches.read(TestCaches.HEAD
					+ "<cache alias='a'><key-type>java.lang.Long</key-type><heap>10</heap><y:policy ttl='2h' region='r'/>"
					+ "</cache><cache alias='b'><heap unit='MB'>1</heap></cache></config>");
			EhcacheXml before = caches.manager().declared();
			assertThat(caches.manager().apply(file)).isSameAs(before);
			EhcacheXml running = caches.manager().declared();
			assertThat(running.caches())
				.extracting((cache) -> cache.policy().ttl(), DeclaredCache::region, (cache) -> cache.types().key(),
						DeclaredCache::heap)
				.containsExactly(tuple(Duration.ofHours(2), null, Object.class, "10 entries"),
						tuple(null, null, Object.class, "20 entries"));
			assertThat(caches.manager().apply(file)).isSameAs(running);
			assertThat(caches.manager().declared()).isEqualTo(running);
			caches.cache().put("text", "is still a valid key");
		}
	}

	@Test
	void readersAlwaysFindTheCachesThatStay() throws Exception {
		ExecutorService reader = Executors.newSingleThreadExecutor();
		try (TestCaches caches = TestCaches.of(A + B)) {
			AtomicBoolean done = new AtomicBoolean();
			Cache kept = caches.manager().getCache("a");
			Future<Long> lookups = reader.submit(() -> {
				long count = 0;
				for (; !done.get(); count++) {
					assertThat(caches.manager().getCache("a")).isSameAs(kept);
					assertThat(caches.manager().getCacheNames()).contains("a");
				}
				return count;
			});
			for (int i = 0; i < 500; i++) {
				caches.apply(A + C);
				caches.apply(A + B);
			}
			done.set(true);
			assertThat(lookups.get()).isPositive();
		}
		finally {
			reader.shutdownNow();
		}
	}

	@Test
	void concurrentCallsTakeEffectOneAfterTheOther() throws Exception {
		ExecutorService threads = Executors.newFixedThreadPool(4);
		try (TestCaches caches = TestCaches.of(A)) {
			for (Future<?> one : IntStream.range(0, 4).<Future<?>>mapToObj((thread) -> threads.submit(() -> {
				for (int i = 0; i < 100; i++) {
					caches
						.apply("<cache alias='a'><heap>" + (10 + thread) + "</heap></cache>" + ((i % 2 == 0) ? B : C));
				}
			})).toList()) {
				one.get();
			}
			EhcacheXml declared = caches.manager().declared();
			assertThat(caches.manager().getCacheNames()).hasSize(2)
				.containsExactlyElementsOf(declared.caches().stream().map(DeclaredCache::name).toList());
			assertThat(caches.cache().declared()).isEqualTo(declared.caches().get(0));
			assertThat(caches.cache().index().size()).isZero();
			caches.manager().getCache("a").put("key", "value");
		}
		finally {
			threads.shutdownNow();
		}
	}

	@Test
	void closedManagerRefuses() {
		TestCaches caches = TestCaches.of(A);
		caches.close();
		assertThatIllegalStateException().isThrownBy(() -> caches.apply(B));
	}

	/**
	 * A listener that cannot be created.
	 */
	public static final class FailingListener implements CacheEventListener<Object, Object> {

		public FailingListener() {
			throw new IllegalStateException("broken");
		}

		@Override
		public void onEvent(CacheEvent<?, ?> event) {
			// Never called.
		}

	}

}
