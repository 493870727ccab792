package dev.yoil.ehcache.boot;

import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.util.List;

import dev.yoil.ehcache.EhCacheCache;
import dev.yoil.ehcache.EhCacheCacheManager;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.aop.support.StaticMethodMatcherPointcut;
import org.springframework.beans.factory.support.AbstractBeanDefinition;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.beans.factory.xml.XmlBeanDefinitionReader;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.cache.autoconfigure.CacheAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.cache.Cache;
import org.springframework.cache.CacheManager;
import org.springframework.cache.annotation.CacheConfig;
import org.springframework.cache.annotation.Cacheable;
import org.springframework.cache.annotation.CachingConfigurer;
import org.springframework.cache.annotation.EnableCaching;
import org.springframework.cache.concurrent.ConcurrentMapCache;
import org.springframework.cache.concurrent.ConcurrentMapCacheManager;
import org.springframework.cache.interceptor.CacheInterceptor;
import org.springframework.cache.interceptor.CacheOperationSource;
import org.springframework.cache.interceptor.CacheResolver;
import org.springframework.cache.interceptor.NameMatchCacheOperationSource;
import org.springframework.cache.interceptor.SimpleCacheResolver;
import org.springframework.core.io.ByteArrayResource;
import org.springframework.core.io.ClassPathResource;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.AbstractPlatformTransactionManager;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The cache resolver of annotations.
 */
class CacheAnnotationsAutoConfigurationTests {

