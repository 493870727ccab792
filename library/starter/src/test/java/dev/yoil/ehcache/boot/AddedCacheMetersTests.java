package dev.yoil.ehcache.boot;

import java.nio.file.Files;
import java.nio.file.Path;

import dev.yoil.ehcache.EhCacheCacheManager;
import dev.yoil.ehcache.TestCaches;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.cache.autoconfigure.CacheAutoConfiguration;
import org.springframework.boot.cache.autoconfigure.metrics.CacheMetricsAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.cache.annotation.Cacheable;
import org.springframework.cache.annotation.EnableCaching;
import org.springframework.context.annotation.Configuration;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Meters of caches that come and go.
 */
class AddedCacheMetersTests {

	private static final String ONE = "<cache alias='one'><heap>5</heap></cache>";

	private static final String TENANTS = "<cache-template name='tenant'><heap>10</heap>"
			+ "<y:caches pattern='tenant-*'/></cache-template>";

	@Test
	void followTheCaches(@TempDir Path directory) throws Exception {
		Path file = Files.writeString(directory.resolve("ehcache.xml"), TestCaches.HEAD + TENANTS + ONE + "</config>");
		new ApplicationContextRunner()
			.withConfiguration(AutoConfigurations.of(CacheAutoConfiguration.class, EhCacheAutoConfiguration.class,
					CacheAnnotationsAutoConfiguration.class, EhCacheMetricsAutoConfiguration.class,
					CacheMetricsAutoConfiguration.class))
			.withUserConfiguration(Tenants.class)
			.withBean(SimpleMeterRegistry.class)
			.withPropertyValues("yoil.ehcache.config=" + file)
			.run((context) -> {
				EhCacheCacheManager manager = context.getBean(EhCacheCacheManager.class);
				MeterRegistry registry = context.getBean(MeterRegistry.class);
				int ofOne = meters(registry, "one");
				assertThat(ofOne).isPositive();
				assertThat(context.getBean(Tenants.class).find()).isEqualTo("found");
				assertThat(meters(registry, "tenant-1")).isEqualTo(ofOne);
				assertThat(registry.get("cache.size")
					.tags("cache", "tenant-1", "cache.manager", "cacheManager")
					.gauge()
					.value()).isOne();
				assertThat(manager.remove("tenant-1")).isTrue();
				assertThat(meters(registry, "tenant-1")).isZero();
				manager.apply(TestCaches.read(TestCaches.HEAD + TENANTS + ONE.replace("one", "two") + "</config>"));
				assertThat(meters(registry, "one")).isZero();
				assertThat(meters(registry, "two")).isEqualTo(ofOne);
			});
	}

	private static int meters(MeterRegistry registry, String cache) {
		return registry.find("cache.size").tag("cache", cache).meters().size() * (int) registry.getMeters()
			.stream()
			.filter((meter) -> cache.equals(meter.getId().getTag("cache")))
			.count();
	}

	@Configuration(proxyBeanMethods = true)
	@EnableCaching
	static class Tenants {

		/** Its name matches the pattern, so the startup does not fail. */
		@Cacheable(cacheNames = "tenant-1", sync = true)
		public String find() {
			return "found";
		}

	}

}
