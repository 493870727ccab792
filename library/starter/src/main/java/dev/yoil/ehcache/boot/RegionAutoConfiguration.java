package dev.yoil.ehcache.boot;

import dev.yoil.ehcache.internal.tier.JsonCodecs;
import dev.yoil.ehcache.internal.tier.TierDirectory;
import dev.yoil.ehcache.region.Regions;
import dev.yoil.ehcache.xml.DeclaredCluster;
import dev.yoil.ehcache.xml.EhcacheXml;
import dev.yoil.ehcache.xml.EhcacheXmlException;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/**
 * Auto-configuration of regions, across instances if {@code ehcache.xml} declares a
 * cluster.
 */
@AutoConfiguration(
		afterName = { "org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration",
				"org.springframework.boot.jackson.autoconfigure.JacksonAutoConfiguration" },
		after = EhCacheAutoConfiguration.class)
@Import({ ClusterConfiguration.class, SharedTierConfiguration.class, LocalTierConfiguration.class,
		EdgeConfiguration.class })
public final class RegionAutoConfiguration {

	@Bean
	@ConditionalOnMissingBean
	Regions yoilCacheRegionsOfTheOnlyInstance(ObjectProvider<EhcacheXml> declared,
			ObjectProvider<TierDirectory> place) {
		declared.ifAvailable(RegionAutoConfiguration::refuseCluster);
		declared
			.ifAvailable((file) -> LocalTiers.removeOutdated(file, place.getIfAvailable(() -> TierDirectory.DECLARED)));
		return Regions.alone();
	}

	/**
	 * Configuration of the codecs of values outside of the heap.
	 */
	@Configuration(proxyBeanMethods = false)
	@ConditionalOnClass(JsonMapper.class)
	static class Codecs {

		@Bean
		@ConditionalOnBean(JsonMapper.class)
		JsonCodecs yoilCacheJsonCodecs(JsonMapper mapper) {
			return new JsonCodecs(mapper);
		}

	}

	private static void refuseCluster(EhcacheXml declared) {
		DeclaredCluster cluster = declared.cluster();
		if (cluster != null) {
			throw new EhcacheXmlException(declared, cluster.line(),
					"a cluster needs a DataSource for PostgreSQL, and there is none.",
					"Add spring-boot-starter-jdbc and org.postgresql:postgresql, or remove <service>.");
		}
	}

}
