package dev.yoil.representation.cached;

import java.time.Clock;
import java.util.ArrayList;
import java.util.List;

import dev.yoil.ehcache.internal.TimeSpent;
import dev.yoil.ehcache.internal.TimeSpent.On;
import dev.yoil.ehcache.internal.header.CacheStatus;
import dev.yoil.ehcache.internal.manager.EhCacheManagers;
import dev.yoil.ehcache.spi.ValueText;
import dev.yoil.ehcache.tier.ValueCodec;
import dev.yoil.representation.Representation;
import dev.yoil.representation.RepresentationReturnValueHandler;
import dev.yoil.representation.Representations;
import dev.yoil.representation.Stopwatch;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.jackson.autoconfigure.JacksonAutoConfiguration;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.boot.webmvc.autoconfigure.DispatcherServletAutoConfiguration;
import org.springframework.boot.webmvc.autoconfigure.DispatcherServletRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.web.method.support.HandlerMethodReturnValueHandler;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerAdapter;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;

/**
 * Auto-configuration that supports representations as return values, and answers cached
 * ones before MVC.
 */
@AutoConfiguration(after = { JacksonAutoConfiguration.class, DispatcherServletAutoConfiguration.class },
		afterName = "dev.yoil.ehcache.boot.EhCacheAutoConfiguration",
		beforeName = "dev.yoil.ehcache.boot.CacheInspectionAutoConfiguration")
@ConditionalOnClass({ JsonMapper.class, DispatcherServletRegistrationBean.class })
@ConditionalOnBean({ JsonMapper.class, DispatcherServletRegistrationBean.class })
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
@Import(EhCacheManagers.class)
public final class RepresentationAutoConfiguration {

	private static final Stopwatch STOPWATCH = (writing) -> TimeSpent.on(On.WRITE, writing::get);

	@Bean
	Representations yoilRepresentations(JsonMapper mapper, ObjectProvider<Clock> clock, EhCacheManagers caches) {
		return new Representations(mapper, clock.getIfAvailable(Clock::systemUTC), !caches.all().isEmpty(), STOPWATCH);
	}

	@Bean
	ValueText.Renderer yoilRepresentationText() {
		return new RepresentationText();
	}

	/**
	 * Comes before codecs that accept any object.
	 */
	@Bean
	@Order(Ordered.HIGHEST_PRECEDENCE)
	ValueCodec.Factory yoilRepresentationCodec() {
		return (declared) -> (declared == Representation.class) ? new RepresentationCodec() : null;
	}

	/**
	 * Requires Brotli4j.
	 */
	@Bean
	@ConditionalOnClass(name = "com.aayushatharva.brotli4j.encoder.Encoder")
	BackgroundBrotli yoilBackgroundBrotli() {
		return new BackgroundBrotli();
	}

	@Bean
	Routes yoilRepresentationRoutes(ObjectProvider<CacheStatus.Disclosure> told,
			ObjectProvider<BackgroundBrotli> brotli, ObjectProvider<ResponseHeaders> headers) {
		return new Routes(told.getIfAvailable(() -> CacheStatus.Disclosure.OFF), brotli.getIfAvailable(),
				headers.getIfAvailable());
	}

	/**
	 * Filters of a servlet run after those of a path, regardless of their order.
	 */
	@Bean
	FilterRegistrationBean<HitFilter> yoilHitFilter(Routes routes, DispatcherServletRegistrationBean servlet) {
		FilterRegistrationBean<HitFilter> filter = new FilterRegistrationBean<>(new HitFilter(routes));
		filter.setServletNames(List.of(servlet.getServletName()));
		filter.setOrder(Ordered.LOWEST_PRECEDENCE);
		return filter;
	}

	@Bean
	KeyedByUriCheck yoilKeyedByUriCheck(ObjectProvider<RequestMappingHandlerMapping> mappings,
			ConfigurableListableBeanFactory beans) {
		return new KeyedByUriCheck(mappings.stream().toList(), beans);
	}

	/**
	 * Puts the handler before the one that converts return values of a
	 * {@code @RestController} to JSON. MVC would add custom handlers after it.
	 */
	@Bean
	SmartInitializingSingleton yoilRepresentationReturnValueHandler(Routes routes,
			RequestMappingHandlerAdapter adapter) {
		return () -> {
			List<HandlerMethodReturnValueHandler> handlers = new ArrayList<>();
			handlers.add(new RepresentationReturnValueHandler(routes, STOPWATCH));
			List<HandlerMethodReturnValueHandler> present = adapter.getReturnValueHandlers();
			if (present != null) {
				handlers.addAll(present);
			}
			adapter.setReturnValueHandlers(handlers);
		};
	}

}
