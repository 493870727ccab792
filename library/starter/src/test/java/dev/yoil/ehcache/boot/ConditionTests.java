package dev.yoil.ehcache.boot;

import java.util.List;
import java.util.Map;

import dev.yoil.ehcache.EhCacheCache;
import dev.yoil.ehcache.EhCacheCacheManager;
import dev.yoil.ehcache.internal.inspect.CacheInspector;
import dev.yoil.ehcache.internal.inspect.EntrySnapshot;
import dev.yoil.ehcache.internal.web.CacheController;
import dev.yoil.ehcache.internal.web.CacheStatusAdvice;
import dev.yoil.ehcache.spi.ValueText;
import dev.yoil.representation.boot.RequestTimerAutoConfiguration;
import dev.yoil.representation.cached.RepresentationAutoConfiguration;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.tracing.Tracer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.cache.autoconfigure.CacheAutoConfiguration;
import org.springframework.boot.cache.autoconfigure.metrics.CacheMetricsAutoConfiguration;
import org.springframework.boot.http.converter.autoconfigure.HttpMessageConvertersAutoConfiguration;
import org.springframework.boot.jackson.autoconfigure.JacksonAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.AbstractApplicationContextRunner;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.context.runner.ReactiveWebApplicationContextRunner;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.boot.validation.autoconfigure.ValidationAutoConfiguration;
import org.springframework.boot.webmvc.autoconfigure.DispatcherServletAutoConfiguration;
import org.springframework.boot.webmvc.autoconfigure.WebMvcAutoConfiguration;
import org.springframework.cache.CacheManager;
import org.springframework.cache.annotation.EnableCaching;
import org.springframework.context.annotation.Configuration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

/**
 * Beans in applications without some libraries, and of other types.
 */
@ExtendWith(OutputCaptureExtension.class)
class ConditionTests {

	private static final String TIMER = "yoilRequestTimerFilter";

	private static final String WARNING = "yoil.ehcache.web.enabled is set, but the inspection is not available";

	static final String FILE = "yoil.ehcache.config=classpath:dev/yoil/ehcache/boot/users.xml";

	private static <R extends AbstractApplicationContextRunner<R, ?, ?>> R with(R runner) {
		return runner.withUserConfiguration(Caching.class)
			.withBean(MeterRegistry.class, SimpleMeterRegistry::new)
			.withPropertyValues(FILE, "yoil.ehcache.web.enabled=true", "yoil.ehcache.web.cache-status=on",
					"management.endpoints.web.exposure.include=yoilcaches");
	}

	@Test
	void providesAllBeans(CapturedOutput output) {
		ValueText.Renderer numbers = (value, most) -> (value instanceof Integer) ? new ValueText("a number", 8) : null;
		with(new WebApplicationContextRunner()).withBean(ValueText.Renderer.class, () -> numbers).run((context) -> {
			assertThat(context).hasNotFailed()
				.hasSingleBean(EhCacheCacheManager.class)
				.hasSingleBean(CacheController.class)
				.hasSingleBean(CacheStatusAdvice.class)
				.hasSingleBean(CachesEndpoint.class)
				.hasBean(TIMER);
			assertThat(output).doesNotContain(WARNING);
			EhCacheCache cache = context.getBean(EhCacheCacheManager.class).caches().get(0);
			cache.put("first", 1);
			cache.put("second", List.of(2));
			assertThat(context.getBean(CacheInspector.class).one(cache, 2, null).entries())
				.as("the renderer of the application comes first")
				.extracting(EntrySnapshot::value, EntrySnapshot::size)
				.containsExactly(tuple("a number", 8L), tuple("[2]", 3L));
		});
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|',
			textBlock = """
					tools.jackson                           | false | true  | false
					org.springframework.web.servlet         | false | false | true
					org.springframework.boot.actuate        | true  | true  | false
					org.springframework.security,org.springframework.transaction,org.springframework.jdbc,org.postgresql,io.lettuce,org.springframework.boot.health | true | true | true
					""")
	void omitsBeansOfMissingLibraries(String missing, boolean inspection, boolean cacheStatus, boolean endpoint,
			CapturedOutput output) {
		with(new WebApplicationContextRunner()).withClassLoader(new FilteredClassLoader(missing.split(",")))
			.run((context) -> {
				assertThat(context).hasNotFailed().hasSingleBean(EhCacheCacheManager.class);
				assertThat(context.getBeansOfType(CacheController.class)).hasSize(inspection ? 1 : 0);
				assertThat(context.getBeansOfType(CacheStatusAdvice.class)).hasSize(cacheStatus ? 1 : 0);
				assertThat(context.getBeansOfType(CachesEndpoint.class)).hasSize(endpoint ? 1 : 0);
				if (missing.contains("transaction")) {
					assertThat(context.getBean(CacheManager.class).getCache("users")).as("without transactions")
						.isInstanceOf(EhCacheCache.class);
				}
			});
		if (missing.equals("tools.jackson")) {
			assertThat(output).containsOnlyOnce(WARNING)
				.contains("did not find required class 'tools.jackson.databind.json.JsonMapper'");
		}
	}

