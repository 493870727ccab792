package dev.yoil.ehcache.boot;

import java.nio.file.Path;

import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.env.Environment;

/**
 * Reads the cache configuration file before anything else is started: a mistake in it
 * should not open a database first.
 */
final class EhcacheXmlInitializer implements ApplicationContextInitializer<ConfigurableApplicationContext> {

	@Override
	public void initialize(ConfigurableApplicationContext context) {
		Environment environment = context.getEnvironment();
		if (!"ehcache".equals(environment.getProperty("spring.cache.type", "ehcache"))) {
			return;
		}
		EhcacheXmlLocator locator = new EhcacheXmlLocator(context, Path.of("").toAbsolutePath());
		String location = environment.getProperty("yoil.ehcache.config");
		// Without any file, whether one is needed is known only when caching is enabled.
		if (locator.exists(location)) {
			context.getBeanFactory().registerSingleton("ehcacheXml", locator.read(location));
		}
	}

}
