package com.example.shop;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

import dev.yoil.ehcache.BulkOperations;
import dev.yoil.ehcache.EhCacheCacheManager;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import org.springframework.cache.Cache;
import org.springframework.cache.annotation.CachingConfigurer;
import org.springframework.cache.annotation.EnableCaching;
import org.springframework.cache.interceptor.CacheResolver;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.io.ClassPathResource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Spring Framework alone, with a declared cache manager.
 */
class NoBootTests {

	@Test
	void cachesWithoutBoot() {
		Seen.has(List.of(), List.of(Seen.BOOT, Seen.JAXB, Seen.JCACHE, Seen.SERVLETS, Seen.TRANSACTIONS));
		try (AnnotationConfigApplicationContext shop = new AnnotationConfigApplicationContext(Plain.class,
				Prices.class)) {
			Seen.pricesAreCached(shop);
		}
	}

	@Test
	void readsAndEvictsManyKeys() {
		try (AnnotationConfigApplicationContext shop = new AnnotationConfigApplicationContext(Plain.class)) {
			Cache prices = shop.getBean(EhCacheCacheManager.class).getCache("prices");
			BulkOperations many = BulkOperations.of(prices);
			assertThat(many.getAll(List.of("pen", "ink"), (missing) -> Map.of("pen", 1, "ink", 2)))
				.isEqualTo(Map.of("pen", 1, "ink", 2));
			many.evictIf("pen"::equals);
			assertThat(prices.get("pen")).isNull();
			assertThat(prices.get("ink")).isNotNull();
		}
	}

	@Test
	void translatesFilesOfEhcache2AsACommand(@TempDir Path directory) throws Exception {
		Path old = Files.writeString(directory.resolve("old.xml"),
				"<ehcache><cache name='prices' maxEntriesLocalHeap='100' timeToLiveSeconds='60'/></ehcache>");
		Path jar = Path.of(EhCacheCacheManager.class.getProtectionDomain().getCodeSource().getLocation().toURI());
		Process command = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-jar",
				jar.toString(), "convert", old.toString())
			.redirectError(ProcessBuilder.Redirect.INHERIT)
			.start();
		assertThat(new String(command.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
			.contains("alias=\"prices\"", "ttl=\"60s\"");
		assertThat(command.waitFor()).isZero();
	}

	@Configuration(proxyBeanMethods = false)
	@EnableCaching
	static class Plain {

		@Bean
		EhCacheCacheManager cacheManager() {
			return new EhCacheCacheManager(new ClassPathResource("ehcache.xml"));
		}

		@Bean
		CachingConfigurer caching(EhCacheCacheManager cacheManager) {
			return new CachingConfigurer() {
				@Override
				public CacheResolver cacheResolver() {
					return cacheManager.cacheResolver();
				}
			};
		}

	}

}
