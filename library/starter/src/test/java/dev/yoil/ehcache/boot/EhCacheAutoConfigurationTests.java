package dev.yoil.ehcache.boot;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import dev.yoil.ehcache.EhCacheCache;
import dev.yoil.ehcache.EhCacheCacheManager;
import dev.yoil.ehcache.TestCaches;
import dev.yoil.ehcache.internal.web.CacheController;
import dev.yoil.ehcache.policy.LoadFailures;
import dev.yoil.ehcache.policy.LoadFailures.Kind;
import dev.yoil.ehcache.xml.EhcacheXmlException;
import dev.yoil.support.FakeClock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import org.springframework.beans.factory.support.AbstractBeanDefinition;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.cache.autoconfigure.CacheAutoConfiguration;
import org.springframework.boot.cache.autoconfigure.CacheManagerCustomizer;
import org.springframework.boot.jackson.autoconfigure.JacksonAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.cache.Cache.ValueRetrievalException;
import org.springframework.cache.CacheManager;
import org.springframework.cache.annotation.CacheEvict;
import org.springframework.cache.annotation.Cacheable;
import org.springframework.cache.annotation.CachingConfigurer;
import org.springframework.cache.annotation.EnableCaching;
import org.springframework.cache.concurrent.ConcurrentMapCacheManager;
import org.springframework.cache.interceptor.CacheResolver;
import org.springframework.cache.jcache.JCacheCacheManager;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.io.DefaultResourceLoader;
import org.springframework.scheduling.TaskScheduler;
import org.springframework.scheduling.annotation.ScheduledAnnotationBeanPostProcessor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.params.provider.Arguments.argumentSet;

@ExtendWith(OutputCaptureExtension.class)
class EhCacheAutoConfigurationTests {

