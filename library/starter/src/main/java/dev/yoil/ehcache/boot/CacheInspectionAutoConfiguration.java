package dev.yoil.ehcache.boot;

import java.util.stream.Collectors;

import dev.yoil.ehcache.internal.audit.FreshnessAudit;
import dev.yoil.ehcache.internal.finding.CacheFindings;
import dev.yoil.ehcache.internal.finding.CacheTuningController;
import dev.yoil.ehcache.internal.header.CacheStatus;
import dev.yoil.ehcache.internal.inspect.CacheHistory;
import dev.yoil.ehcache.internal.inspect.CacheInspector;
import dev.yoil.ehcache.internal.inspect.CacheOperator;
import dev.yoil.ehcache.internal.inspect.InspectedCaches;
import dev.yoil.ehcache.internal.live.ConfigurationController;
import dev.yoil.ehcache.internal.tables.TableWatch;
import dev.yoil.ehcache.internal.web.CacheController;
import dev.yoil.ehcache.internal.web.CacheOperationController;
import dev.yoil.ehcache.internal.web.CacheStatusAdvice;
import dev.yoil.ehcache.internal.web.ClusterController;
import dev.yoil.ehcache.internal.web.ConsoleController;
import dev.yoil.ehcache.internal.web.InspectionAdapter;
import dev.yoil.ehcache.internal.web.InstanceReport;
import dev.yoil.ehcache.internal.web.LoadTimeoutAdvice;
import dev.yoil.ehcache.internal.web.StatusController;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionEvaluationReport;
import org.springframework.boot.autoconfigure.condition.ConditionEvaluationReport.ConditionAndOutcomes;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.boot.info.BuildProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Condition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.Lazy;
import org.springframework.core.env.Environment;
import org.springframework.core.type.AnnotatedTypeMetadata;
import org.springframework.util.ClassUtils;

/**
 * Auto-configuration of the inspection over HTTP, the Actuator endpoint, and the response
 * headers about caches.
 */
@AutoConfiguration(after = EhCacheAutoConfiguration.class,
		afterName = { "org.springframework.boot.jackson.autoconfigure.JacksonAutoConfiguration",
				"org.springframework.boot.webmvc.autoconfigure.WebMvcAutoConfiguration" })
@EnableConfigurationProperties(EhCacheProperties.class)
public final class CacheInspectionAutoConfiguration {

	private static final Logger LOG = LoggerFactory.getLogger(CacheInspectionAutoConfiguration.class);

	private static final String ENABLED = "yoil.ehcache.web.enabled";

	private static final String SECURITY = "org.springframework.security.web.SecurityFilterChain";

	private static final String MVC = "org.springframework.web.servlet.DispatcherServlet";

	/**
	 * Warns if the inspection is enabled but a condition does not match. Nested classes
	 * are processed first.
	 */
	@Bean
	@Lazy(false)
	@ConditionalOnBooleanProperty(ENABLED)
	@ConditionalOnMissingBean(type = "dev.yoil.ehcache.internal.web.CacheController")
	SmartInitializingSingleton yoilCacheInspectionMissing(ConfigurableListableBeanFactory beans) {
		return () -> {
			ConditionAndOutcomes conditions = ConditionEvaluationReport.get(beans)
				.getConditionAndOutcomesBySource()
				.get(Web.class.getName());
			LOG.warn("{} is set, but the inspection is not available: it needs Spring MVC and a JsonMapper{}", ENABLED,
					(conditions != null) ? conditions.stream()
						.filter((condition) -> !condition.getOutcome().isMatch())
						.map((condition) -> condition.getOutcome().getMessage())
						.collect(Collectors.joining("; ", ": ", ".")) : ".");
		};
	}

	@Configuration(proxyBeanMethods = false)
	@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
	@ConditionalOnClass(value = JsonMapper.class, name = { MVC, "jakarta.validation.Validator" })
	@ConditionalOnBean(JsonMapper.class)
	@ConditionalOnBooleanProperty(ENABLED)
	@Import({ InspectionConfiguration.class, CacheOperator.class, CacheHistory.class, CacheController.class,
			CacheOperationController.class, CacheTuningController.class, ConfigurationController.class,
			ClusterController.class, InspectionAdapter.class })
	static class Web {

