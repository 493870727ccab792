package dev.yoil.ehcache.boot;

import java.util.stream.Collectors;

import dev.yoil.ehcache.internal.doctor.CacheDoctor;
import dev.yoil.ehcache.internal.inspect.CacheHistory;
import dev.yoil.ehcache.internal.inspect.CacheInspector;
import dev.yoil.ehcache.internal.inspect.CacheOperator;
import dev.yoil.ehcache.internal.inspect.InspectedCaches;
import dev.yoil.ehcache.internal.web.CacheController;
import dev.yoil.ehcache.internal.web.CacheOperationController;
import dev.yoil.ehcache.internal.web.CacheStatus;
import dev.yoil.ehcache.internal.web.CacheStatusAdvice;
import dev.yoil.ehcache.internal.web.Cluster;
import dev.yoil.ehcache.internal.web.ClusterController;
import dev.yoil.ehcache.internal.web.ConsoleController;
import dev.yoil.ehcache.internal.web.InspectionAdapter;
import dev.yoil.ehcache.internal.web.LoadTimeoutAdvice;
import dev.yoil.ehcache.xml.DeclaredCache;
import dev.yoil.ehcache.xml.EhcacheXml;
import dev.yoil.ehcache.xml.EhcacheXmlException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.beans.factory.BeanFactory;
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
import org.springframework.boot.jackson.autoconfigure.JacksonAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Condition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.Lazy;
import org.springframework.core.type.AnnotatedTypeMetadata;
import org.springframework.scheduling.concurrent.ThreadPoolTaskScheduler;
import org.springframework.scheduling.config.ScheduledTaskRegistrar;
import org.springframework.util.ClassUtils;

/**
 * Lets people look into the caches over HTTP where {@code yoil.ehcache.web.enabled} is
 * set, and tells clients of them where {@code yoil.ehcache.web.cache-status} is.
 */
@AutoConfiguration(after = { EhCacheAutoConfiguration.class, JacksonAutoConfiguration.class },
		afterName = "org.springframework.boot.webmvc.autoconfigure.WebMvcAutoConfiguration")
@EnableConfigurationProperties(EhCacheProperties.class)
public final class CacheInspectionAutoConfiguration {

	private static final Logger LOG = LoggerFactory.getLogger(CacheInspectionAutoConfiguration.class);

	private static final String ENABLED = "yoil.ehcache.web.enabled";

	private static final String SECURITY = "org.springframework.security.web.SecurityFilterChain";

	private static final String MVC = "org.springframework.web.servlet.DispatcherServlet";

	/**
	 * Warns that the inspection is switched on and cannot be had, with the conditions
	 * that are not met. Considered after what is nested here.
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
			LOG.warn(
					"{} is set, but the caches cannot be inspected over HTTP, which needs Spring MVC and a JsonMapper{}",
					ENABLED,
					(conditions != null) ? conditions.stream()
						.filter((condition) -> !condition.getOutcome().isMatch())
						.map((condition) -> condition.getOutcome().getMessage())
						.collect(Collectors.joining("; ", ": ", ".")) : ".");
		};
	}

	/** What only the inspection over HTTP needs, and its console. */
	@Configuration(proxyBeanMethods = false)
	@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
	@ConditionalOnClass(value = JsonMapper.class, name = { MVC, "jakarta.validation.Validator" })
	@ConditionalOnBean(JsonMapper.class)
	@ConditionalOnBooleanProperty(ENABLED)
	@Import({ InspectionConfiguration.class, CacheOperator.class, CacheHistory.class, CacheController.class,
			CacheOperationController.class, Cluster.class, ClusterController.class, InspectionAdapter.class })
	static class Web {

