package dev.yoil.ehcache.boot;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Objects;
import java.util.Properties;
import java.util.concurrent.TimeUnit;

import javax.sql.DataSource;

import dev.yoil.ehcache.internal.cluster.DatabaseRegionTable;
import dev.yoil.ehcache.internal.cluster.InstanceTable;
import dev.yoil.ehcache.internal.cluster.RegionTokenFilter;
import dev.yoil.ehcache.internal.cluster.RegionWatch;
import dev.yoil.ehcache.internal.edge.Edges;
import dev.yoil.ehcache.internal.web.InstanceReport;
import dev.yoil.ehcache.internal.web.Instances;
import dev.yoil.ehcache.internal.web.Instances.Instance;
import dev.yoil.ehcache.region.Regions;
import dev.yoil.ehcache.xml.DeclaredCluster;
import dev.yoil.ehcache.xml.EhcacheXml;
import dev.yoil.ehcache.xml.EhcacheXmlException;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.TimeGauge;
import io.micrometer.core.instrument.binder.MeterBinder;
import org.postgresql.PGConnection;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.ApplicationRunner;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.health.autoconfigure.contributor.ConditionalOnEnabledHealthIndicator;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.JdbcConnectionDetails;
import org.springframework.boot.sql.init.dependency.DependsOnDatabaseInitialization;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;
import org.springframework.jdbc.core.JdbcTemplate;

/**
 * Configuration of a cluster: the changes of regions on all instances.
 */
@Configuration(proxyBeanMethods = false)
@ConditionalOnClass({ PGConnection.class, JdbcTemplate.class, DataSourceAutoConfiguration.class })
@ConditionalOnBean(DatabaseRegionTable.class)
@Conditional(ClusterConfiguration.Declared.class)
class ClusterConfiguration {

	@Bean
	DeclaredCluster yoilDeclaredCluster(EhcacheXml declared) {
		return Objects.requireNonNull(declared.cluster());
	}

	@Bean
	Regions yoilCacheRegions(DatabaseRegionTable table, DeclaredCluster cluster) {
		return Regions.shared(table, cluster.lease());
	}

	@Bean
	InstanceTable yoilCacheInstanceTable(DatabaseRegionTable table) {
		return new InstanceTable(table);
	}

	/**
	 * Bypasses the pool if the details of the connection are known.
	 */
	@Bean
	@DependsOnDatabaseInitialization
	RegionWatch yoilCacheRegionWatch(Regions regions, DatabaseRegionTable table, InstanceTable instances,
			EhcacheXml declared, DeclaredCluster cluster, DataSource dataSource,
			ObjectProvider<JdbcConnectionDetails> details) {
		String problem = table.problemForCluster();
		if (problem != null) {
			throw new EhcacheXmlException(declared, cluster.line(), problem, DatabaseRegionTable.REMEDY);
		}
		JdbcConnectionDetails known = details.getIfAvailable();
		return new RegionWatch(regions, table, instances,
				(known != null) ? () -> open(known, cluster) : dataSource::getConnection, cluster.lease(),
				cluster.poll());
	}

	private static Connection open(JdbcConnectionDetails details, DeclaredCluster cluster) throws SQLException {
		Properties properties = new Properties();
		if (details.getUsername() != null) {
			properties.setProperty("user", details.getUsername());
		}
		if (details.getPassword() != null) {
			properties.setProperty("password", details.getPassword());
		}
		String seconds = String.valueOf(Math.max(1, cluster.lease().toSeconds()));
		properties.setProperty("connectTimeout", seconds);
		properties.setProperty("loginTimeout", seconds);
		properties.setProperty("socketTimeout", seconds);
		properties.setProperty("ApplicationName", "cache regions");
		return DriverManager.getConnection(details.getJdbcUrl(), properties);
	}

