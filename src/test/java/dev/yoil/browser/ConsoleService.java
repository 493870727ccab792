package dev.yoil.browser;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

import dev.yoil.webtoon.RunningService;
import tools.jackson.databind.JsonNode;

import org.springframework.cache.Cache;
import org.springframework.cache.CacheManager;
import org.springframework.util.FileSystemUtils;

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

	/** Much too small for what is asked of it. */
	static final String SMALL = "small";

	/** With tiers below the heap. */
	static final String TIERED = "tiered";

	/** With tiers, of which the disk is lost. */
	static final String LOST = "lost";

	/** With {@code ehcache.xml} and the files of disk tiers. */
	private static final Path FOLDER = folder();

	/** Of all that is started in this JVM, so that it can be shared. */
	private static final String CONFIGURATION = "--yoil.ehcache.config=" + configure(10);

	private RunningService service;

	private ConsoleService(RunningService service) {
		this.service = service;
	}

	static ConsoleService start() {
		return new ConsoleService(RunningService.shared(CONFIGURATION));
	}

	/**
	 * Starts one with further caches that have tiers. It is the test's own, because only
	 * a start opens tiers.
	 */
	static ConsoleService withTiers() {
		String tiers = "<value-type>java.lang.String</value-type><resources><heap>10</heap>"
				+ "<offheap unit='MB'>1</offheap><disk unit='MB'>8</disk></resources>";
		return ofSite("--yoil.ehcache.config="
				+ configure("tiers.xml", 10, cache(TIERED, tiers, "ttl='1h'") + cache(LOST, tiers, "ttl='1h'")));
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

	private static Path folder() {
		try {
			Path folder = Files.createTempDirectory("yoil-console");
			Runtime.getRuntime().addShutdownHook(new Thread(() -> FileSystemUtils.deleteRecursively(folder.toFile())));
			return folder;
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/**
	 * Writes the {@code ehcache.xml} of the shared service.
	 * @param capacity of {@link #SMALL}
	 */
	static Path configure(int capacity) {
		return configure("ehcache.xml", capacity, "");
	}

	private static Path configure(String file, int capacity, String more) {
		String further = String.join("\n", cache(ODD, "<heap unit='entries'>100</heap>", "ttl='1h' tti='10m'"),
				cache(SMALL, "<heap unit='entries'>%d</heap>".formatted(capacity), "ttl='1h'"), more, "</config>");
		try {
			return Files.writeString(FOLDER.resolve(file),
					Files.readString(Path.of("ehcache.xml"))
						.replace("data/cache", FOLDER.toString())
						.replace("</config>", further));
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/**
	 * Makes the disk tier of {@link #LOST} fail.
	 */
	static void loseDisk() throws IOException {
		FileSystemUtils.deleteRecursively(FOLDER.resolve(LOST + ".tier"));
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

	private static String cache(String name, String resources, String policy) {
		return "<cache alias='%s'>%s<y:policy %s/></cache>".formatted(name, resources, policy);
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
