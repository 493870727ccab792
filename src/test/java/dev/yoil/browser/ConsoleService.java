package dev.yoil.browser;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.IntStream;

import dev.yoil.webtoon.RunningService;
import tools.jackson.databind.JsonNode;

import org.springframework.cache.Cache;
import org.springframework.cache.CacheManager;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A running service to look into: with the caches of the site, and with further ones for
 * what the site never has. The tests of a JVM share it.
 */
final class ConsoleService implements AutoCloseable {

	/** Of the site: lists of publish days. */
	static final String LISTS = "findWebtoonsByPublishDay";

	/** For keys of the test's own. */
	static final String ODD = "odd: 웹툰/#%";

	/** For very many entries. */
	static final String MANY = "many";

	/** Much too small for what is asked of it. */
	static final String SMALL = "small";

	/** Of all that is started in this JVM, so that it can be shared. */
	private static final String CONFIGURATION = "--yoil.ehcache.config=" + configuration();

	private RunningService service;

	private ConsoleService(RunningService service) {
		this.service = service;
	}

	static ConsoleService start() {
		return new ConsoleService(RunningService.shared(CONFIGURATION));
	}

	/**
	 * Starts it with the caches of the site alone.
	 */
	static ConsoleService ofSite(String... arguments) {
		return new ConsoleService(RunningService.start(arguments));
	}

	/**
	 * Starts one of several instances, with the caches of the site alone.
	 * @param url of the database that they share
	 */
	static ConsoleService ofSeveral(String url) throws IOException {
		return new ConsoleService(RunningService.startOneOfSeveral(url));
	}

	private static Path configuration() {
		String further = String.join("\n", cache(ODD, 100, "ttl='1h' tti='10m'"), cache(MANY, 150_000, "ttl='1h'"),
				cache(SMALL, 10, "ttl='1h'"), "</config>");
		try {
			Path folder = Files.createTempDirectory("yoil-console");
			Path file = folder.resolve("ehcache.xml");
			// The last one told goes first.
			folder.toFile().deleteOnExit();
			file.toFile().deleteOnExit();
			return Files.writeString(file, Files.readString(Path.of("ehcache.xml")).replace("</config>", further));
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/**
	 * Makes it what it is after a restart: nothing is in its caches, and nothing was
	 * counted.
	 */
	void restart() {
		int port = this.service.port();
		this.service.close();
		this.service = RunningService.shared(CONFIGURATION);
		assertThat(this.service.port()).isEqualTo(port);
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
