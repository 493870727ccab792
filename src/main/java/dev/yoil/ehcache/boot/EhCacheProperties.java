package dev.yoil.ehcache.boot;

import dev.yoil.ehcache.internal.web.CacheController;
import dev.yoil.ehcache.internal.web.CacheStatus;
import dev.yoil.ehcache.internal.web.ConsoleController;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;

/**
 * Settings under {@code yoil.ehcache}. Caches themselves are only ever configured in the
 * file that these name. What is said of each here is what IDEs show and the table in
 * docs/inspection.md has.
 *
 * @param config Where the cache configuration file is: a path, or a location with a
 * prefix such as classpath:. Without it, ehcache.xml in the working directory, or else in
 * the class path.
 * @param web what is told of caches over HTTP
 */
@ConfigurationProperties("yoil.ehcache")
record EhCacheProperties(@Nullable String config, @DefaultValue Web web) {

	/**
	 * Settings of what is told over HTTP.
	 *
	 * @param enabled Whether the caches can be looked into over HTTP, and operated on by
	 * users who are signed in. Needs Spring MVC, Jackson and Bean Validation.
	 * @param path The address of the inspection, below that of the application. It begins
	 * with a slash and does not end with one.
	 * @param consolePath The address of the console, below that of the application. It
	 * begins with a slash and does not end with one.
	 * @param cacheStatus Whether answers have the headers Cache-Status and Server-Timing:
	 * off, on, or with-key, which tells the keys of caches too. A key may be somebody's
	 * name or address.
	 */
	record Web(@DefaultValue("false") boolean enabled, @DefaultValue(CacheController.DEFAULT_PATH) String path,
			@DefaultValue(ConsoleController.DEFAULT_PATH) String consolePath,
			@DefaultValue("off") CacheStatus.Told cacheStatus) {

		Web {
			check("path", path);
			check("console-path", consolePath);
			if (path.equals(consolePath)) {
				throw new InvalidConfigurationPropertyValueException("yoil.ehcache.web.console-path", consolePath,
						"It is that of the inspection. Choose another one.");
			}
		}

		private static void check(String name, String path) {
			if (!path.matches("(/[-._~A-Za-z0-9]+)+")) {
				throw new InvalidConfigurationPropertyValueException("yoil.ehcache.web." + name, path,
						"It has to be a path such as /ehcache: a slash and a name, once or several times, of letters, "
								+ "digits, and the characters - . _ ~");
			}
		}

	}

}
