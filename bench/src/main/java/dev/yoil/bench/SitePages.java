package dev.yoil.bench;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;

import dev.yoil.ehcache.CacheLookup;
import dev.yoil.ehcache.CacheLookup.Result;
import dev.yoil.webtoon.PageParameters;
import dev.yoil.webtoon.YoilApplication;
import dev.yoil.webtoon.catalog.PublishDay;
import dev.yoil.webtoon.catalog.PublishDayList;
import dev.yoil.webtoon.catalog.PublishedWebtoons;
import dev.yoil.webtoon.catalog.WebtoonSort;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;

import org.springframework.boot.SpringApplication;
import org.springframework.cache.CacheManager;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * The pages of the service, found in a tier and loaded from PostgreSQL. The service runs
 * in this JVM with a heap of 30 pages, so that each page is looked up below it.
 */
public final class SitePages {

	private static final String CACHE = "findWebtoonPagesByPublishDay";

	private static final int PAGES = 24;

	/** Rounds of a load and a tier hit of each page. */
	private static final int ROUNDS = 20;

	private static final int WARM_UP = 15;

	private final PublishedWebtoons webtoons;

	private final CacheManager caches;

	private SitePages(ConfigurableApplicationContext service) {
		this.webtoons = service.getBean(PublishedWebtoons.class);
		this.caches = service.getBean(CacheManager.class);
	}

	/**
	 * Measures the pages, and prints the mean times.
	 * @param args {@code offheap} or {@code disk}; the file of the caches; an empty
	 * directory
	 * @throws IOException if a file, or PostgreSQL, fails
	 */
	public static void main(String[] args) throws IOException {
		Path directory = Path.of(args[2]);
		Path caches = directory.resolve("caches.xml");
		String tier = args[0].equals("disk") ? "<disk unit=\"MB\" persistent=\"true\">64</disk>"
				: "<offheap unit=\"MB\">64</offheap>";
		Files.writeString(caches,
				Files.readString(Path.of(args[1]))
					.replaceAll("<!-- <disk .*</disk> -->", tier)
					.replace("\"data/cache\"", "\"" + directory.resolve("tiers") + "\"")
					.replace("entries\">1000<", "entries\">30<"));
		String line;
		try (EmbeddedPostgres postgres = EmbeddedPostgres.builder()
			.setServerConfig("listen_addresses", "localhost")
			.start();
				ConfigurableApplicationContext service = SpringApplication.run(YoilApplication.class, "--server.port=0",
						"--yoil.sample-webtoons=5000", "--yoil.ehcache.config=" + caches,
						"--spring.datasource.username=postgres", "--spring.datasource.password=",
						"--spring.datasource.url=" + postgres.getJdbcUrl("postgres", "postgres"))) {
			line = new SitePages(service).measure();
		}
		System.out.write((args[0] + ": " + line + "\n").getBytes(StandardCharsets.UTF_8));
		System.out.flush();
		System.exit(0);
	}

	private String measure() {
		Map<Result, long[]> times = new EnumMap<>(Result.class);
		for (int round = 0; round < ROUNDS; round++) {
			if (round == WARM_UP) {
				times.clear();
			}
			this.caches.getCache(CACHE).clear();
			readAll(times);
			readAll(times);
		}
		StringBuilder line = new StringBuilder();
		times.forEach((result, sum) -> line
			.append("%s %.1f us (mean of %d), ".formatted(result, sum[0] / 1e3 / sum[1], sum[1])));
		return line.substring(0, line.length() - 2);
	}

	/** Reads each page once; the numbers of webtoons stay in the heap. */
	private void readAll(Map<Result, long[]> times) {
		for (WebtoonSort sort : new WebtoonSort[] { WebtoonSort.TITLE, WebtoonSort.LIKES }) {
			for (int page = 0; page < PAGES; page++) {
				for (PublishDay day : PublishDay.values()) {
					PublishDayList list = new PublishDayList(day, sort, null);
					long start = System.nanoTime();
					this.webtoons.page(list, new PageParameters(page, PageParameters.DEFAULT_SIZE));
					long[] sum = times.computeIfAbsent(CacheLookup.get().result(), (key) -> new long[2]);
					sum[0] += System.nanoTime() - start;
					sum[1]++;
				}
			}
		}
	}

}
