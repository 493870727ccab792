package dev.yoil.ehcache.boot;

import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

import dev.yoil.ehcache.EhCacheCache;
import dev.yoil.ehcache.EhCacheCacheManager;
import dev.yoil.ehcache.TestCaches;
import dev.yoil.ehcache.xml.EhcacheXmlException;
import dev.yoil.support.FakeClock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.cache.annotation.Cacheable;
import org.springframework.cache.annotation.EnableCaching;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * Refreshes without callers.
 */
@ExtendWith(OutputCaptureExtension.class)
class CacheRefreshTests {

	private final TestCaches caches = TestCaches.of(1_000, "ttl='10s' refresh-after='5s'", Runnable::run);

	private final EhCacheCache cache = this.caches.cache();

	private final List<String> loads = new ArrayList<>();

	@AfterEach
	void close() {
		this.caches.close();
	}

	private void get(String key) {
		this.cache.get(key, () -> {
			this.loads.add(key);
			return key;
		});
	}

	private HotEntries<String> hot(Consumer<String> load) {
		return new HotEntries<>(this.caches.manager(), new CacheRefresh<>("cache", load), this.caches.clock());
	}

	@Test
	void keepEntriesFreshAsLongAsCallersHitThem() {
		HotEntries<String> hot = hot(this::get);
		List.of("used", "used", "unused").forEach(this::get);
		this.caches.clock().advance(Duration.ofSeconds(4));
		hot.step();
		assertThat(this.loads).containsExactly("used", "unused");
		this.caches.clock().advance(Duration.ofSeconds(1));
		hot.step();
		assertThat(this.loads).containsExactly("used", "unused", "used");
		this.caches.clock().advance(Duration.ofSeconds(5));
		hot.step();
		assertThat(this.loads).as("the new value had no hit").hasSize(3);
	}

	@Test
	void areSpread() {
		HotEntries<String> hot = hot(this::get);
		for (int i = 0; i < 250; i++) {
			get("key " + i);
			get("key " + i);
		}
		this.loads.clear();
		this.caches.clock().advance(Duration.ofSeconds(5));
		for (int loaded : new int[] { 100, 200, 250, 250 }) {
			hot.step();
			assertThat(this.loads).hasSize(loaded).doesNotHaveDuplicates();
		}
	}

	@Test
	void doNotEndWithAFailure(CapturedOutput output) {
		AtomicInteger calls = new AtomicInteger();
		HotEntries<String> hot = hot((key) -> {
			calls.incrementAndGet();
			throw new IllegalStateException("planned");
		});
		List.of("a", "a", "b", "b").forEach(this::get);
		this.caches.clock().advance(Duration.ofSeconds(5));
		hot.step();
		assertThat(calls).hasValue(2);
		assertThat(output).containsOnlyOnce("CacheRefresh of cache 'cache' failed");
	}

	@Test
	void needAnAge() {
		try (TestCaches never = TestCaches.of(10, "ttl='10s'")) {
			assertThatExceptionOfType(EhcacheXmlException.class)
				.isThrownBy(() -> new HotEntries<String>(never.manager(), new CacheRefresh<>("cache", this::get),
						never.clock()))
				.withMessageContaining("ehcache.xml:1")
				.withMessageContaining("a CacheRefresh bean refreshes cache 'cache', which has no refresh-after.");
		}
	}

	@Test
	void callTheMethodOfABean() {
		FakeClock clock = new FakeClock();
		application(clock, "offers").run((context) -> {
			Offers offers = context.getBean(Offers.class);
			offers.of("pen");
			offers.of("pen");
			clock.advance(Duration.ofSeconds(5));
			EhCacheCache offered = context.getBean(EhCacheCacheManager.class).caches().get(0);
			await().until(() -> offered.statistics().loads() == 2);
		});
	}

	@Test
	void needADeclaredCache() {
		application(new FakeClock(), "missing").run((context) -> assertThat(context).getFailure()
			.rootCause()
			.hasMessageContaining("A CacheRefresh bean names cache 'missing', which is not declared in ehcache.xml"));
	}

	private static ApplicationContextRunner application(FakeClock clock, String cache) {
		return new ApplicationContextRunner()
			.withConfiguration(AutoConfigurations.of(EhCacheAutoConfiguration.class,
					CacheAnnotationsAutoConfiguration.class, LoadsAutoConfiguration.class))
			.withUserConfiguration(Caching.class)
			.withBean(Clock.class, () -> clock)
			.withBean(Offers.class)
			.withPropertyValues("refreshed=" + cache, "yoil.ehcache.config=classpath:dev/yoil/ehcache/boot/offers.xml");
	}

	static class Offers {

		@Cacheable(cacheNames = "offers", sync = true)
		public String of(String item) {
			return item;
		}

	}

	@Configuration(proxyBeanMethods = false)
	@EnableCaching
	static class Caching {

		@Bean
		CacheRefresh<String> offersInUse(Offers offers, @Value("${refreshed}") String cache) {
			return new CacheRefresh<>(cache, offers::of);
		}

	}

}