	@Test
	void bindsNoMetricsWithoutMicrometer() {
		new ApplicationContextRunner().withUserConfiguration(Caching.class)
			.withPropertyValues(FILE)
			.withClassLoader(new FilteredClassLoader("io.micrometer"))
			.run((context) -> assertThat(context).hasNotFailed().doesNotHaveBean("yoilCacheMeterBinderProvider"));
	}

	@Test
	void failsIfTheInspectionHasNoValidation() {
		with(new WebApplicationContextRunner()).withClassLoader(new FilteredClassLoader("jakarta.validation"))
			.run((context) -> assertThat(context).getFailure()
				.rootCause()
				.hasMessageContaining("yoil.ehcache.web.enabled")
				.hasStackTraceContaining("Add spring-boot-starter-validation."));
	}

	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void providesCachesMetricsAndEndpointWithoutServlets(boolean reactive, CapturedOutput output) {
		AbstractApplicationContextRunner<?, ?, ?> application = reactive
				? with(new ReactiveWebApplicationContextRunner()) : with(new ApplicationContextRunner());
		application.run((context) -> {
			assertThat(context.getBeansOfType(CacheController.class)).isEmpty();
			context.getBean(CacheManager.class).getCache("users").put("alice", Map.of("age", 41));
			assertThat(context.getBean(MeterRegistry.class).get("cache.puts").tag("cache", "users").functionCounter())
				.returns(1.0, (puts) -> puts.count());
			if (reactive) {
				CachesEndpoint endpoint = context.getBean(CachesEndpoint.class);
				assertThat(endpoint.all(10).get("users").entries()).singleElement()
					.satisfies((entry) -> assertThat(entry.value()).contains("41"));
				assertThat(endpoint.all(null).get("users").entries()).isEmpty();
				assertThat(endpoint.one("none", null)).isNull();
				assertThat(output).contains("not a servlet web application");
			}
		});
	}

	@Test
	void providesTheEndpointOnlyIfExposed() {
		with(new WebApplicationContextRunner()).withPropertyValues("management.endpoints.web.exposure.include=health")
			.run((context) -> assertThat(context).doesNotHaveBean(CachesEndpoint.class));
	}

	@Test
	void warnsIfTheEnabledInspectionLacksCaching(CapturedOutput output) {
		new WebApplicationContextRunner()
			.withConfiguration(AutoConfigurations.of(JacksonAutoConfiguration.class, CacheAutoConfiguration.class,
					EhCacheAutoConfiguration.class, CacheInspectionAutoConfiguration.class))
			.withPropertyValues(FILE, "yoil.ehcache.web.enabled=true")
			.run((context) -> {
				assertThat(output).contains("No cache to inspect: caching is not enabled. Add @EnableCaching");
				assertThat(context.getBean(CacheController.class)).isNotNull();
			});
	}

	@Test
	void omitsTheRequestTimerIfATracerIsPresent() {
		with(new WebApplicationContextRunner()).withBean(Tracer.class, () -> Tracer.NOOP)
			.run((context) -> assertThat(context).hasNotFailed().doesNotHaveBean(TIMER));
	}

	/** Imports by name, so that conditions are evaluated before classes are loaded. */
	@Configuration(proxyBeanMethods = false)
	@EnableCaching
	@ImportAutoConfiguration({ CacheAutoConfiguration.class, EhCacheAutoConfiguration.class,
			CacheAnnotationsAutoConfiguration.class, RegionAutoConfiguration.class,
			EhCacheMetricsAutoConfiguration.class, CacheMetricsAutoConfiguration.class,
			CacheInspectionAutoConfiguration.class, RepresentationAutoConfiguration.class,
			RequestTimerAutoConfiguration.class, JacksonAutoConfiguration.class,
			HttpMessageConvertersAutoConfiguration.class, DispatcherServletAutoConfiguration.class,
			WebMvcAutoConfiguration.class, ValidationAutoConfiguration.class })
	static class Caching {

	}

}
