package dev.yoil.ehcache.boot;

import javax.sql.DataSource;

import dev.yoil.ehcache.internal.cluster.DatabaseRegionTable;
import dev.yoil.ehcache.internal.tier.LocalTiers;
import dev.yoil.ehcache.internal.tier.TierDirectory;
import dev.yoil.ehcache.internal.tx.TransactionWork;
import dev.yoil.ehcache.region.Regions;
import dev.yoil.ehcache.xml.DeclaredCache;
import dev.yoil.ehcache.xml.DeclaredCluster;
import dev.yoil.ehcache.xml.EhcacheXml;
import dev.yoil.ehcache.xml.EhcacheXmlException;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.TransactionExecutionListener;

/**
 * Auto-configuration of regions, across instances if {@code ehcache.xml} declares a
 * cluster.
 */
@AutoConfiguration(
		afterName = { "org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration",
				"org.springframework.boot.jackson.autoconfigure.JacksonAutoConfiguration" },
		after = EhCacheAutoConfiguration.class)
@Import({ ClusterConfiguration.class, TierConfiguration.class, EdgeConfiguration.class })
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
	 * Configuration of versions that are committed with the data.
	 */
	@Configuration(proxyBeanMethods = false)
	@ConditionalOnClass({ JdbcTemplate.class, DataSourceAutoConfiguration.class })
	@ConditionalOnSingleCandidate(DataSource.class)
	@Conditional(Versioned.class)
	static class Database {

		@Bean
		DatabaseRegionTable yoilCacheRegionTable(DataSource dataSource) {
			return new DatabaseRegionTable(dataSource);
		}

		/**
		 * Increments the rows of regions that others change just before the commit. Boot
		 * adds it to the transaction managers that it configures.
		 */
		@Bean
		TransactionExecutionListener yoilCacheLastBeforeCommit() {
			return TransactionWork.lastBeforeCommit();
		}

	}

	/** Matches if {@code ehcache.xml} declares a cluster or tiers. */
	static final class Versioned extends OnDeclarations {

		@Override
		boolean matches(EhcacheXml declared) {
			return declared.cluster() != null || declared.caches().stream().anyMatch(DeclaredCache::isTiered);
		}

	}

	static void refuseCluster(EhcacheXml declared) {
		DeclaredCluster cluster = declared.cluster();
		if (cluster != null) {
			throw new EhcacheXmlException(declared, cluster.line(),
					"a cluster needs a DataSource for PostgreSQL, and there is none or more than one.",
					"Add spring-boot-starter-jdbc and org.postgresql:postgresql, mark one of several as @Primary, or remove "
							+ "<service>.");
		}
	}

}
