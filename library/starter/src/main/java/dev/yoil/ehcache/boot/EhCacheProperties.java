package dev.yoil.ehcache.boot;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;

import dev.yoil.ehcache.internal.edge.EdgeSettings;
import dev.yoil.ehcache.internal.header.CacheStatus;
import dev.yoil.ehcache.internal.live.LiveConfiguration;
import dev.yoil.ehcache.internal.tables.TableWatch;
import dev.yoil.ehcache.internal.web.CacheController;
import dev.yoil.ehcache.internal.web.ConsoleController;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;

/**
 * Configuration properties of the integration. IDEs show the descriptions of the
 * components, and docs/library/cheat-sheet.md lists them.
 *
 * @param config Location of the cache configuration file: a path, or a location with a
 * prefix such as classpath:. By default ehcache.xml in the working directory, else on the
 * class path.
 * @param reload How changes of the file are applied while the application runs: manual,
 * by an operator; auto, at once if the file is valid; or off, at the next start.
 * @param whatIf Whether to simulate the caches with other capacities and times to live,
 * if the inspection or the Actuator endpoint is enabled.
 * @param tables Whether to watch which tables the caches read, and which writes evict
 * nothing: off, or watch.
 * @param audit the properties of the audit of cached values
 * @param edge the properties of caches in front of the application
 * @param web the properties of HTTP
 */
@ConfigurationProperties("yoil.ehcache")
record EhCacheProperties(@Nullable String config, @DefaultValue("manual") LiveConfiguration.Mode reload,
		@DefaultValue("true") boolean whatIf, @DefaultValue("off") TableWatch.Mode tables, @DefaultValue Audit audit,
		@DefaultValue Edge edge, @DefaultValue Web web) {

	/**
	 * Configuration properties of the audit of cached values.
	 *
	 * @param perSecond How many hits of each cache to sample per second, on average, from
	 * 0.01 to 100. Their values are loaded again and compared. By default none.
	 */
	record Audit(@Nullable Double perSecond) {

		Audit {
			if (perSecond != null && !(perSecond >= 0.01 && perSecond <= 100)) {
				throw new InvalidConfigurationPropertyValueException("yoil.ehcache.audit.per-second", perSecond,
						"Set a number from 0.01 to 100, or remove the property");
			}
		}

	}

	/**
	 * Configuration properties of caches in front of the application.
	 *
	 * @param urls URLs of caches in front of the application, which receive purges. By
	 * default none, and responses have no headers for such caches.
	 * @param method HTTP method of a purge.
	 * @param headers Headers of a purge, by name. {tags} stands for the tags. By default
	 * the tag header, if there is no body.
	 * @param body Body of a purge. {tags} stands for the tags as JSON strings. By default
	 * empty.
	 * @param timeout How long a writer waits for its purge. After this time, the writer
	 * bypasses the cache in front of the application.
	 * @param interval Minimum time between two purges at one URL, for rate limits.
	 * @param repeatAfter Time after which a purge is repeated, at least the longest
	 * response time. Set it for a CDN, which may store a response that was read before
	 * the purge. Writers then always bypass the CDN. By default not repeated.
	 * @param tagHeader Header of a response with its tags.
	 * @param ageHeader Header of a response with its maximum age in a cache in front of
	 * the application.
	 */
	record Edge(@DefaultValue List<URI> urls, @DefaultValue("PURGE") String method,
			@DefaultValue Map<String, String> headers, @Nullable String body, @DefaultValue("100ms") Duration timeout,
			@DefaultValue("0s") Duration interval, @Nullable Duration repeatAfter,
			@DefaultValue("Cache-Tag") String tagHeader, @DefaultValue("CDN-Cache-Control") String ageHeader) {

		Edge {
			for (URI url : urls) {
				if (!List.of("http", "https").contains(String.valueOf(url.getScheme())) || url.getHost() == null) {
					throw new InvalidConfigurationPropertyValueException("yoil.ehcache.edge.urls", url,
							"Set URLs that start with http:// or https:// and have a host");
				}
			}
			checkToken("method", method);
			checkToken("tag-header", tagHeader);
			checkToken("age-header", ageHeader);
			headers.keySet().forEach((name) -> checkToken("headers", name));
		}

		private static void checkToken(String name, String token) {
			if (!token.matches("[-!#$%&'*+.^_`|~A-Za-z0-9]+")) {
				throw new InvalidConfigurationPropertyValueException("yoil.ehcache.edge." + name, token,
						"Use letters, digits and hyphens");
			}
		}

		EdgeSettings settings() {
			return new EdgeSettings(this.urls, this.method, this.headers, this.body, this.timeout, this.interval,
					this.repeatAfter, this.tagHeader, this.ageHeader);
		}

	}

	/**
	 * Configuration properties of HTTP.
	 *
	 * @param enabled Whether to enable the inspection over HTTP, and operations for
	 * authenticated users. Needs Spring MVC, Jackson and Bean Validation.
	 * @param path Path of the inspection, relative to the application. Starts with a
	 * slash and does not end with one.
	 * @param consolePath Path of the console, relative to the application. Starts with a
	 * slash and does not end with one.
	 * @param cacheStatus Whether to send the headers Cache-Status and Server-Timing: off,
	 * on, or with-key, which also sends the keys of entries. A key may be personal data.
	 * @param dashboardUrl URL of a dashboard, such as one of Grafana, to which the
	 * console links. By default there is no link.
	 */
	record Web(@DefaultValue("false") boolean enabled, @DefaultValue(CacheController.DEFAULT_PATH) String path,
			@DefaultValue(ConsoleController.DEFAULT_PATH) String consolePath,
			@DefaultValue("off") CacheStatus.Disclosure cacheStatus, @Nullable URI dashboardUrl) {

		Web {
			check("path", path);
			check("console-path", consolePath);
			if (dashboardUrl != null && !Set.of("http", "https").contains(String.valueOf(dashboardUrl.getScheme()))) {
				throw new InvalidConfigurationPropertyValueException("yoil.ehcache.web.dashboard-url", dashboardUrl,
						"Set a URL that starts with http:// or https://");
			}
			if (path.equals(consolePath)) {
				throw new InvalidConfigurationPropertyValueException("yoil.ehcache.web.console-path", consolePath,
						"The inspection has the same path. Choose another one.");
			}
		}

		private static void check(String name, String path) {
			if (!path.matches("(/[-._~A-Za-z0-9]+)+")) {
				throw new InvalidConfigurationPropertyValueException("yoil.ehcache.web." + name, path,
						"Set a path such as /ehcache. Each segment is a slash and a name of letters, digits, and the "
								+ "characters - . _ ~");
			}
		}

	}

}
