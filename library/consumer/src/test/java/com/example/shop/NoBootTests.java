package com.example.shop;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import java.util.stream.Stream;

import dev.yoil.ehcache.BulkOperations;
import dev.yoil.ehcache.EhCacheCacheManager;
import dev.yoil.ehcache.xml.EhcacheXml;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
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
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * Spring Framework alone, with a declared cache manager.
 */
class NoBootTests {

	/** The policy of "offers". */
	private static final Duration TTL = Duration.ofMinutes(10);

	private static final Duration REFRESH_AFTER = Duration.ofMinutes(9);

	private static final Duration STALE_IF_ERROR = Duration.ofHours(1);

	@Test
	void cachesWithoutBoot() {
		Seen.has(List.of(), List.of(Seen.BOOT, Seen.JACKSON, Seen.JAXB, Seen.JCACHE, Seen.JDBC, Seen.METERS,
				Seen.SERVLETS, Seen.TRANSACTIONS, Seen.WEB));
		assertThat(Stream.of("org/springframework/boot/", "org/springframework/transaction/", "tools/jackson/"))
			.allMatch((directory) -> getClass().getClassLoader().getResource(directory) == null);
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
	@Timeout(60)
	void putsRefreshesExpiresAndServesStaleValues() {
		try (AnnotationConfigApplicationContext shop = new AnnotationConfigApplicationContext(Timed.class)) {
			Cache offers = Objects.requireNonNull(shop.getBean(EhCacheCacheManager.class).getCache("offers"));
			Watch watch = shop.getBean(Watch.class);
			offers.put("pen", "old");
			assertThat(offers.putIfAbsent("pen", "red")).isNotNull();
			offers.put("ink", null);
			assertThat(offers.get("ink")).isNotNull().extracting(Cache.ValueWrapper::get).isNull();
			offers.evict("ink");
			assertThat(offers.get("ink")).isNull();
			watch.advance(REFRESH_AFTER);
			FutureTask<String> load = new FutureTask<>(() -> "new");
			assertThat(offers.<String>get("pen", load::get)).as("without waiting").isEqualTo("old");
			load.run();
			await().untilAsserted(() -> assertThat(offers.get("pen", String.class)).isEqualTo("new"));
			Callable<String> failing = () -> {
				throw new IllegalStateException("The warehouse is closed");
			};
			watch.advance(TTL);
			assertThat(offers.get("pen")).isNull();
			assertThat(offers.get("pen", failing)).isEqualTo("new");
			watch.advance(STALE_IF_ERROR);
			assertThatExceptionOfType(Cache.ValueRetrievalException.class).isThrownBy(() -> offers.get("pen", failing));
			assertThat(offers.get("pen", () -> "newer")).isEqualTo("newer");
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

	@Configuration(proxyBeanMethods = false)
	static class Timed {

		@Bean
		Watch watch() {
			return new Watch();
		}

		@Bean
		EhCacheCacheManager cacheManager(Watch watch) {
			return new EhCacheCacheManager(EhcacheXml.read(new ClassPathResource("ehcache.xml")), watch);
		}

	}

	/** Stands still until the test advances it. */
	static final class Watch extends Clock {

		private volatile Instant now = Instant.parse("2024-01-01T12:00:00Z");

		void advance(Duration duration) {
			this.now = this.now.plus(duration);
		}

		@Override
		public Instant instant() {
			return this.now;
		}

		@Override
		public ZoneId getZone() {
			return ZoneOffset.UTC;
		}

		@Override
		public Clock withZone(ZoneId zone) {
			throw new UnsupportedOperationException();
		}

	}

}
