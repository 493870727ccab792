package com.example.shop;

import java.nio.file.Path;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Spring MVC with DevTools restarts in the same JVM.
 */
class WebDevToolsTests {

	private static final String HITS = "/actuator/metrics/cache.gets?tag=cache:prices&tag=result:hit";

	private static final String LOADER = "org.springframework.boot.devtools.restart.classloader.RestartClassLoader";

	@TempDir
	Path classes;

	@Test
	@Timeout(90)
	void restartsWithNewCachesAndWithoutLeaks() throws Exception {
		Seen.has(List.of(Seen.SERVLETS, Seen.ACTUATOR, Seen.METERS, Seen.DEVTOOLS, Seen.VALIDATION),
				List.of(Seen.SECURITY, Seen.REACTIVE_WEB));
		try (DevelopedShop shop = new DevelopedShop(this.classes, "yoil.ehcache.web.enabled=true",
				"management.endpoints.web.exposure.include=metrics")) {
			useCaches(shop);
			List<String> threads = shop.threads();
			shop.change();
			// A value of the first start is none of the class that it is now.
			useCaches(shop);
			long loaders = shop.instances(LOADER);
			shop.change();
			useCaches(shop);
			// One from before stays also in an application without caches.
			assertThat(shop.instances(LOADER)).isEqualTo(loaders);
			for (String one : List.of("dev.yoil.ehcache.EhCacheCacheManager", "org.ehcache.core.EhcacheManager",
					"com.example.shop.QuoteController$Quote")) {
				assertThat(shop.instances(one)).as(one).isOne();
			}
			assertThat(shop.threads()).isEqualTo(threads);
		}
	}

	private static void useCaches(DevelopedShop shop) throws Exception {
		assertThat(shop.get("/quotes/pen")).isEqualTo("{\"article\":\"pen\"}");
		assertThat(shop.get("/quotes/pen")).isEqualTo("{\"article\":\"pen\"}");
		assertThat(shop.get(HITS)).contains("\"value\":1.0");
		assertThat(shop.get("/ehcache/caches/prices")).contains("\"key\":\"pen\"", "\"hits\":1,\"misses\":1");
		assertThat(shop.get("/ehcache/console/")).contains("<meta name=\"caches\"");
	}

}
