package dev.yoil.ehcache.boot;

import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;

import dev.yoil.ehcache.EhCacheCacheManager;
import dev.yoil.ehcache.region.FakeRegionTable;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.cache.Cache;
import org.springframework.cache.CacheManager;
import org.springframework.cache.annotation.Cacheable;
import org.springframework.cache.transaction.TransactionAwareCacheDecorator;
import org.springframework.core.Ordered;
import org.springframework.core.PriorityOrdered;
import org.springframework.core.io.ClassPathResource;
import org.springframework.test.web.servlet.assertj.MockMvcTester;
import org.springframework.transaction.support.TransactionTemplate;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Caches behind a wrapper of the cache manager, as tracing libraries create it.
 */
@ExtendWith(OutputCaptureExtension.class)
class WrappedManagerTests {

	private static final String INSPECTION = "/ehcache/caches";

	private final WebApplicationContextRunner application = new WebApplicationContextRunner()
		.withUserConfiguration(ConditionTests.Caching.class)
		.withBean(MeterRegistry.class, SimpleMeterRegistry::new)
		.withBean(Users.class)
		.withPropertyValues(ConditionTests.FILE, "yoil.ehcache.web.enabled=true");

	private final Tracing tracing = new Tracing();

	private WebApplicationContextRunner wrapped() {
		return this.application.withBean(Tracing.class, () -> this.tracing);
	}

	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void doNotStoreAPlainLoadFromBeforeAWrite(boolean transaction, CapturedOutput output) {
		wrapped().run((context) -> {
			Cache cache = context.getBean(CacheManager.class).getCache("users");
			Users users = context.getBean(Users.class);
			Runnable read = () -> users.find("alice",
					() -> CompletableFuture.runAsync(() -> cache.evict("alice")).join());
			if (transaction) {
				new TransactionTemplate(new FakeRegionTable()).executeWithoutResult((status) -> read.run());
			}
			else {
				read.run();
			}
			assertThat(cache.get("alice")).isNull();
			users.find("alice", () -> {
			});
			assertThat(cache.get("alice")).isNotNull();
			assertThat(this.tracing.seen).contains("get alice", "put alice");
			assertThat(MockMvcTester.from(context).get().uri(INSPECTION)).hasStatusOk()
				.bodyJson()
				.extractingPath("$.users.entries[0].key")
				.isEqualTo("alice");
			assertThat(context.getBean(MeterRegistry.class)
				.get("cache.gets")
				.tags("cache", "users", "result", "miss")
				.functionCounter()
				.count()).isEqualTo(3);
			assertThat(output).doesNotContain("is not recognized");
		});
	}

	@Test
	void mustBeDeclared() {
		wrapped().withBean(Misspelled.class)
			.run((context) -> assertThat(context).getFailure().hasMessageContaining("uses the cache 'user', "));
	}

	@Test
	void areReportedIfTheWrapperHidesThem(CapturedOutput output) {
		this.tracing.nativeCache = "hidden";
		wrapped().run((context) -> assertThat(output).contains("Cache users is not recognized behind the wrapper "));
	}

	@Test
	void areReportedIfTheManagerHidesThem(CapturedOutput output) {
		this.application.withBean("traced", CacheManager.class, () -> {
			EhCacheCacheManager hidden = new EhCacheCacheManager(
					new ClassPathResource("users.xml", WrappedManagerTests.class));
			hidden.afterPropertiesSet();
			return new TracedManager(hidden, this.tracing);
		}).run((context) -> {
			assertThat(output).contains("WARN").contains("'traced'");
			assertThat(MockMvcTester.from(context).get().uri(INSPECTION)).hasStatus(404)
				.bodyJson()
				.extractingPath("detail")
				.asString()
				.contains("there is no EhCacheCacheManager");
		});
	}

	static class Users {

		@Cacheable(cacheNames = "users", key = "#name")
		public String find(String name, Runnable duringLoad) {
			duringLoad.run();
			return "User " + name;
		}

	}

	static class Misspelled {

		@Cacheable("user")
		public String find(String name) {
			return name;
		}

	}

	static final class Tracing implements BeanPostProcessor, PriorityOrdered {

		private final List<String> seen = new CopyOnWriteArrayList<>();

		/** The native cache that wrappers return; {@code null} for the real one. */
		private @Nullable String nativeCache;

		@Override
		public Object postProcessAfterInitialization(Object bean, String name) {
			return (bean instanceof CacheManager manager) ? new TracedManager(manager, this) : bean;
		}

		@Override
		public int getOrder() {
			return Ordered.HIGHEST_PRECEDENCE;
		}

	}

	private record TracedManager(CacheManager target, Tracing tracing) implements CacheManager {

		@Override
		public @Nullable Cache getCache(String name) {
			Cache cache = this.target.getCache(name);
			return (cache != null) ? new TracedCache(cache, this.tracing) : null;
		}

		@Override
		public Collection<String> getCacheNames() {
			return this.target.getCacheNames();
		}

	}

	private static final class TracedCache extends TransactionAwareCacheDecorator {

		private final Tracing tracing;

		TracedCache(Cache target, Tracing tracing) {
			super(target);
			this.tracing = tracing;
		}

		@Override
		public Object getNativeCache() {
			return Objects.requireNonNullElseGet(this.tracing.nativeCache, super::getNativeCache);
		}

		@Override
		public @Nullable ValueWrapper get(Object key) {
			this.tracing.seen.add("get " + key);
			return super.get(key);
		}

		@Override
		public void put(Object key, @Nullable Object value) {
			this.tracing.seen.add("put " + key);
			getTargetCache().put(key, value);
		}

	}

}
