package dev.yoil.lab.experiment;

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
 * The arms that several experiments have, and cells of them.
 */
final class Arms {

	/** How many webtoons there were when it was published. */
	static final int WEBTOONS = 5000;

	/**
	 * Without any cache, as a competent team writes it: one query for a list, JSON that
	 * is written as it is made, compressed by Tomcat at the usual level for who wants it.
	 */
	static final Arm OFF = new Arm("off", "cache off", plain("true", "spring.cache.type", "none"));

	/** As it comes. */
	static final Arm OURS = new Arm("ours", "our caches", Map.of());

	/** With lists and rankings that live as briefly as {@link #stock} has them. */
	static final Arm OURS_20S = new Arm("ours-20s", "our caches",
			Map.of("yoil.ehcache.config", ServiceSettings.EHCACHE_20S));

	/** Tomcat's own queue of connections that nobody has accepted yet, said expressly. */
	static final Map<String, String> ACCEPT_COUNT = Map.of("server.tomcat.accept-count", "100");

	/** What that means for many who come at once. */
	static final String QUEUE = "Tomcat's accept count is 100: who comes when as many wait already waits in the kernel, a "
			+ "second or more, before the service knows.";

	private Arms() {
	}

	/**
	 * The same as {@link #OFF} under another name.
	 * @param more other settings, such as those of the pool: a name, its value, and so on
	 */
	static Arm off(String name, String title, String... more) {
		Map<String, String> settings = new LinkedHashMap<>(OFF.settings());
		settings.putAll(ordered(more));
		return new Arm(name, title, Collections.unmodifiableMap(settings));
	}

	/**
	 * The same with Spring's own cache, the way Spring Boot sets it up: Caffeine, of what
	 * the methods return, with {@code sync = true}.
	 * @param life for how long it keeps what was loaded, such as {@code 200s}
	 */
	static Arm stock(String life) {
		return new Arm("stock", "stock Spring cache", caffeine("true", life));
	}

	/**
	 * The same with finished answers in Caffeine: JSON, gzip and entity tag, built once.
	 * @param life for how long it keeps what was built, such as {@code 200s}
	 */
	static Arm prebuilt(String life) {
		return new Arm("prebuilt", "Caffeine + prebuilt bytes", caffeine("bytes", life));
	}

	private static Map<String, String> caffeine(String cached, String life) {
		return plain(cached, "spring.cache.type", "caffeine", "spring.cache.caffeine.spec",
				"maximumSize=10000,expireAfterWrite=" + life);
	}

	private static Map<String, String> plain(String cached, String... namesAndValues) {
		Map<String, String> settings = new LinkedHashMap<>(ordered(namesAndValues));
		settings.put(ServiceSettings.PLAIN, cached);
		settings.put("server.compression.mime-types", "application/json");
		return Collections.unmodifiableMap(settings);
	}

	static Cell cell(Arm arm, Map<String, String> more, List<Part> parts) {
		return cell(Database.H2, arm, more, parts);
	}

	static Cell cell(Database database, Arm arm, Map<String, String> more, List<Part> parts) {
		Map<String, String> properties = new LinkedHashMap<>(more);
		properties.putAll(arm.settings());
		return new Cell(arm, new ServiceSettings(database, WEBTOONS, Collections.unmodifiableMap(properties)), parts);
	}

	/**
	 * Makes a map that keeps its order.
	 * @param namesAndValues a name, its value, and so on
	 */
	static Map<String, String> ordered(String... namesAndValues) {
		Map<String, String> settings = new LinkedHashMap<>();
		for (int i = 0; i < namesAndValues.length; i += 2) {
			settings.put(namesAndValues[i], namesAndValues[i + 1]);
		}
		return Collections.unmodifiableMap(settings);
	}

}
