package dev.yoil.ehcache.boot;

import java.util.Objects;
import java.util.concurrent.TimeUnit;

import dev.yoil.ehcache.internal.region.SharedSecret;
import dev.yoil.ehcache.internal.tier.RedisTier;
import dev.yoil.ehcache.internal.tier.SignedValues;
import dev.yoil.ehcache.region.RegionTable;
import dev.yoil.ehcache.region.Regions;
import dev.yoil.ehcache.xml.DeclaredCluster;
import dev.yoil.ehcache.xml.EhcacheXml;
import dev.yoil.ehcache.xml.EhcacheXmlException;
import io.lettuce.core.RedisClient;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.FunctionTimer;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.binder.MeterBinder;

import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;

/**
 * Configuration of the shared tier in Redis.
 */
@Configuration(proxyBeanMethods = false)
@ConditionalOnClass(RedisClient.class)
@Conditional(SharedTierConfiguration.Declared.class)
class SharedTierConfiguration {

	/**
	 * Different releases share no values, because they may derive different values from
	 * the same data. Errors do not contain the URL, which may contain a password.
	 */
	@Bean
	RedisTier yoilCacheSharedTier(EhcacheXml declared, Environment environment, Regions regions) {
		DeclaredCluster.Tier tier = Objects.requireNonNull(Objects.requireNonNull(declared.cluster()).tier());
		String release = environment.getProperty("spring.application.version", "");
		String url;
		try {
			url = environment.resolveRequiredPlaceholders(tier.url());
		}
		catch (IllegalArgumentException ex) {
			throw new EhcacheXmlException(declared, tier.line(),
					"the url of the shared tier has a placeholder without a value.",
					"Set it as a property or an environment variable, or write the URL itself.");
		}
		RedisTier opened;
		try {
			opened = new RedisTier(url, release.isEmpty() ? tier.prefix() : tier.prefix() + ":" + release,
					tier.timeout(), tier.retryAfter(), new SignedValues(SharedSecret
						.signatures(() -> regions.version(RegionTable.SECRET), "values of the shared tier")));
		}
		catch (IllegalArgumentException ex) {
			throw new EhcacheXmlException(declared, tier.line(), "the url of the shared tier is not a Redis URL.",
					"Write redis://host:6379, redis://user:password@host:6379/0, or rediss:// for TLS.");
		}
		opened.connect();
		return opened;
	}

	@Configuration(proxyBeanMethods = false)
	@ConditionalOnClass(MeterBinder.class)
	static class Metrics {

		@Bean
		MeterBinder yoilCacheSharedTierMetrics(RedisTier tier) {
			return (registry) -> {
				Gauge.builder("cache.tier.available", tier, (bound) -> bound.isAvailable() ? 1 : 0)
					.description("1 if the shared tier is connected, else 0.")
					.register(registry);
				FunctionCounter.builder("cache.tier.failures", tier, RedisTier::failures)
					.description("Commands and connection attempts that the shared tier refused or that timed out.")
					.register(registry);
				FunctionTimer
					.builder("cache.tier.commands", tier, RedisTier::answers, RedisTier::answerNanos,
							TimeUnit.NANOSECONDS)
					.description("Duration of commands that the shared tier answered.")
					.register(registry);
			};
		}

	}

	/** Matches if the cluster in {@code ehcache.xml} has a shared tier. */
	static final class Declared extends OnDeclarations {

		@Override
		boolean matches(EhcacheXml declared) {
			return declared.cluster() != null && declared.cluster().tier() != null;
		}

	}

}