	/**
	 * Delays readiness until the first read, because before it every lookup is a load. A
	 * lease that expires later does not end readiness. It usually means that no instance
	 * reaches the database, and stale responses are better than none.
	 */
	@Bean
	ApplicationRunner yoilCacheRegionReadiness(RegionWatch watch) {
		return (arguments) -> watch.awaitRead();
	}

	@Configuration(proxyBeanMethods = false)
	@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
	static class Web {

		/**
		 * Without an order, it runs after filters that may reject a request. The filter
		 * that serves hits belongs to a servlet, and so runs later.
		 */
		@Bean
		RegionTokenFilter yoilCacheTokenFilter(Regions regions, DeclaredCluster cluster, ObjectProvider<Edges> edges) {
			return new RegionTokenFilter(regions, cluster.lease(), edges.getIfAvailable() != null);
		}

	}

	/** Views of all instances: each writes a report into its row. */
	@Configuration(proxyBeanMethods = false)
	@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
	@ConditionalOnClass(InstanceReport.class)
	@ConditionalOnBooleanProperty("yoil.ehcache.web.enabled")
	static class Reports {

		@Bean
		Instances yoilCacheInstances(InstanceTable instances, Regions regions) {
			return () -> instances.instances()
				.stream()
				.map((row) -> new Instance(row.id(), row.url(), row.seenAt(), row.ageMillis(), row.here(), row.lost(),
						row.here() ? (Long) regions.leaseLeft().toMillis() : null, row.report()))
				.toList();
		}

		/**
		 * Runs when the port is known.
		 */
		@Bean
		ApplicationRunner yoilCacheInstanceUrl(InstanceTable instances, Environment environment,
				ObjectProvider<InstanceReport> report) {
			return (arguments) -> {
				String url = InstanceUrl.of(environment);
				report.ifAvailable((present) -> instances.announce(url, present::text));
			};
		}

	}

	@Configuration(proxyBeanMethods = false)
	@ConditionalOnClass(MeterBinder.class)
	static class Metrics {

		@Bean
		MeterBinder yoilCacheRegionMetrics(Regions regions, RegionWatch watch) {
			return (registry) -> {
				TimeGauge
					.builder("cache.lease.left", regions, TimeUnit.MILLISECONDS,
							(lease) -> lease.leaseLeft().toMillis())
					.description(
							"Time until entries count as expired if the database is not reached; negative after it.")
					.register(registry);
				new Meters<>(registry, regions, Tags.empty())
					.gauge("cache.region.notified",
							"1 if notifications of other instances arrive; 0 if polling alone finds changes.",
							(region) -> region.isNotified() ? 1 : 0)
					.gauge("cache.region.versions", "Regions whose version this instance knows, about 200 bytes each.",
							Regions::size);
				Meters<RegionWatch> meters = new Meters<>(registry, watch, Tags.empty());
				String changes = "Changes of regions on other instances, by notification or by polling.";
				meters.tagged("heard", "told").counter("cache.region.changes", changes, RegionWatch::changesTold);
				meters.tagged("heard", "found").counter("cache.region.changes", changes, RegionWatch::changesFound);
			};
		}

	}

	@Configuration(proxyBeanMethods = false)
	@ConditionalOnClass(HealthIndicator.class)
	static class LeaseHealth {

		/**
		 * Reports whether the lease is valid. Not part of readiness.
		 */
		@Bean
		@ConditionalOnEnabledHealthIndicator("cache-lease")
		HealthIndicator cacheLeaseHealthIndicator(Regions regions) {
			return () -> {
				Duration left = regions.leaseLeft();
				return Health.status((left.toNanos() > 0) ? Status.UP : Status.DOWN)
					.withDetail("left", left.toMillis() + " ms")
					.build();
			};
		}

	}

	/** Matches if {@code ehcache.xml} declares a cluster. */
	static final class Declared extends OnDeclarations {

		@Override
		boolean matches(EhcacheXml declared) {
			return declared.cluster() != null;
		}

	}

}
