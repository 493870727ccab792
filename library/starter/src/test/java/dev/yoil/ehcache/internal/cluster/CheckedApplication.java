package dev.yoil.ehcache.internal.cluster;

import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import dev.yoil.ehcache.EhCacheCacheManager;
import dev.yoil.ehcache.boot.CacheAnnotationsAutoConfiguration;
import dev.yoil.ehcache.boot.EhCacheAutoConfiguration;
import dev.yoil.ehcache.boot.RegionAutoConfiguration;
import dev.yoil.ehcache.internal.header.CacheStatus;
import dev.yoil.ehcache.internal.tier.RedisTier;
import dev.yoil.ehcache.internal.tier.SecondTier;
import dev.yoil.ehcache.internal.web.CacheStatusAdvice;
import dev.yoil.ehcache.region.RegionRead;
import dev.yoil.ehcache.region.RegionTable;
import dev.yoil.ehcache.region.RegionVersion;
import dev.yoil.ehcache.region.Regions;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.cache.autoconfigure.CacheAutoConfiguration;
import org.springframework.boot.http.converter.autoconfigure.HttpMessageConvertersAutoConfiguration;
import org.springframework.boot.jackson.autoconfigure.JacksonAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceTransactionManagerAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.JdbcTemplateAutoConfiguration;
import org.springframework.boot.tomcat.autoconfigure.servlet.TomcatServletWebServerAutoConfiguration;
import org.springframework.boot.transaction.autoconfigure.TransactionAutoConfiguration;
import org.springframework.boot.webmvc.autoconfigure.DispatcherServletAutoConfiguration;
import org.springframework.boot.webmvc.autoconfigure.WebMvcAutoConfiguration;
import org.springframework.cache.annotation.EnableCaching;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.Primary;

/**
 * The application of a {@link CheckedNode}: counters, and pages that show them. The
 * property {@code planted} names its planted fault.
 */
@Configuration(proxyBeanMethods = false)
@EnableCaching
@ImportAutoConfiguration({ TomcatServletWebServerAutoConfiguration.class, DispatcherServletAutoConfiguration.class,
		WebMvcAutoConfiguration.class, HttpMessageConvertersAutoConfiguration.class, JacksonAutoConfiguration.class,
		DataSourceAutoConfiguration.class, JdbcTemplateAutoConfiguration.class,
		DataSourceTransactionManagerAutoConfiguration.class, TransactionAutoConfiguration.class,
		CacheAutoConfiguration.class, EhCacheAutoConfiguration.class, CacheAnnotationsAutoConfiguration.class,
		RegionAutoConfiguration.class })
@Import({ CheckedCounters.class, CheckedPages.class })
public class CheckedApplication {

	private static final int OFTEN_MILLIS = 20;

	private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor((task) -> {
		Thread thread = new Thread(task, "planted");
		thread.setDaemon(true);
		return thread;
	});

	/**
	 * Starts an instance.
	 */
	public static void main(String[] arguments) {
		SpringApplication.run(CheckedApplication.class, arguments);
	}

	private ScheduledFuture<?> often(Runnable task) {
		return this.timer.scheduleWithFixedDelay(() -> {
			try {
				task.run();
			}
			catch (RuntimeException ex) {
				// Retried.
			}
		}, 0, OFTEN_MILLIS, TimeUnit.MILLISECONDS);
	}

	/**
	 * {@link PlantedFault#NO_LEASE}: known versions renew the lease.
	 */
	@Bean
	@ConditionalOnProperty(name = "planted", havingValue = "NO_LEASE")
	ScheduledFuture<?> lease(Regions regions) {
		Set<String> names = Stream
			.concat(Stream.of(RegionTable.SECRET), IntStream.range(0, CheckedPage.REGIONS).mapToObj(CheckedPage::name))
			.collect(Collectors.toCollection(TreeSet::new));
		return often(() -> regions.catchUp((last, parts) -> {
			Map<String, RegionVersion> known = names.stream()
				.filter((name) -> regions.version(name) != null)
				.collect(Collectors.toMap((name) -> name, regions::version));
			parts.accept(known);
			return RegionRead.ofAll(0);
		}));
	}

	/**
	 * {@link PlantedFault#LATE_PUT}.
	 */
	@Bean
	@Primary
	@ConditionalOnProperty(name = "planted", havingValue = "LATE_PUT")
	SecondTier lateTier(RedisTier tier, Regions regions) {
		return new LateTier(tier, regions);
	}

	@Bean
	CacheStatusAdvice cacheStatusAdvice() {
		return new CacheStatusAdvice(CacheStatus.Disclosure.WITH_KEY);
	}

	/**
	 * {@link PlantedFault#APPLIED_BEFORE_REMOVED}: caches apply a change after its
	 * version is known.
	 */
	@Bean
	@ConditionalOnProperty(name = "planted", havingValue = "APPLIED_BEFORE_REMOVED")
	static BeanPostProcessor managerThatIsToldLater(ObjectProvider<CheckedApplication> application,
			ObjectProvider<DatabaseRegionTable> table) {
		return new BeanPostProcessor() {

			@Override
			public Object postProcessBeforeInitialization(Object bean, String name) {
				if (!(bean instanceof EhCacheCacheManager manager)) {
					return bean;
				}
				Regions later = Regions.shared(table.getObject(), Duration.ofHours(1));
				ScheduledFuture<?> unused = application.getObject().often(later::catchUp);
				return new EhCacheCacheManager(manager.declared(), Clock.systemUTC(), later);
			}

		};
	}

}
