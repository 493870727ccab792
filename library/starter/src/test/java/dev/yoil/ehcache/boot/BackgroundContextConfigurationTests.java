package dev.yoil.ehcache.boot;

import java.time.Duration;
import java.util.concurrent.Executor;

import dev.yoil.support.FakeClock;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.cache.annotation.Cacheable;
import org.springframework.cache.annotation.EnableCaching;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.task.TaskDecorator;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The context of loads in the background in an application with tenants.
 */
@ExtendWith(OutputCaptureExtension.class)
class BackgroundContextConfigurationTests {

	private static final String WARNING = "If this key or the method reads something that is bound to the thread";

	private static final ThreadLocal<@Nullable String> TENANT = new ThreadLocal<>();

	private final FakeClock clock = new FakeClock();

	private final ApplicationContextRunner application = new ApplicationContextRunner()
		.withConfiguration(
				AutoConfigurations.of(EhCacheAutoConfiguration.class, CacheAnnotationsAutoConfiguration.class))
		.withUserConfiguration(Caching.class)
		.withBean(FakeClock.class, () -> this.clock)
		.withPropertyValues("yoil.ehcache.config=classpath:dev/yoil/ehcache/boot/tenants.xml");

	private final ApplicationContextRunner alone = this.application
		.withClassLoader(new FilteredClassLoader("io.micrometer.context"));

	@AfterEach
	void signOut() {
		TENANT.remove();
	}

	@Test
	void isPassedOnByTaskDecoratorBeans() {
		this.application.withBean(Orders.class)
			.withBean(TaskDecorator.class, () -> BackgroundContextConfigurationTests::withTenant)
			.run((context) -> {
				Orders orders = context.getBean(Orders.class);
				TENANT.set("acme");
				orders.find(1);
				this.clock.advance(Duration.ofSeconds(10));
				assertThat(orders.find(1)).startsWith("acme in yoil-cache-load-");
			});
	}

	@Test
	void warnsOfKeysThatMayDependOnTheThread(CapturedOutput output) {
		this.alone.withBean(Orders.class).run((context) -> {
			assertThat(context).hasNotFailed();
			assertThat(output)
				.containsOnlyOnce("Cache 'tenants' has stale-if-error, soft-timeout, so it also loads in "
						+ "other threads. Orders.find has the key \"T(")
				.containsOnlyOnce(WARNING);
		});
	}

	@Test
	void doesNotWarnOfKeysOfArguments(CapturedOutput output) {
		this.alone.withBean(Mails.class).run((context) -> assertThat(output).doesNotContain(WARNING));
	}

	@Test
	void doesNotWarnIfADecoratorOrMicrometerPassesTheContextOn(CapturedOutput output) {
		this.alone.withBean(Orders.class)
			.withBean(TaskDecorator.class, () -> BackgroundContextConfigurationTests::withTenant)
			.run((context) -> assertThat(output).doesNotContain(WARNING));
		// Spring Security registers an accessor.
		this.application.withBean(Orders.class).run((context) -> assertThat(output).doesNotContain(WARNING));
	}

	@Test
	void countsOnAnExecutorForRefreshesOnly(CapturedOutput output) {
		this.alone.withBean(Orders.class)
			.withBean("yoilCacheRefreshExecutor", Executor.class, () -> Runnable::run)
			.run((context) -> assertThat(output).contains("Cache 'tenants' has soft-timeout, so"));
	}

	public static @Nullable String tenant() {
		return TENANT.get();
	}

	private static Runnable withTenant(Runnable task) {
		String tenant = TENANT.get();
		return () -> {
			TENANT.set(tenant);
			try {
				task.run();
			}
			finally {
				TENANT.remove();
			}
		};
	}

	@Configuration(proxyBeanMethods = false)
	@EnableCaching
	static class Caching {

	}

	public static class Orders {

		@Cacheable(cacheNames = "tenants",
				key = "T(dev.yoil.ehcache.boot.BackgroundContextConfigurationTests).tenant() + ':' + #id", sync = true)
		public String find(int id) {
			return tenant() + " in " + Thread.currentThread().getName();
		}

	}

	public static class Mails {

		@Cacheable(cacheNames = "tenants", key = "#id + '@T(x)'", sync = true)
		public String find(int id) {
			return "mail " + id;
		}

	}

}
