package dev.yoil.ehcache.boot;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Objects;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;

import javax.sql.DataSource;

import dev.yoil.ehcache.internal.cluster.NodeSignatures;
import dev.yoil.ehcache.internal.cluster.NodeTable;
import dev.yoil.ehcache.internal.cluster.PostgresRegionTable;
import dev.yoil.ehcache.internal.cluster.RedisTier;
import dev.yoil.ehcache.internal.cluster.RegionWatch;
import dev.yoil.ehcache.internal.region.RegionTokens;
import dev.yoil.ehcache.internal.web.RegionTokenFilter;
import dev.yoil.ehcache.region.RegionVersion;
import dev.yoil.ehcache.region.Regions;
import dev.yoil.ehcache.xml.DeclaredCluster;
import dev.yoil.ehcache.xml.EhcacheXml;
import dev.yoil.ehcache.xml.EhcacheXmlException;
import io.lettuce.core.RedisClient;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.FunctionTimer;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.TimeGauge;
import io.micrometer.core.instrument.binder.MeterBinder;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.ApplicationRunner;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.health.autoconfigure.contributor.ConditionalOnEnabledHealthIndicator;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.JdbcConnectionDetails;
import org.springframework.boot.sql.init.dependency.DependsOnDatabaseInitialization;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.ConfigurationCondition;
import org.springframework.core.Ordered;
import org.springframework.core.env.Environment;
import org.springframework.core.env.PropertyResolver;
import org.springframework.core.type.AnnotatedTypeMetadata;
import org.springframework.jdbc.core.JdbcTemplate;

/**
 * Makes what is cached follow changes of regions, on several instances if
 * {@code ehcache.xml} says that there are several.
 */
@AutoConfiguration(
		afterName = { "org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration",
				"org.springframework.boot.jackson.autoconfigure.JacksonAutoConfiguration" },
		after = EhCacheAutoConfiguration.class)
public final class RegionAutoConfiguration {

	@Bean
	@ConditionalOnMissingBean
	Regions yoilCacheRegionsOfTheOnlyInstance(ObjectProvider<EhcacheXml> declared) {
		declared.ifAvailable(RegionAutoConfiguration::refuseCluster);
		return Regions.alone();
	}

	private static void refuseCluster(EhcacheXml declared) {
		DeclaredCluster cluster = declared.cluster();
		if (cluster != null) {
			throw new EhcacheXmlException(declared, cluster.line(),
					"several instances tell each other of changes by a DataSource for PostgreSQL, and there is none.",
					"Add spring-boot-starter-jdbc and org.postgresql:postgresql, or remove <service>.");
		}
	}

	/** What only several instances need. Considered before what is outside of it. */
	@Configuration(proxyBeanMethods = false)
	@ConditionalOnClass({ PGConnection.class, JdbcTemplate.class, DataSourceAutoConfiguration.class })
	@ConditionalOnBean(DataSource.class)
	@Conditional(RegionAutoConfiguration.Declared.class)
	static class Several {

		@Bean
		DeclaredCluster yoilDeclaredCluster(EhcacheXml declared) {
			return Objects.requireNonNull(declared.cluster());
		}

		@Bean
		PostgresRegionTable yoilCacheRegionTable(DataSource dataSource) {
			return new PostgresRegionTable(dataSource);
		}

		@Bean
		Regions yoilCacheRegions(PostgresRegionTable table, DeclaredCluster cluster) {
			return Regions.shared(table, cluster.lease());
		}

		/**
		 * With a connection that is not of the pool, where it is known how to open one.
		 */
		@Bean
		@DependsOnDatabaseInitialization
		RegionWatch yoilCacheRegionWatch(Regions regions, PostgresRegionTable table, EhcacheXml declared,
				DeclaredCluster cluster, DataSource dataSource, ObjectProvider<JdbcConnectionDetails> details) {
			String problem = table.prepare();
			if (problem != null) {
				throw new EhcacheXmlException(declared, cluster.line(), problem, PostgresRegionTable.REMEDY);
			}
			JdbcConnectionDetails known = details.getIfAvailable();
			return new RegionWatch(regions, table,
					(known != null) ? () -> open(known, cluster) : dataSource::getConnection, cluster.lease(),
					cluster.poll());
		}

