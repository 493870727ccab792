package com.example.shop;

import java.nio.file.Path;
import java.util.Set;

import dev.yoil.ehcache.EhCacheCacheManager;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import org.springframework.cache.CacheManager;
import org.springframework.context.annotation.Configuration;
import org.springframework.data.redis.cache.RedisCacheManager;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.session.data.redis.config.annotation.web.http.EnableRedisHttpSession;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Spring Data Redis and Spring Session, which keep their data in Redis.
 */
class RedisTests {

	@TempDir
	Path directory;

	@Test
	void keepsSessionsInRedisAndCachesInEhcache() throws Exception {
		try (RedisServer redis = new RedisServer(this.directory);
				RunningShop shop = new RunningShop("spring.data.redis.port=" + redis.port(),
						"management.endpoints.web.exposure.include=yoilcaches")) {
			assertThat(shop.context().getBean(CacheManager.class)).isInstanceOf(EhCacheCacheManager.class);
			assertThat(shop.get("/visits").body()).isEqualTo("1");
			assertThat(shop.get("/visits").body()).isEqualTo("2");
			Seen.pricesAreCached(shop.context());
			assertThat(shop.get("/actuator/yoilcaches/prices").body()).contains("\"key\":\"pen\"");
			StringRedisTemplate template = shop.context().getBean(StringRedisTemplate.class);
			template.opsForValue().set("greeting", "hello");
			Set<String> keys = template.keys("*");
			assertThat(keys).contains("greeting")
				.allMatch((key) -> key.equals("greeting") || key.startsWith("spring:session:"))
				.hasSizeGreaterThan(1);
		}
	}

	@Test
	void leavesCachesToRedisIfToldTo() throws Exception {
		try (RedisServer redis = new RedisServer(this.directory);
				RunningShop shop = new RunningShop("spring.data.redis.port=" + redis.port(),
						"spring.cache.type=redis")) {
			assertThat(shop.context().getBean(CacheManager.class)).isInstanceOf(RedisCacheManager.class);
			Prices prices = shop.context().getBean(Prices.class);
			int price = prices.of("pen");
			// Spring Data Redis writes in the background.
			await().untilAsserted(
					() -> assertThat(shop.context().getBean(StringRedisTemplate.class).keys("prices*")).hasSize(1));
			assertThat(prices.of("pen")).isEqualTo(price);
		}
	}

	@Configuration(proxyBeanMethods = false)
	@EnableRedisHttpSession
	static class Sessions {

	}

}
