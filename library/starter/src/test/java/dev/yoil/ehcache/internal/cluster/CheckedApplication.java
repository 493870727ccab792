package dev.yoil.ehcache.internal.cluster;

import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

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

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
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
import org.springframework.core.env.Environment;

/**
 * The application of a {@link CheckedNode}: counters, and pages that show them. The
 * planted fault is set while it runs.
 */
@Configuration(proxyBeanMethods = false)
@EnableCaching
@ImportAutoConfiguration({ TomcatServletWebServerAutoConfiguration.class, DispatcherServletAutoConfiguration.class,
		WebMvcAutoConfiguration.class, HttpMessageConvertersAutoConfiguration.class, JacksonAutoConfiguration.class,
		DataSourceAutoConfiguration.class, JdbcTemplateAutoConfiguration.class,
		DataSourceTransactionManagerAutoConfiguration.class, TransactionAutoConfiguration.class,
		CacheAutoConfiguration.class, EhCacheAutoConfiguration.class, CacheAnnotationsAutoConfiguration.class,
		RegionAutoConfiguration.class })
@Import({ CheckedCounters.class, CheckedCounters.Pages.class })
public class CheckedApplication {

	private static final int OFTEN_MILLIS = 20;

	/**
	 * Starts an instance.
	 */
	public static void main(String[] arguments) {
		SpringApplication.run(CheckedApplication.class, arguments);
	}

	@Bean
	AtomicReference<PlantedFault> planted(Environment environment) {
		return new AtomicReference<>(environment.getRequiredProperty("planted", PlantedFault.class));
	}

	/**
	 * Acts for the faults that need no request.
	 */
	@Bean(destroyMethod = "shutdownNow")
	ScheduledExecutorService often(AtomicReference<PlantedFault> planted, Regions regions, CheckedCounters counters) {
		ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
		timer.scheduleWithFixedDelay(() -> {
			try {
				switch (planted.get()) {
					case NO_LEASE -> renewLease(regions);
					case APPLIED_BEFORE_REMOVED -> counters.later().catchUp();
					default -> {
					}
				}
			}
			catch (RuntimeException ex) {
				// Retried.
			}
		}, 0, OFTEN_MILLIS, TimeUnit.MILLISECONDS);
		return timer;
	}

	/**
	 * {@link PlantedFault#NO_LEASE}: known versions renew the lease.
	 */
	private static void renewLease(Regions regions) {
		Map<String, RegionVersion> known = Stream
			.concat(Stream.of(RegionTable.SECRET), IntStream.range(0, CheckedPage.REGIONS).mapToObj(CheckedPage::name))
			.filter((name) -> regions.version(name) != null)
			.collect(Collectors.toMap((name) -> name, regions::version));
		regions.catchUp((last, parts) -> {
			parts.accept(known);
			return RegionRead.ofAll(0);
		});
	}

	@Bean
	@Primary
	SecondTier lateTier(RedisTier tier, Regions regions, AtomicReference<PlantedFault> planted) {
		return new LateTier(tier, regions, () -> planted.get() == PlantedFault.LATE_PUT);
	}

	@Bean
	CacheStatusAdvice cacheStatusAdvice() {
		return new CacheStatusAdvice(CacheStatus.Disclosure.WITH_KEY);
	}

}