		/**
		 * In a thread of its own, which no task of the application's can hold up, and
		 * without switching on scheduling in the application. Nobody asks for it, so it
		 * is not lazy where all beans are.
		 */
		@Bean
		@Lazy(false)
		ScheduledTaskRegistrar yoilCacheHistorySampling(CacheHistory history, InspectedCaches caches,
				EhCacheProperties properties) {
			caches.managers().forEach((manager) -> refuseReserved(manager.declared(), properties.web().path()));
			ThreadPoolTaskScheduler thread = new ThreadPoolTaskScheduler();
			thread.setThreadNamePrefix("yoil-cache-history-");
			thread.setDaemon(true);
			thread.initialize();
			ScheduledTaskRegistrar sampling = new ScheduledTaskRegistrar() {
				@Override
				public void destroy() {
					super.destroy();
					thread.destroy();
				}
			};
			sampling.setTaskScheduler(thread);
			sampling.addFixedDelayTask(history::sample, CacheHistory.STEP);
			return sampling;
		}

		@Bean
		ConsoleController yoilCacheConsole(EhCacheProperties properties, BeanFactory beans) {
			LOG.info("Caches can be looked into at {}/", properties.web().consolePath());
			if (!ClassUtils.isPresent(SECURITY, null)) {
				LOG.warn("Whoever reaches this application may look into its caches, and nobody may change them: "
						+ "it has no security. Add spring-boot-starter-security.");
			}
			return new ConsoleController(properties.web().consolePath(), properties.web().path(), beans);
		}

		private static void refuseReserved(EhcacheXml declared, String path) {
			for (DeclaredCache cache : declared.caches()) {
				if (CacheController.RESERVED_NAMES.contains(cache.name())) {
					throw new EhcacheXmlException(
							declared, cache.place().cache(), "the cache '" + cache.name() + "' could not be looked at: "
									+ path + "/" + cache.name() + " answers with something else.",
							"Give it another name, in the annotations too.");
				}
			}
		}

	}

	/** What only the Actuator needs, wherever it answers. */
	@Configuration(proxyBeanMethods = false)
	@ConditionalOnClass({ ConditionalOnAvailableEndpoint.class, JsonMapper.class })
	@ConditionalOnBean(JsonMapper.class)
	@ConditionalOnAvailableEndpoint(CachesEndpoint.class)
	@Import(InspectionConfiguration.class)
	static class Actuator {

		@Bean
		CachesEndpoint yoilCachesEndpoint(InspectedCaches caches, CacheInspector inspector, CacheDoctor doctor) {
			return new CachesEndpoint(caches, inspector, doctor);
		}

	}

	/** Without Bean Validation nobody would hold the parameters of requests. */
	@Configuration(proxyBeanMethods = false)
	@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
	@ConditionalOnClass(name = MVC)
	@ConditionalOnMissingClass("jakarta.validation.Validator")
	@ConditionalOnBooleanProperty(ENABLED)
	static class WithoutValidation {

		WithoutValidation() {
			throw new InvalidConfigurationPropertyValueException(ENABLED, true,
					"The inspection needs Bean Validation, which is not there. Add spring-boot-starter-validation.");
		}

	}

	/** What only applications need that tell clients of their caches. */
	@Configuration(proxyBeanMethods = false)
	@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
	@ConditionalOnClass(name = MVC)
	static class Told {

		@Bean
		CacheStatus.Told yoilCacheStatusTold(EhCacheProperties properties) {
			return properties.web().cacheStatus();
		}

		@Bean
		@Conditional(ToldOfCaches.class)
		CacheStatusAdvice yoilCacheStatusAdvice(CacheStatus.Told told) {
			return new CacheStatusAdvice(told);
		}

		/**
		 * For an application that asked Spring for problem details.
		 */
		@Bean
		@ConditionalOnBooleanProperty("spring.mvc.problemdetails.enabled")
		LoadTimeoutAdvice yoilLoadTimeoutAdvice() {
			return new LoadTimeoutAdvice();
		}

	}

	/** As the property is bound, which takes several ways of writing it. */
	static final class ToldOfCaches implements Condition {

		@Override
		public boolean matches(ConditionContext context, AnnotatedTypeMetadata metadata) {
			return Binder.get(context.getEnvironment())
				.bind("yoil.ehcache.web.cache-status", CacheStatus.Told.class)
				.orElse(CacheStatus.Told.OFF) != CacheStatus.Told.OFF;
		}

	}

}
