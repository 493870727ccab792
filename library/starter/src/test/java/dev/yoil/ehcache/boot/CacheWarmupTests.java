package dev.yoil.ehcache.boot;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.ApplicationRunner;
import org.springframework.boot.Banner;
import org.springframework.boot.DefaultApplicationArguments;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.availability.AvailabilityChangeEvent;
import org.springframework.boot.availability.ReadinessState;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.cache.annotation.Cacheable;
import org.springframework.cache.annotation.EnableCaching;
import org.springframework.context.ApplicationEvent;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * The loads before the application reports readiness.
 */
@Timeout(60)
@ExtendWith(OutputCaptureExtension.class)
class CacheWarmupTests {

	private final Set<String> loaded = ConcurrentHashMap.newKeySet();

	private volatile @Nullable Set<String> loadedWhenReady;

	@Test
	void loadsTheKeysBeforeReadiness(CapturedOutput output) {
		try (ConfigurableApplicationContext context = run(
				new CacheWarmup<>("first", () -> List.of("a", "b", "c", "d", "e", "f"), this.loaded::add),
				new CacheWarmup<>("second", List::of, this.loaded::add))) {
			assertThat(context.isActive()).isTrue();
			assertThat(this.loadedWhenReady).containsExactlyInAnyOrder("runner", "a", "b", "c", "d", "e", "f");
			assertThat(output).containsSubsequence("Warm-up of 'first' loaded 6 of 6 keys",
					"Warm-up of 'second' loaded 0 of 0 keys");
		}
	}

	@Test
	void goesOnAfterFailures(CapturedOutput output) {
		try (ConfigurableApplicationContext context = run(new CacheWarmup<String>("unknown", () -> {
			throw new IllegalStateException("no keys");
		}, this.loaded::add), new CacheWarmup<>("failing", () -> List.of("a", "b", "c"), (key) -> {
			if (!key.equals("c")) {
				throw new IllegalStateException("planned");
			}
			this.loaded.add(key);
		}))) {
			assertThat(context.isActive()).isTrue();
			assertThat(this.loadedWhenReady).containsExactlyInAnyOrder("runner", "c");
			assertThat(output).contains("Warm-up of 'unknown' failed", "no keys",
					"Warm-up of 'failing' cannot load key", "planned", "Warm-up of 'failing' loaded 1 of 3 keys");
		}
	}

	@Test
	void doesNotDelayReadinessForLong(CapturedOutput output) {
		AtomicReference<@Nullable Thread> loading = new AtomicReference<>();
		CountDownLatch never = new CountDownLatch(1);
		CacheWarmup<String> hanging = new CacheWarmup<>("hanging", () -> List.of("1", "2", "3", "4", "5"), (key) -> {
			loading.set(Thread.currentThread());
			this.loaded.add("begun " + key);
			try {
				never.await();
			}
			catch (InterruptedException ex) {
				throw new IllegalStateException(ex);
			}
		}, Duration.ofMillis(1));
		try (ConfigurableApplicationContext context = run(hanging,
				new CacheWarmup<>("next", () -> List.of("a"), this.loaded::add))) {
			assertThat(context.isActive()).isTrue();
			assertThat(this.loadedWhenReady).contains("runner", "a").doesNotContain("begun 5");
			assertThat(output).contains("Warm-up of 'hanging' stopped after 1 ms with 0 of ");
		}
		Thread thread = loading.get();
		await().until(() -> thread == null || !thread.isAlive());
		assertThat(this.loaded).doesNotContain("begun 5");
	}

	@Test
	void needsADeclaredCache() {
		caching().withBean("misspelt", CacheWarmup.class, () -> new CacheWarmup<>("ofers", List::of, this.loaded::add))
			.run((context) -> assertThat(context).getFailure()
				.rootCause()
				.hasMessageContaining("A CacheWarmup bean names cache 'ofers', which is not declared in ehcache.xml"));
	}

	@Test
	void warnsIfTheCacheStaysEmpty(CapturedOutput output) {
		caching()
			.withBean("uncached", CacheWarmup.class,
					() -> new CacheWarmup<>("tenant-uncached", () -> List.of("a"), this.loaded::add))
			.withBean("keyless", CacheWarmup.class,
					() -> new CacheWarmup<>("tenant-keyless", List::of, this.loaded::add))
			.run((context) -> {
				context.getBean("yoilCacheWarmup", ApplicationRunner.class).run(new DefaultApplicationArguments());
				assertThat(output)
					.contains("Warm-up loaded keys, but cache 'tenant-uncached' is empty: call a method of another "
							+ "bean that has @Cacheable(\"tenant-uncached\")")
					.contains("Warm-up of 'offers' loaded 1 of 1 keys")
					.doesNotContain("cache 'tenant-keyless' is empty", "cache 'offers' is empty");
			});
	}

	private static ApplicationContextRunner caching() {
		return new ApplicationContextRunner()
			.withConfiguration(AutoConfigurations.of(EhCacheAutoConfiguration.class,
					CacheAnnotationsAutoConfiguration.class, LoadsAutoConfiguration.class))
			.withUserConfiguration(Caching.class)
			.withBean(Offers.class)
			.withPropertyValues("yoil.ehcache.config=classpath:dev/yoil/ehcache/boot/warm-ups.xml");
	}

	private ConfigurableApplicationContext run(CacheWarmup<?>... warmups) {
		return new SpringApplicationBuilder(Application.class).web(WebApplicationType.NONE)
			.bannerMode(Banner.Mode.OFF)
			.properties("spring.main.register-shutdown-hook=false")
			.initializers((context) -> {
				for (CacheWarmup<?> warmup : warmups) {
					context.getBeanFactory().registerSingleton(warmup.cache(), warmup);
				}
				ApplicationRunner runner = (arguments) -> this.loaded.add("runner");
				context.getBeanFactory().registerSingleton("runner", runner);
			})
			.listeners(this::seen)
			.run();
	}

	private void seen(ApplicationEvent event) {
		if (event instanceof AvailabilityChangeEvent<?> change
				&& change.getState() == ReadinessState.ACCEPTING_TRAFFIC) {
			this.loadedWhenReady = Set.copyOf(this.loaded);
		}
	}

	@Configuration(proxyBeanMethods = false)
	@ImportAutoConfiguration(LoadsAutoConfiguration.class)
	static class Application {

	}

	static class Offers {

		@Cacheable("offers")
		public String of(String item) {
			return item;
		}

	}

	@Configuration(proxyBeanMethods = false)
	@EnableCaching
	static class Caching {

		@Bean
		CacheWarmup<String> offersOfTheWeek(Offers offers) {
			return new CacheWarmup<>("offers", () -> List.of("pen"), offers::of);
		}

	}

}