		@Bean
		StatusController yoilInstanceStatus(InspectedCaches caches, CacheHistory history, Environment environment,
				InstanceReport report, EhCacheProperties properties) {
			return new StatusController(caches, history, environment, report, properties.web().dashboardUrl());
		}

		@Bean
		InstanceReport yoilInstanceReport(InspectedCaches caches, CacheInspector inspector, CacheHistory history,
				Environment environment, EhCacheProperties properties, ObjectProvider<BuildProperties> build,
				BeanFactory beans) {
			String version = environment.getProperty("spring.application.version");
			BuildProperties known = build.getIfUnique();
			return new InstanceReport(caches, inspector, history,
					(version != null || known == null) ? version : known.getVersion(), properties.web().consolePath(),
					beans);
		}

		@Bean
		AuditController yoilAudit(InspectedCaches caches, ObjectProvider<FreshnessAudit> audit) {
			return new AuditController(caches, audit.getIfAvailable());
		}

		@Bean
		TablesController yoilTables(ObjectProvider<TableWatch> watch) {
			return new TablesController(watch.getIfAvailable());
		}

		@Bean
		ConsoleController yoilCacheConsole(EhCacheProperties properties, BeanFactory beans) {
			LOG.info("The cache console is at {}", properties.web().consolePath());
			if (!ClassUtils.isPresent(SECURITY, null)) {
				LOG.warn(
						"The application has no security: anyone who can reach it can inspect its caches, and no user can "
								+ "change them. Add spring-boot-starter-security.");
			}
			return new ConsoleController(properties.web().consolePath(), properties.web().path(), beans);
		}

	}

	@Configuration(proxyBeanMethods = false)
	@ConditionalOnClass({ ConditionalOnAvailableEndpoint.class, JsonMapper.class })
	@ConditionalOnBean(JsonMapper.class)
	@ConditionalOnAvailableEndpoint(CachesEndpoint.class)
	@Import(InspectionConfiguration.class)
	static class Actuator {

		@Bean
		CachesEndpoint yoilCachesEndpoint(InspectedCaches caches, CacheInspector inspector, CacheFindings findings) {
			return new CachesEndpoint(caches, inspector, findings);
		}

	}

	/** Rejects an inspection that would not validate the parameters of requests. */
	@Configuration(proxyBeanMethods = false)
	@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
	@ConditionalOnClass(name = MVC)
	@ConditionalOnMissingClass("jakarta.validation.Validator")
	@ConditionalOnBooleanProperty(ENABLED)
	static class WithoutValidation {

		WithoutValidation() {
			throw new InvalidConfigurationPropertyValueException(ENABLED, true,
					"The inspection needs Bean Validation. Add spring-boot-starter-validation.");
		}

	}

	@Configuration(proxyBeanMethods = false)
	@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
	@ConditionalOnClass(name = MVC)
	static class Disclosure {

		@Bean
		CacheStatus.Disclosure yoilCacheStatusTold(EhCacheProperties properties) {
			return properties.web().cacheStatus();
		}

		@Bean
		@Conditional(OnCacheStatus.class)
		CacheStatusAdvice yoilCacheStatusAdvice(CacheStatus.Disclosure told) {
			return new CacheStatusAdvice(told);
		}

		@Bean
		@ConditionalOnBooleanProperty("spring.mvc.problemdetails.enabled")
		LoadTimeoutAdvice yoilLoadTimeoutAdvice() {
			return new LoadTimeoutAdvice();
		}

	}

	/** Binds the property, because its value can be written in several ways. */
	static final class OnCacheStatus implements Condition {

		@Override
		public boolean matches(ConditionContext context, AnnotatedTypeMetadata metadata) {
			return Binder.get(context.getEnvironment())
				.bind("yoil.ehcache.web.cache-status", CacheStatus.Disclosure.class)
				.orElse(CacheStatus.Disclosure.OFF) != CacheStatus.Disclosure.OFF;
		}

	}

}
