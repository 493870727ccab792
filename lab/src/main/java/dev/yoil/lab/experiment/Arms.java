package dev.yoil.lab.experiment;

import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import dev.yoil.lab.experiment.Plan.Cell;
import dev.yoil.lab.experiment.Plan.Part;
import dev.yoil.lab.result.Arm;
import dev.yoil.lab.service.ServiceSettings;
import dev.yoil.lab.service.ServiceSettings.Database;

/**
 * The arms that several experiments share, and cells of them.
 */
final class Arms {

	/** The published number of webtoons. */
	static final int WEBTOONS = 5000;

	/** No cache: one query for a list, JSON written on the fly, compressed by Tomcat. */
	static final Arm OFF = new Arm("off", "no cache", plain("true", "spring.cache.type", "none"));

	/** Spring Boot's Caffeine cache of the methods' results, with {@code sync = true}. */
	static final Arm STOCK = stock("200s");

	static final Arm STOCK_20S = stock("20s");

	/** Finished answers in Caffeine: JSON, gzip and entity tag, built once. */
	static final Arm PREBUILT = new Arm("prebuilt", "prebuilt bytes in Caffeine", caffeine("bytes", "200s"));

	/** The service with its defaults. */
	static final Arm OURS = new Arm("ours", "Yoil", Map.of());

	/** The service with lists and rankings that live as long as {@link #STOCK_20S}. */
	static final Arm OURS_20S = new Arm("ours-20s", "Yoil", Map.of("yoil.ehcache.config", ServiceSettings.EHCACHE_20S));

	/** The accept count of the published experiments, which is Tomcat's default. */
	static final Map<String, String> ACCEPT_COUNT = Map.of("server.tomcat.accept-count", "100");

	static final String QUEUE = "Tomcat's accept count is 100: further connections wait in the kernel for a second or "
			+ "more, unseen by the service.";

	private Arms() {
	}

	/**
	 * Returns a copy of {@link #OFF} with more settings: a name, its value, and so on.
	 */
	static Arm off(String name, String title, String... more) {
		return with(new Arm(name, title, OFF.settings()), ordered(more));
	}

	static Arm with(Arm arm, Map<String, String> more) {
		Map<String, String> settings = new LinkedHashMap<>(arm.settings());
		settings.putAll(more);
		return new Arm(arm.name(), arm.title(), Collections.unmodifiableMap(settings));
	}

	private static Arm stock(String ttl) {
		return new Arm("stock", "Spring's cache over Caffeine", caffeine("true", ttl));
	}

	private static Map<String, String> caffeine(String cached, String ttl) {
		return plain(cached, "spring.cache.type", "caffeine", "spring.cache.caffeine.spec",
				"maximumSize=10000,expireAfterWrite=" + ttl);
	}

	private static Map<String, String> plain(String cached, String... namesAndValues) {
		Map<String, String> settings = new LinkedHashMap<>(ordered(namesAndValues));
		settings.put(ServiceSettings.PLAIN, cached);
		settings.put("server.compression.mime-types", "application/json");
		return Collections.unmodifiableMap(settings);
	}

	static List<Cell> cells(List<Part> parts, Arm... arms) {
		return cells(Database.H2, Map.of(), parts, Arrays.asList(arms));
	}

	/** Returns a cell per arm, with settings that all arms share. */
	static List<Cell> cells(Database database, Map<String, String> shared, List<Part> parts, Collection<Arm> arms) {
		return arms.stream()
			.map((arm) -> new Cell(arm,
					new ServiceSettings(database, WEBTOONS, with(new Arm("", "", shared), arm.settings()).settings()),
					parts))
			.toList();
	}

	static Map<String, String> ordered(String... namesAndValues) {
		Map<String, String> settings = new LinkedHashMap<>();
		for (int i = 0; i < namesAndValues.length; i += 2) {
			settings.put(namesAndValues[i], namesAndValues[i + 1]);
		}
		return Collections.unmodifiableMap(settings);
	}

}
