package dev.yoil.ehcache.internal.web;

import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import dev.yoil.ehcache.EhCacheCache;
import dev.yoil.ehcache.internal.inspect.CacheFigures;
import dev.yoil.ehcache.internal.inspect.CacheHistory;
import dev.yoil.ehcache.internal.inspect.CacheInspector;
import dev.yoil.ehcache.internal.inspect.InspectedCaches;
import dev.yoil.ehcache.internal.web.InstanceStatus.Pool;
import dev.yoil.ehcache.internal.web.InstanceStatus.Threads;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.core.JacksonException;
import tools.jackson.core.json.JsonWriteFeature;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.beans.factory.BeanFactory;
import org.springframework.util.ClassUtils;

/**
 * The report of this instance for the others: its resources and the figures of its
 * caches, as JSON in ASCII, about 200 characters per cache. Creating it reads counters
 * only, and leaves no trace in the caches. Thread-safe.
 */
public final class InstanceReport {

	/** The first caches of {@code ehcache.xml}; the others are left out. */
	static final int MOST_CACHES = 200;

	/** Independent of the application's mapper, and lenient towards other releases. */
	private static final JsonMapper JSON = JsonMapper.builder()
		.enable(JsonWriteFeature.ESCAPE_NON_ASCII)
		.disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES, DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
		.build();

	private static final String MICROMETER = "io.micrometer.core.instrument.MeterRegistry";

	private static final Logger LOG = LoggerFactory.getLogger(InstanceReport.class);

	private final InspectedCaches caches;

	private final CacheInspector inspector;

	private final CacheHistory history;

	private final @Nullable String version;

	private final String console;

	private final @Nullable InstanceMeters meters;

	/**
	 * Creates the report.
	 * @param version the version of the application; {@code null} if unknown
	 * @param console the path of the console below the base URL of the instance
	 */
	public InstanceReport(InspectedCaches caches, CacheInspector inspector, CacheHistory history,
			@Nullable String version, String console, BeanFactory beans) {
		this.caches = caches;
		this.inspector = inspector;
		this.history = history;
		this.version = version;
		this.console = console;
		this.meters = ClassUtils.isPresent(MICROMETER, null) ? new InstanceMeters(beans) : null;
	}

	/**
	 * {@return the present report as text}
	 */
	public String text() {
		return JSON.writeValueAsString(content());
	}

	Content content() {
		Map<String, CacheFigures> figures = new LinkedHashMap<>();
		for (Map.Entry<String, EhCacheCache> cache : this.caches.byName().entrySet()) {
			if (figures.size() == MOST_CACHES) {
				break;
			}
			figures.put(cache.getKey(),
					this.inspector.figures(cache.getValue(), this.history.lastMinute(cache.getValue())));
		}
		return new Content(this.version, uptimeSeconds(), this.console, pools(), threads(), figures);
	}

	@Nullable String version() {
		return this.version;
	}

	static long uptimeSeconds() {
		return Duration.ofMillis(ManagementFactory.getRuntimeMXBean().getUptime()).toSeconds();
	}

	List<Pool> pools() {
		return (this.meters != null) ? this.meters.pools() : List.of();
	}

	@Nullable Threads threads() {
		return (this.meters != null) ? this.meters.threads() : null;
	}

	/**
	 * Reads the report of another instance, which may have another version.
	 * @return {@code null} if it cannot be read
	 */
	static @Nullable Content read(String text) {
		try {
			return JSON.readValue(text, Content.class);
		}
		catch (JacksonException ex) {
			LOG.debug("Failed to read the report of another instance", ex);
			return null;
		}
	}

	/**
	 * The content of a report.
	 *
	 * @param version the version of the application; {@code null} if unknown
	 * @param uptimeSeconds the time since the start of the process
	 * @param console the path of the console; {@code null} if unknown
	 * @param pools the connection pools in the metrics; empty without metrics
	 * @param threads the threads of the server in the metrics; {@code null} without
	 * metrics
	 * @param caches the figures by the name of the cache
	 */
	record Content(@Nullable String version, @Nullable Long uptimeSeconds, @Nullable String console, List<Pool> pools,
			@Nullable Threads threads, Map<String, CacheFigures> caches) {

		/** Of an instance without a report. */
		static final Content NONE = new Content(null, null, null, List.of(), null, Map.of());

		/** Accepts what another release may leave out. */
		Content {
			pools = Objects.requireNonNullElse(pools, List.of());
			caches = Objects.requireNonNullElse(caches, Map.of());
			if (pools.stream().anyMatch(Objects::isNull) || caches.values().stream().anyMatch(Objects::isNull)) {
				throw new IllegalArgumentException("A pool or a cache without figures");
			}
		}

	}

}
