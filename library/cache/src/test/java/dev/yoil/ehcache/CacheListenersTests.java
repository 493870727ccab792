package dev.yoil.ehcache;

import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

import dev.yoil.ehcache.spi.CacheListener;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class CacheListenersTests {

	private final List<String> told = new ArrayList<>();

	@Test
	void receiveEveryEventInTheirOrder() throws Exception {
		CacheListener events = new CacheListeners(List.of(listener("a"), listener("b"), listener("c"))).events();
		for (Method event : CacheListener.class.getMethods()) {
			event.invoke(events, Stream.of(event.getParameterTypes()).map(CacheListenersTests::zero).toArray());
			assertThat(this.told).containsExactly("a " + event.getName(), "b " + event.getName(),
					"c " + event.getName());
			this.told.clear();
		}
	}

	@Test
	void receiveHitsOnlyIfTheyWantThem() {
		CacheListener.Hits wants = (key, now) -> this.told.add(key + " at " + now);
		new CacheListeners(List.of(listener("a"), wants, listener("b"), wants)).hits().hit("key", 7);
		assertThat(this.told).containsExactly("key at 7", "key at 7");
	}

	@Test
	void costNothingIfThereAreNone() {
		CacheListeners none = new CacheListeners(List.of());
		assertThat(none.events()).isSameAs(CacheListener.NONE);
		assertThat(none.hits()).isSameAs(CacheListener.Hits.NONE);
		CacheListener only = listener("a");
		assertThat(new CacheListeners(List.of(only)).events()).isSameAs(only);
	}

	@Test
	void belongToOneCache() {
		try (TestCaches caches = TestCaches
			.of("<cache alias='a'><heap>1</heap></cache>" + "<cache alias='b'><heap>1</heap></cache>")) {
			List<EhCacheCache> both = caches.manager().caches();
			assertThat(both.get(0).unwrap(RecordedRemovals.class)).isSameAs(both.get(0).unwrap(RecordedRemovals.class))
				.isNotSameAs(both.get(1).unwrap(RecordedRemovals.class));
		}
	}

	@Test
	void areNamedIfTheyAreMissing() {
		try (TestCaches caches = TestCaches.of(1, "ttl='10s'")) {
			assertThatIllegalArgumentException().isThrownBy(() -> caches.cache().unwrap(Runnable.class))
				.withMessageContaining("Cache 'cache' has no object of type java.lang.Runnable. Put the module");
		}
	}

	private CacheListener listener(String name) {
		return (CacheListener) Proxy.newProxyInstance(getClass().getClassLoader(),
				new Class<?>[] { CacheListener.class }, (proxy, method, arguments) -> {
					this.told.add(name + " " + method.getName());
					return null;
				});
	}

	private static Object zero(Class<?> type) {
		return (type == long.class) ? (Object) 0L : (type == boolean.class) ? false : null;
	}

}