	private final ApplicationContextRunner application = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(CacheAutoConfiguration.class, EhCacheAutoConfiguration.class,
				CacheAnnotationsAutoConfiguration.class))
		.withUserConfiguration(Caching.class);

	@ParameterizedTest
	@MethodSource
	void doesNotReadTheFileIfItIsNotUsed(Class<?> configuration, String type, CapturedOutput output) {
		new ApplicationContextRunner()
			.withConfiguration(AutoConfigurations.of(CacheAutoConfiguration.class, EhCacheAutoConfiguration.class,
					CacheAnnotationsAutoConfiguration.class, RegionAutoConfiguration.class))
			.withUserConfiguration(configuration)
			.withPropertyValues("yoil.ehcache.config=/no/such/ehcache.xml", "spring.cache.type=" + type)
			.run((context) -> assertThat(context).hasNotFailed().doesNotHaveBean(EhCacheCacheManager.class));
		assertThat(output).doesNotContain("WARN", "jcache", "is ignored");
	}

	static Stream<Arguments> doesNotReadTheFileIfItIsNotUsed() {
		return Stream.of(argumentSet("manager of the application", OwnManager.class, ""),
				argumentSet("resolver of the application", OwnResolver.class, ""),
				argumentSet("caching is not enabled", String.class, ""),
				argumentSet("caching is off", Caching.class, "none"),
				argumentSet("another type", Caching.class, "simple"));
	}

	@Test
	void logsWhichBeanReplacesTheFile(CapturedOutput output) {
		this.application.withUserConfiguration(OwnManager.class)
			.run((context) -> assertThat(output).containsOnlyOnce(Path.of("ehcache.xml").toAbsolutePath()
					+ " is ignored: the application has its own bean 'ownManager', which provides the caches."));
		this.application.withUserConfiguration(OwnResolver.class)
			.run((context) -> assertThat(output).contains("its own bean 'cacheResolver'"));
	}

	@Test
	void warnsIfJCacheIsUsedInstead(CapturedOutput output) {
		this.application
			.withPropertyValues("spring.cache.type=jcache",
					"spring.cache.jcache.config=classpath:dev/yoil/ehcache/boot/jcache.xml")
			.run((context) -> assertThat(context).hasNotFailed().hasSingleBean(JCacheCacheManager.class));
		assertThat(output).containsOnlyOnce("WARN")
			.contains(
					"Spring Boot's JCacheCacheManager provides the caches, because spring.cache.type is \"jcache\". Remove "
							+ "spring.cache.type and spring.cache.jcache.config");
	}

	@Test
	void warnsOfAConfigurationOfJCacheThatIsNotRead(CapturedOutput output) {
		this.application.withPropertyValues("spring.cache.jcache.config=classpath:dev/yoil/ehcache/boot/jcache.xml")
			.run((context) -> assertThat(context).hasNotFailed().hasSingleBean(EhCacheCacheManager.class));
		assertThat(output).containsOnlyOnce("WARN")
			.contains("spring.cache.jcache.config=\"classpath:dev/yoil/ehcache/boot/jcache.xml\" is ignored");
	}

	@Test
	void logsNothingIfTheFileIsUsed(CapturedOutput output) {
		List.of(this.application, this.application.withPropertyValues("spring.cache.type=ehcache"))
			.forEach((application) -> application
				.run((context) -> assertThat(context).hasNotFailed().hasSingleBean(EhCacheCacheManager.class)));
		assertThat(output).doesNotContain("WARN", "jcache", "is ignored");
	}

	@Test
	void providesTheInspectionInWebApplicationsOnly() {
		this.application.withConfiguration(AutoConfigurations.of(CacheInspectionAutoConfiguration.class))
			.run((context) -> assertThat(context).doesNotHaveBean(CacheController.class));
		// Shared services of other tests have such threads, too.
		List<Thread> others = samplers();
		new WebApplicationContextRunner()
			.withConfiguration(AutoConfigurations.of(CacheAutoConfiguration.class, EhCacheAutoConfiguration.class,
					CacheAnnotationsAutoConfiguration.class, JacksonAutoConfiguration.class,
					CacheInspectionAutoConfiguration.class))
			.withUserConfiguration(Caching.class)
			.withPropertyValues("yoil.ehcache.web.enabled=true")
			.run((context) -> {
				assertThat(context).hasSingleBean(CacheController.class)
					.doesNotHaveBean(ScheduledAnnotationBeanPostProcessor.class)
					.doesNotHaveBean(TaskScheduler.class);
				assertThat(samplers()).hasSize(others.size() + 2).allMatch(Thread::isDaemon);
			});
		await().until(() -> others.containsAll(samplers()));
	}

	private static List<Thread> samplers() {
		return Thread.getAllStackTraces()
			.keySet()
			.stream()
			.filter((thread) -> thread.getName().startsWith("yoil-sampling-"))
			.toList();
	}

	@Test
	void readsTheConfiguredFileAndClosesItsCaches(@TempDir Path directory, CapturedOutput output) throws Exception {
		Path file = Files.writeString(directory.resolve("other.xml"), """
				<config xmlns='http://www.ehcache.org/v3' xmlns:j='http://www.ehcache.org/v3/jsr107'
					xmlns:y='urn:yoil:ehcache-policy'>
				<cache alias='a'><heap>7</heap><j:mbeans/></cache>
				<cache alias='b'><heap unit='MB'>20</heap><j:mbeans/></cache>
				<cache alias='c'><heap unit='B'>1025</heap></cache>
				<cache-template name='t'><heap>9</heap><y:caches pattern='t-*' max='5'/></cache-template>
				<cache-template name='u'><heap>8</heap></cache-template>
				</config>""");
		EhCacheCache[] cache = new EhCacheCache[1];
		this.application.withPropertyValues("yoil.ehcache.config=" + file).run((context) -> {
			assertThat(context.getBean(CacheManager.class).getCacheNames()).containsExactly("a", "b", "c");
			cache[0] = context.getBean(EhCacheCacheManager.class).caches().get(0);
			cache[0].put("key", "value");
		});
		assertThatIllegalStateException().isThrownBy(() -> cache[0].get("key"));
		assertThat(output)
			.contains("Cache a: 7 entries, LRU", "Cache b: 20 MB, LRU", "Cache c: 1025 B, LRU",
					"Cache t-* (at most 5, from template t): 9 entries, LRU")
			.doesNotContain("8 entries")
			.containsOnlyOnce(file + ": these have no effect: <j:mbeans> in line 3, 4.");
		this.application.withPropertyValues("yoil.ehcache.config=" + file.toUri())
			.run((context) -> assertThat(context.getBean(CacheManager.class).getCacheNames()).hasSize(3));
	}

	@Test
	void prefersTheFileInTheWorkingDirectoryToThePackagedOne(@TempDir Path directory) throws Exception {
		EhcacheXmlLocator locator = new EhcacheXmlLocator(new DefaultResourceLoader(), new StandardEnvironment(),
				directory);
		assertThat(locator.read(null).file()).isEqualTo("classpath:ehcache.xml");
		assertThat(locator.read(null).caches()).isNotEmpty();
		Path own = Files.writeString(directory.resolve("ehcache.xml"), TestCaches.HEAD + "</config>");
		assertThat(locator.read(null).file()).isEqualTo(own.toString());
		assertThat(locator.read(null).caches()).isEmpty();
		assertThat(locator.read("classpath:ehcache.xml").caches()).isNotEmpty();
		Files.writeString(directory.resolve("named.xml"), TestCaches.HEAD + "</config>");
		assertThat(locator.read("named.xml").file()).endsWith("named.xml");
	}

	@Test
	void failsWithoutTheConfiguredFile() {
		this.application.withPropertyValues("yoil.ehcache.config=/no/such/ehcache.xml")
			.run((context) -> assertThat(context).getFailure()
				.rootCause()
				.hasMessageContaining("/no/such/ehcache.xml"));
		assertThatExceptionOfType(EhcacheXmlException.class)
			.isThrownBy(() -> new EhcacheXmlLocator(new DefaultResourceLoader(), new StandardEnvironment(), Path.of(""))
				.read("classpath:none.xml"))
			.withMessage("classpath:none.xml: there is no such file. Create it, or correct yoil.ehcache.config.");
	}

	@Test
	void namesTheSearchedPlacesAndASmallFile(@TempDir Path directory) {
		ClassLoader before = Thread.currentThread().getContextClassLoader();
		Thread.currentThread().setContextClassLoader(ClassLoader.getPlatformClassLoader());
		try {
			EhcacheXmlException none = catchThrowableOfType(EhcacheXmlException.class,
					() -> new EhcacheXmlLocator(new DefaultResourceLoader(), new StandardEnvironment(), directory)
						.read(null));
			assertThat(none.problem())
				.isEqualTo("ehcache.xml: no such file in " + directory + " or on the class path.");
			String remedy = none.remedy();
			assertThat(TestCaches.read(remedy.substring(remedy.indexOf("<config"), remedy.indexOf("</config>") + 9))
				.caches()).hasSize(1);
		}
		finally {
			Thread.currentThread().setContextClassLoader(before);
		}
	}

	@Test
	void failsIfAnAnnotationNamesAnUndeclaredCache() {
		this.application.withBean(Lists.class).run((context) -> {
			assertThat(context).hasFailed();
			Throwable failure = context.getStartupFailure();
			assertThat(failure).isInstanceOf(EhcacheXmlException.class)
				.hasMessage(Path.of("ehcache.xml").toAbsolutePath()
						+ ": Lists.byDay uses the cache 'findWebtoonByPublishDay', which is not declared here. "
						+ "Declared caches: 'findWebtoonsByPublishDay', 'findWebtoonPagesByPublishDay', 'findGenres', "
						+ "'findDailyRanking', 'findWeeklyRanking', 'renderPage'. Correct the name, or add "
						+ "<cache alias=\"findWebtoonByPublishDay\"><heap unit=\"entries\">1000</heap></cache>. "
						+ "If the file belongs to another library, such as Hibernate's second-level cache, set "
						+ "yoil.ehcache.config to a file of your own.");
		});
	}

	@Test
	void reportsAllUndeclaredCaches() {
		this.application.withBean(Changes.class)
			.withBean(Lists.class)
			.run((context) -> assertThat(context).getFailure()
				.hasMessageContaining("uses the cache 'findWebtoonByPublishDay', ")
				.hasMessageContaining("uses the cache 'none', which are not declared here."));
	}

	@Test
	void usesTheLoadFailuresOfTheApplication() {
		this.application
			.withBean(LoadFailures.class,
					() -> (cache, failure) -> (failure instanceof NoSuchElementException) ? Kind.GONE : null)
			.withPropertyValues("yoil.ehcache.config=classpath:dev/yoil/ehcache/boot/values.xml")
			.run((context) -> {
				EhCacheCache cache = context.getBean(EhCacheCacheManager.class).caches().get(0);
				assertThatExceptionOfType(ValueRetrievalException.class).isThrownBy(() -> cache.get("key", () -> {
					throw new NoSuchElementException();
				}));
				assertThat(cache.statistics().goneLoads()).isOne();
			});
	}

	@Test
	void appliesCustomizersOfTheApplication() {
		this.application
			.withBean("customizer", CacheManagerCustomizer.class,
					() -> (CacheManagerCustomizer<EhCacheCacheManager>) (manager) -> manager.setTransactionAware(false))
			.run((context) -> assertThat(context.getBean(CacheManager.class).getCache("findGenres"))
				.isInstanceOf(EhCacheCache.class));
	}

	@Test
	void usesTheRefreshExecutorOfTheApplicationAndDoesNotStopIt(@TempDir Path directory) throws Exception {
		Path file = Files.writeString(directory.resolve("refreshed.xml"), TestCaches.HEAD
				+ "<cache alias='any'><heap>7</heap><y:policy ttl='2s' refresh-after='1s'/></cache></config>");
		FakeClock clock = new FakeClock();
		ExecutorService executor = Executors.newSingleThreadExecutor((task) -> new Thread(task, "theirs"));
		BlockingQueue<String> threads = new LinkedBlockingQueue<>();
		this.application.withPropertyValues("yoil.ehcache.config=" + file)
			.withBean(Clock.class, () -> clock)
			.withBean("yoilCacheRefreshExecutor", ExecutorService.class, () -> executor,
					(definition) -> ((AbstractBeanDefinition) definition).setDestroyMethodName(""))
			.run((context) -> {
				EhCacheCache cache = context.getBean(EhCacheCacheManager.class).caches().get(0);
				cache.get("key", () -> "value");
				clock.advance(Duration.ofMillis(1_500));
				cache.get("key", () -> threads.add(Thread.currentThread().getName()));
				assertThat(threads.poll(10, TimeUnit.SECONDS)).isEqualTo("theirs");
			});
		assertThat(executor.isShutdown()).isFalse();
		executor.shutdown();
		assertThat(executor.awaitTermination(10, TimeUnit.SECONDS)).isTrue();
	}

	@Configuration(proxyBeanMethods = false)
	@EnableCaching
	static class Caching {

	}

	@Configuration(proxyBeanMethods = false)
	@EnableCaching
	static class OwnManager {

		@Bean
		CacheManager ownManager() {
			return new ConcurrentMapCacheManager();
		}

	}

	@Configuration(proxyBeanMethods = false)
	@EnableCaching
	static class OwnResolver implements CachingConfigurer {

		@Bean
		@Override
		public CacheResolver cacheResolver() {
			return (context) -> List.of();
		}

	}

	static class Lists {

		@Cacheable("findWebtoonByPublishDay")
		String byDay(String day) {
			return day;
		}

	}

	static class Changes {

		@CacheEvict("none")
		void change() {
			// Nothing to change.
		}

	}

}