	private final ApplicationContextRunner application = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(CacheAutoConfiguration.class, EhCacheAutoConfiguration.class,
				CacheAnnotationsAutoConfiguration.class))
		.withUserConfiguration(Caching.class);

	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void doesNotStoreAPlainLoadFromBeforeAWrite(boolean declared) {
		ApplicationContextRunner managed = declared ? this.application.withBean("own", EhCacheCacheManager.class,
				() -> new EhCacheCacheManager(new ClassPathResource("ehcache.xml"))) : this.application;
		managed.withUserConfiguration(PlainLoads.class).run((context) -> {
			EhCacheCache cache = context.getBean(EhCacheCacheManager.class).caches().get(0);
			context.getBean(PlainLoads.class).read(() -> cache.evict("key"));
			assertThat(cache.peek("key")).isNull();
			assertThat(cache.statistics().loads()).isEqualTo(1);
		});
	}

	@Test
	@ExtendWith(OutputCaptureExtension.class)
	void warnsAboutTransactionManagersWithoutSynchronization(CapturedOutput output) {
		JdbcTransactionManager transactions = new JdbcTransactionManager(new JdbcDataSource());
		ApplicationContextRunner transactional = this.application.withBean("transactions",
				PlatformTransactionManager.class, () -> transactions);
		transactional.run((context) -> assertThat(output).doesNotContain("SYNCHRONIZATION_NEVER"));
		transactions.setTransactionSynchronization(AbstractPlatformTransactionManager.SYNCHRONIZATION_NEVER);
		transactional.run((context) -> assertThat(output)
			.containsOnlyOnce("Transaction manager 'transactions' is set to SYNCHRONIZATION_NEVER"));
	}

	@Test
	@ExtendWith(OutputCaptureExtension.class)
	void warnsAboutAPolicyThatNeedsSync(CapturedOutput output) {
		this.application.run((context) -> assertThat(output).doesNotContain("sync = true"));
		this.application.withUserConfiguration(PlainLoads.class)
			.run((context) -> assertThat(output)
				.containsOnlyOnce(
						"Cache 'findWebtoonsByPublishDay' has refresh-after, stale-if-error, without effect on ")
				.contains("PlainLoads.read: add sync = true to its @Cacheable"));
	}

	@Test
	void doesNotAffectAnnotationsOfAnotherManager() {
		withTwoManagers().withUserConfiguration(Misspelled.class)
			.run((context) -> assertThat(context).hasNotFailed()
				.getBean(CacheInterceptor.class)
				.extracting(CacheInterceptor::getCacheResolver)
				.isExactlyInstanceOf(SimpleCacheResolver.class));
	}

	@Test
	void doesNotCheckNamesOfAManagerThatIsNoBean() {
		CacheManager chosen = new ConcurrentMapCacheManager();
		this.application.withBean(CachingConfigurer.class, () -> new ChosenManager(chosen))
			.withUserConfiguration(Misspelled.class)
			.run((context) -> {
				assertThat(context).hasNotFailed();
				context.getBean(Misspelled.class).find();
				assertThat(chosen.getCacheNames()).containsExactly("none");
			});
	}

	@Test
	void checksNamesOfANamedManager() {
		withTwoManagers().withUserConfiguration(MisspelledForOurs.class)
			.run((context) -> assertThat(context).getFailure()
				.hasMessageContaining("MisspelledForOurs.find uses the cache 'none', which is not declared here."));
	}

	@Test
	void doesNotStoreAPlainLoadOfANamedManagerFromBeforeAWrite() {
		withTwoManagers().withUserConfiguration(PlainLoadsOfOurs.class).run((context) -> {
			EhCacheCache cache = context.getBean("ours", EhCacheCacheManager.class).caches().get(0);
			PlainLoadsOfOurs loading = context.getBean(PlainLoadsOfOurs.class);
			assertThat(loading.read("key", () -> cache.evict("key"))).isEqualTo("read before");
			assertThat(cache.peek("key")).isNull();
			loading.read("key", () -> {
			});
			assertThat(cache.peek("key")).isNotNull();
			loading.read("left out", () -> {
			});
			assertThat(cache.peek("left out")).isNull();
			assertThat(cache.statistics().loads()).isEqualTo(2);
		});
	}

	@Test
	void checksAdviceOfSpringsXml() {
		advised("findGenres").run((context) -> {
			assertThat(context).hasNotFailed();
			Cache cache = context.getBean(CacheManager.class).getCache("findGenres");
			Advised advised = context.getBean(Advised.class);
			assertThat(advised.read("key", () -> cache.evict("key"))).isEqualTo("read before");
			assertThat(cache.get("key")).as("a plain load from before a write").isNull();
			advised.read("key", () -> {
			});
			assertThat(cache.get("key")).isNotNull();
		});
		advised("none").run((context) -> assertThat(context).getFailure()
			.hasMessageContaining("Advised.read uses the cache 'none', which is not declared here.")
			.message()
			.doesNotContain("NotAdvised"));
	}

	@Test
	void usesTheAdviceOfSpringsXmlBesideAnnotations() {
		advised("findGenres").withUserConfiguration(Caching.class, PlainLoads.class)
			.run((context) -> assertThat(context).hasNotFailed());
		advised("findGenres").withUserConfiguration(Caching.class, Misspelled.class)
			.run((context) -> assertThat(context).getFailure()
				.hasMessageContaining("Misspelled.find uses the cache 'none', which is not declared here."));
		advised("none").withUserConfiguration(Caching.class, PlainLoads.class)
			.run((context) -> assertThat(context).getFailure()
				.hasMessageContaining("Advised.read uses the cache 'none', which is not declared here."));
	}

	@Test
	void acceptsASecondSourceOfOperations() {
		this.application.withBean("second", CacheOperationSource.class, NameMatchCacheOperationSource::new)
			.withUserConfiguration(PlainLoads.class)
			.run((context) -> assertThat(context).hasNotFailed());
	}

	/** Runs without annotations. */
	private static ApplicationContextRunner advised(String cache) {
		String xml = """
				<beans xmlns="http://www.springframework.org/schema/beans"
					xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
					xmlns:cache="http://www.springframework.org/schema/cache"
					xsi:schemaLocation="http://www.springframework.org/schema/beans
						https://www.springframework.org/schema/beans/spring-beans.xsd
						http://www.springframework.org/schema/cache
						https://www.springframework.org/schema/cache/spring-cache.xsd">
					<cache:advice id="advice">
						<cache:caching cache="%s"><cache:cacheable method="read" key="#root.args[0]"/></cache:caching>
					</cache:advice>
					<bean class="org.springframework.aop.support.DefaultBeanFactoryPointcutAdvisor">
						<property name="adviceBeanName" value="advice"/>
						<property name="pointcut" ref="pointcut"/>
					</bean>
					<bean id="pointcut" class="%s"/>
					<bean class="org.springframework.aop.framework.autoproxy.DefaultAdvisorAutoProxyCreator">
						<property name="proxyTargetClass" value="true"/>
					</bean>
				</beans>""".formatted(cache, OnAdvised.class.getName());
		return new ApplicationContextRunner()
			.withConfiguration(AutoConfigurations.of(CacheAutoConfiguration.class, EhCacheAutoConfiguration.class,
					CacheAnnotationsAutoConfiguration.class))
			.withInitializer((context) -> new XmlBeanDefinitionReader((BeanDefinitionRegistry) context.getBeanFactory())
				.loadBeanDefinitions(new ByteArrayResource(xml.getBytes(StandardCharsets.UTF_8))))
			.withUserConfiguration(Advised.class, NotAdvised.class);
	}

	private ApplicationContextRunner withTwoManagers() {
		return this.application.withBean(ConcurrentMapCacheManager.class)
			.withBean("ours", EhCacheCacheManager.class,
					() -> new EhCacheCacheManager(new ClassPathResource("ehcache.xml")),
					(bean) -> ((AbstractBeanDefinition) bean).setDefaultCandidate(false));
	}

	@Test
	void keepsAResolverOfTheApplication() {
		CacheResolver chosen = (context) -> List.of(new ConcurrentMapCache("own"));
		this.application.withBean(CachingConfigurer.class, () -> new ChosenResolver(chosen))
			.run((context) -> assertThat(context.getBean(CacheInterceptor.class).getCacheResolver()).isSameAs(chosen));
	}

	@EnableCaching
	static class Caching {

	}

	static class Advised {

		public String read(String key, Runnable duringLoad) {
			duringLoad.run();
			return "read before";
		}

	}

	/** A class with a method of the same name that no pointcut selects. */
	static class NotAdvised {

		public String read(String key) {
			return key;
		}

	}

	static class OnAdvised extends StaticMethodMatcherPointcut {

		OnAdvised() {
			setClassFilter((type) -> type == Advised.class);
		}

		@Override
		public boolean matches(Method method, Class<?> type) {
			return method.getName().equals("read");
		}

	}

	static class Misspelled {

		@Cacheable("none")
		public String find() {
			return "";
		}

	}

	static class PlainLoads {

		@Cacheable(cacheNames = "findWebtoonsByPublishDay", key = "'key'")
		public String read(Runnable duringLoad) {
			duringLoad.run();
			return "read before";
		}

	}

	static class MisspelledForOurs {

		@Cacheable(cacheNames = "none", cacheManager = "ours")
		public String find() {
			return "";
		}

	}

	@CacheConfig(cacheManager = "ours")
	static class PlainLoadsOfOurs {

		@Cacheable(cacheNames = "findWebtoonsByPublishDay", key = "#key", condition = "#key != null",
				unless = "#key == 'left out'")
		public String read(String key, Runnable duringLoad) {
			duringLoad.run();
			return "read before";
		}

	}

	private record ChosenManager(CacheManager cacheManager) implements CachingConfigurer {

	}

	private record ChosenResolver(CacheResolver cacheResolver) implements CachingConfigurer {

	}

}