		/**
		 * Keeps the application from being ready until the versions were read: nobody is
		 * to be sent to an instance that has to load whatever is asked for. A lease that
		 * is over later is no reason to send nobody: where the database is away, it is
		 * for all instances alike, and stale answers are better than none.
		 */
		@Bean
		ApplicationRunner yoilCacheRegionReadiness(RegionWatch watch) {
			return (arguments) -> watch.awaitRead();
		}

		private static Connection open(JdbcConnectionDetails details, DeclaredCluster cluster) throws SQLException {
			Properties properties = new Properties();
			if (details.getUsername() != null) {
				properties.setProperty("user", details.getUsername());
			}
			if (details.getPassword() != null) {
				properties.setProperty("password", details.getPassword());
			}
			// Seconds, without which a server that stops answering would be waited for.
			String lease = String.valueOf(Math.max(1, cluster.lease().toSeconds()));
			properties.setProperty("connectTimeout", lease);
			properties.setProperty("loginTimeout", lease);
			properties.setProperty("socketTimeout", lease);
			properties.setProperty("ApplicationName", "cache regions");
			return DriverManager.getConnection(details.getJdbcUrl(), properties);
		}

	}

	/** What only values that all instances share need. */
	@Configuration(proxyBeanMethods = false)
	@ConditionalOnClass(RedisClient.class)
	@Conditional(RegionAutoConfiguration.DeclaredToShare.class)
	static class SharedTier {

		/**
		 * Releases share nothing, as they may make something else of the same data.
		 */
		@Bean
		RedisTier yoilCacheSharedTier(EhcacheXml declared, Environment environment, Regions regions) {
			DeclaredCluster.Tier tier = Objects.requireNonNull(Objects.requireNonNull(declared.cluster()).tier());
			String release = environment.getProperty("spring.application.version", "");
			RedisTier opened = create(declared, tier, environment, release.isEmpty() ? "" : ":" + release,
					() -> regions.version(RegionTokens.KEY));
			opened.connect();
			return opened;
		}

		/**
		 * What is wrong with the URL is not repeated: it may hold a password.
		 */
		private static RedisTier create(EhcacheXml declared, DeclaredCluster.Tier tier, PropertyResolver properties,
				String release, Supplier<@Nullable RegionVersion> secret) {
			String url;
			try {
				url = properties.resolveRequiredPlaceholders(tier.url());
			}
			catch (IllegalArgumentException ex) {
				throw new EhcacheXmlException(declared, tier.line(),
						"the url of the shared tier has a placeholder without a value.",
						"Set it as a property or an environment variable, or write the URL itself.");
			}
			try {
				return new RedisTier(url, tier.prefix() + release, tier.timeout(), tier.retryAfter(), secret);
			}
			catch (IllegalArgumentException ex) {
				throw new EhcacheXmlException(declared, tier.line(),
						"the url of the shared tier is none of Redis or Valkey.",
						"Write redis://host:6379, redis://user:password@host:6379/0, or rediss:// for TLS.");
			}
		}

		@Bean
		@ConditionalOnBean(JsonMapper.class)
		JsonCodecs yoilCacheJsonCodecs(JsonMapper mapper) {
			return new JsonCodecs(mapper);
		}

	}

	/** What only such an application with metrics needs. */
	@Configuration(proxyBeanMethods = false)
	@ConditionalOnClass({ MeterBinder.class, RedisClient.class })
	@Conditional(RegionAutoConfiguration.DeclaredToShare.class)
	static class SharedTierMetrics {

		@Bean
		MeterBinder yoilCacheSharedTierMetrics(RedisTier tier) {
			return (registry) -> {
				Gauge.builder("cache.tier.available", tier, (link) -> link.isAvailable() ? 1 : 0)
					.description("Whether there is a connection to the shared tier, 1 or 0.")
					.register(registry);
				FunctionCounter.builder("cache.tier.failures", tier, RedisTier::failures)
					.description(
							"Commands and attempts to connect that the shared tier refused or did not answer in time.")
					.register(registry);
				FunctionTimer
					.builder("cache.tier.commands", tier, RedisTier::answers, RedisTier::answerNanos,
							TimeUnit.NANOSECONDS)
					.description("Commands that the shared tier answered, and how long that took.")
					.register(registry);
			};
		}

	}

	/** What only several instances on the web need, to look into each other. */
	@Configuration(proxyBeanMethods = false)
	@ConditionalOnClass({ PGConnection.class, JdbcTemplate.class, DataSourceAutoConfiguration.class })
	@ConditionalOnBean(DataSource.class)
	@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
	@ConditionalOnBooleanProperty("yoil.ehcache.web.enabled")
	@Conditional(RegionAutoConfiguration.Declared.class)
	static class Nodes {

