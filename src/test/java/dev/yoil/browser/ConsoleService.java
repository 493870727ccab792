package dev.yoil.browser;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import dev.yoil.webtoon.RunningService;
import tools.jackson.databind.JsonNode;

import org.springframework.cache.Cache;
import org.springframework.cache.CacheManager;

/**
 * A running service to look into: with the caches of the site, and with further ones for
 * what the site never has.
 */
final class ConsoleService implements AutoCloseable {

	/** Of the site: lists of publish days. */
	static final String LISTS = "findWebtoonsByPublishDay";

	/** For keys of the test's own. */
	static final String ODD = "odd";

	/** For very many entries. */
	static final String MANY = "many";

	/** Much too small for what is asked of it. */
	static final String SMALL = "small";

	private final RunningService service;

	private ConsoleService(RunningService service) {
		this.service = service;
	}

	/**
	 * Starts it.
	 * @param folder where the configuration is written
	 */
	static ConsoleService start(Path folder, String... arguments) throws IOException {
		String further = String.join("\n", cache(ODD, 100, "ttl='1h' tti='10m'"), cache(MANY, 150_000, "ttl='1h'"),
				cache(SMALL, 10, "ttl='1h'"), "</config>");
		Path file = Files.writeString(folder.resolve("ehcache.xml"),
				Files.readString(Path.of("ehcache.xml")).replace("</config>", further));
		return new ConsoleService(
				RunningService.start(Stream.concat(Stream.of(arguments), Stream.of("--yoil.ehcache.config=" + file))
					.toArray(String[]::new)));
	}

	/**
	 * Starts it with the caches of the site alone.
	 */
	static ConsoleService ofSite(String... arguments) {
		return new ConsoleService(RunningService.start(arguments));
	}

	private static String cache(String name, int capacity, String policy) {
		return "<cache alias='%s'><heap unit='entries'>%d</heap><y:policy %s/></cache>".formatted(name, capacity,
				policy);
	}

	/**
	 * Empties all caches.
	 */
	void clear() {
		CacheManager caches = this.service.bean(CacheManager.class);
		caches.getCacheNames().forEach((name) -> caches.getCache(name).clear());
	}

	Cache cache(String name) {
		return this.service.bean(CacheManager.class).getCache(name);
	}

	/**
	 * Fills {@link #MANY} with 100,000 entries.
	 */
	void fillMany() {
		Cache many = cache(MANY);
		IntStream.range(0, 100_000).forEach((number) -> many.put("webtoon-" + number, "Value of " + number));
	}

	/**
	 * Has a reader ask for the list of a day.
	 */
	void read(String day) throws IOException, InterruptedException {
		this.service.json("/api/v1/webtoon?publishDay=" + day);
	}

	/**
	 * What a cache says of itself.
	 */
	JsonNode look(String cache) throws IOException, InterruptedException {
		return this.service.json("/api/v1/cache/" + cache);
	}

	RunningService service() {
		return this.service;
	}

	String address(String path) {
		return "http://127.0.0.1:" + this.service.port() + path;
	}

	@Override
	public void close() {
		this.service.close();
	}

}
