package dev.yoil.bench;

import java.nio.charset.StandardCharsets;
import java.time.Instant;

import dev.yoil.representation.Representation;
import dev.yoil.webtoon.YoilApplication;

import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.boot.SpringApplication;
import org.springframework.cache.Cache;
import org.springframework.cache.CacheManager;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.core.env.Environment;
import org.springframework.util.Assert;

/**
 * The service with one cache that is full of entries nobody asks for, when it begins to
 * listen. {@code bench.cache} names the cache, {@code bench.entries} says how many.
 */
public final class FilledService {

	private FilledService() {
	}

	/**
	 * Starts the service.
	 * @param arguments Spring Boot command line arguments
	 */
	public static void main(String[] arguments) {
		SpringApplication application = new SpringApplication(YoilApplication.class);
		application.addInitializers((GenericApplicationContext context) -> context.registerBean(Filler.class));
		application.run(arguments);
	}

	/**
	 * Fills the cache.
	 */
	static final class Filler implements SmartInitializingSingleton {

		private static final String PAGE = """
				{"items":[{"id":%1$d,"title":"An entry that fills the cache","author":"Nobody","genre":"DRAMA",\
				"publishDay":"MONDAY","thumbnail":"/thumbnails/%1$d.svg","synopsis":"It is here so that the cache \
				holds as many answers as the benchmark wants, each with bytes, entity tags and a key of its own."}],\
				"page":%1$d,"size":1,"total":1}""";

		private final CacheManager caches;

		private final Environment environment;

		Filler(CacheManager caches, Environment environment) {
			this.caches = caches;
			this.environment = environment;
		}

		@Override
		public void afterSingletonsInstantiated() {
			String name = this.environment.getRequiredProperty("bench.cache");
			int entries = this.environment.getRequiredProperty("bench.entries", Integer.class);
			Cache cache = this.caches.getCache(name);
			Assert.state(cache != null, () -> "There is no cache '" + name + "'");
			Instant now = Instant.now();
			for (int i = 0; i < entries; i++) {
				byte[] json = PAGE.formatted(i).getBytes(StandardCharsets.UTF_8);
				cache.put("filler " + i, Representation.of(json, now));
			}
		}

	}

}