		@Bean
		NodeTable yoilCacheNodes(DataSource dataSource, PostgresRegionTable instance, Environment environment) {
			return new NodeTable(dataSource, instance, () -> NodeUrl.of(environment));
		}

		@Bean
		NodeSignatures yoilCacheNodeSignatures(Regions regions, NodeTable nodes) {
			return new NodeSignatures(() -> regions.version(RegionTokens.KEY), nodes.here().id(), nodes::now);
		}

	}

	/** What only an application with metrics needs. */
	@Configuration(proxyBeanMethods = false)
	@ConditionalOnClass(MeterBinder.class)
	@Conditional(RegionAutoConfiguration.Declared.class)
	static class Metrics {

		@Bean
		MeterBinder yoilCacheRegionMetrics(Regions regions, RegionWatch watch) {
			return (registry) -> {
				TimeGauge
					.builder("cache.lease.left", regions, TimeUnit.MILLISECONDS,
							(lease) -> lease.leaseLeft().toMillis())
					.description(
							"How long entries may be served if the database is not heard from; less than zero if not at all")
					.register(registry);
				Gauge.builder("cache.region.notified", regions, (heard) -> heard.isNotified() ? 1 : 0)
					.description(
							"Whether this instance hears when others tell of changes, 1 or 0: then it finds them by looking only.")
					.register(registry);
				changes(registry, "told", watch, RegionWatch::changesTold);
				changes(registry, "found", watch, RegionWatch::changesFound);
			};
		}

		private static void changes(MeterRegistry registry, String how, RegionWatch watch,
				ToDoubleFunction<RegionWatch> count) {
			FunctionCounter.builder("cache.region.changes", watch, count)
				.tag("heard", how)
				.description(
						"Changes of regions on other instances, of which these told, or which were found by looking")
				.register(registry);
		}

	}

	/** What only an application needs that tells of its health. */
	@Configuration(proxyBeanMethods = false)
	@ConditionalOnClass(HealthIndicator.class)
	@Conditional(RegionAutoConfiguration.Declared.class)
	static class LeaseHealth {

		/**
		 * Tells of an instance that serves nothing as fresh; it is not part of the
		 * readiness.
		 */
		@Bean
		@ConditionalOnEnabledHealthIndicator("cache-lease")
		HealthIndicator cacheLeaseHealthIndicator(Regions regions) {
			return () -> {
				Duration left = regions.leaseLeft();
				Status status = (left.isNegative() || left.isZero()) ? Status.DOWN : Status.UP;
				return Health.status(status).withDetail("left", left.toMillis() + " ms").build();
			};
		}

	}

	/** What only a web application needs. */
	@Configuration(proxyBeanMethods = false)
	@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
	@Conditional(RegionAutoConfiguration.Declared.class)
	static class Web {

		/**
		 * In front of what answers hits, and behind all that may refuse a request.
		 */
		@Bean
		FilterRegistrationBean<RegionTokenFilter> yoilCacheTokenFilter(Regions regions, DeclaredCluster cluster) {
			FilterRegistrationBean<RegionTokenFilter> filter = new FilterRegistrationBean<>(
					new RegionTokenFilter(regions, cluster.lease()));
			filter.setOrder(Ordered.LOWEST_PRECEDENCE);
			return filter;
		}

	}

	/** Looks into the file, which was read if it is needed. */
	static class Declared implements ConfigurationCondition {

		@Override
		public final ConfigurationPhase getConfigurationPhase() {
			return ConfigurationPhase.REGISTER_BEAN;
		}

		@Override
		public final boolean matches(ConditionContext context, AnnotatedTypeMetadata metadata) {
			ConfigurableListableBeanFactory beans = context.getBeanFactory();
			return beans != null && beans.getSingleton(EhcacheXmlRegistrar.NAME) instanceof EhcacheXml declared
					&& declared.cluster() != null && matches(declared.cluster());
		}

		boolean matches(DeclaredCluster cluster) {
			return true;
		}

	}

	/** Looks there for a tier, too. */
	static final class DeclaredToShare extends Declared {

		@Override
		boolean matches(DeclaredCluster cluster) {
			return cluster.tier() != null;
		}

	}

}
