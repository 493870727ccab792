package dev.yoil.ehcache.boot;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import dev.yoil.ehcache.EhCacheCache;
import dev.yoil.ehcache.EhCacheCacheManager;
import dev.yoil.ehcache.policy.ValueExpiry;
import jakarta.annotation.PostConstruct;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.cache.autoconfigure.CacheAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.util.TestPropertyValues;
import org.springframework.cache.annotation.EnableCaching;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.core.PriorityOrdered;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.annotation.EnableTransactionManagement;
import org.springframework.transaction.support.TransactionTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * The causes in {@code docs/library/troubleshooting.md}.
 */
class TroubleshootingTests {

	private static final String FILE = "yoil.ehcache.config=classpath:dev/yoil/ehcache/boot/troubleshooting.xml";

	private static final ApplicationContextRunner APPLICATION = new ApplicationContextRunner().withPropertyValues(FILE)
		.withUserConfiguration(Caching.class);

	private static final AnnotationConfigApplicationContext SHARED = new AnnotationConfigApplicationContext();

	private final CachedValues values = SHARED.getBean(CachedValues.class);

	@BeforeAll
	static void start() {
		TestPropertyValues.of(FILE).applyTo(SHARED);
		SHARED.register(Caching.class);
		SHARED.refresh();
	}

	@AfterAll
	static void stop() {
		SHARED.close();
	}

	@BeforeEach
	void reset() {
		SHARED.getBean(EhCacheCacheManager.class).caches().forEach(EhCacheCache::clear);
		CachedValues.CALLS.set(0);
	}

	static Stream<Arguments> callsTwice() {
		Figures unreached = new Figures(2, 0, 0, 0);
		Figures unstored = new Figures(2, 0, 2, 0);
		Figures unfound = new Figures(2, 0, 2, 2);
		return Stream.of(row("own method", CachedValues::ofItself, unreached),
				row("private", CachedValues::ofPrivate, unreached),
				row("static", (values) -> CachedValues.ofStatic("key"), unreached),
				row("not injected", (values) -> new CachedValues().find("key"), unreached),
				row("condition", (values) -> values.conditional("key"), unreached),
				row("unless", (values) -> values.excluded("key"), unstored),
				row("exception", TroubleshootingTests::failing, unstored),
				row("voided load", (values) -> values.loading("voided", () -> values.evict("voided")), unstored),
				row("no equals", (values) -> values.of(new NoEquals()), unfound),
				row("array in a key", (values) -> values.ofArray(new byte[] { 1 }), unfound),
				row("array in a record", (values) -> values.of(new Bytes(new byte[] { 1 })), unfound),
				row("array", (values) -> values.of(new byte[] { 1 }), new Figures(1, 1, 1, 1)),
				row("expired value", (values) -> values.of("past"), unfound),
				row("unknown expiry", (values) -> values.of("unknown"), unfound),
				row("package-private", (values) -> values.packagePrivate("key"), new Figures(1, 1, 1, 1)));
	}

	private static Arguments row(String cause, Consumer<CachedValues> call, Figures expected) {
		return Arguments.of(cause, call, expected);
	}

	@ParameterizedTest(name = "{0}")
	@MethodSource("callsTwice")
	void countsTwoCalls(String cause, Consumer<CachedValues> call, Figures expected) {
		Figures before = Figures.of(SHARED);
		call.accept(this.values);
		call.accept(this.values);
		assertThat(Figures.of(SHARED).minus(before)).isEqualTo(expected);
	}

	@Test
	void finalMethodsHaveNoFields() {
		assertThatExceptionOfType(NullPointerException.class).isThrownBy(() -> this.values.ofFinal("key"));
	}

	@Test
	void annotationsDoNotWorkInPostConstruct() {
		APPLICATION.withUserConfiguration(Early.class).run((context) -> assertThat(CachedValues.CALLS).hasValue(2));
	}

	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void beansThatAPostProcessorNeedsAreNoProxies(boolean needed) {
		APPLICATION.withUserConfiguration(needed ? Needing.class : NeedingLater.class)
			.run((context) -> assertThat(AopUtils.isAopProxy(context.getBean(CachedValues.class)))
				.isNotEqualTo(needed));
	}

	@Test
	void changedKeysAreNotFound() {
		List<String> key = new ArrayList<>(List.of("a"));
		this.values.of(key);
		key.add("b");
		this.values.of(key);
		assertThat(CachedValues.CALLS).hasValue(2);
	}

	@Test
	void smallCachesEvict() {
		EhCacheCacheManager manager = SHARED.getBean(EhCacheCacheManager.class);
		this.values.other(1L);
		this.values.other(2L);
		this.values.large("key");
		assertThat(cache(manager, "others").statistics().evictions()).isEqualTo(1);
		assertThat(cache(manager, "bytes").statistics().evictions()).isEqualTo(1);
	}

	@Test
	void onlySyncSharesLoads() {
		assertThat(concurrentLoads(1, this.values::shared)).isEqualTo(1);
		assertThat(concurrentLoads(5, this.values::unshared)).isEqualTo(5);
	}

	@Test
	void rolledBackTransactionsStoreNothingAndTheOrderOfAdvicesDecides() {
		APPLICATION.withUserConfiguration(CacheFirst.class).run((context) -> {
			CachedValues first = context.getBean(CachedValues.class);
			TransactionTemplate transaction = new TransactionTemplate(context.getBean(JdbcTransactionManager.class));
			for (int i = 0; i < 2; i++) {
				transaction.executeWithoutResult((status) -> {
					first.find("key");
					status.setRollbackOnly();
				});
			}
			assertThat(Figures.of(context)).isEqualTo(new Figures(2, 0, 2, 0));
			assertThat(concurrentLoads(1, first::inTransaction)).isEqualTo(1);
		});
		APPLICATION.withUserConfiguration(TransactionFirst.class).run((context) -> {
			CachedValues second = context.getBean(CachedValues.class);
			assertThat(concurrentLoads(5, second::inTransaction)).isEqualTo(5);
		});
	}

	@Test
	void evictsOnlyTheSameKeyAfterSuccess() {
		this.values.ofLong(1);
		this.values.evictInt(1);
		this.values.of("failing");
		assertThatIllegalStateException().isThrownBy(() -> this.values.evictAndFail("failing"));
		this.values.ofLong(1);
		this.values.of("failing");
		assertThat(CachedValues.CALLS).hasValue(2);
		assertThatIllegalStateException().isThrownBy(() -> this.values.evictFirstAndFail("failing"));
		this.values.of("failing");
		assertThat(CachedValues.CALLS).hasValue(3);
	}

	@Test
	void callersCanChangeAList() {
		this.values.list("list").add("changed");
		assertThat(this.values.list("list")).containsExactly("changed");
	}

	@Test
	void hasTheseMessages() {
		assertThatIllegalArgumentException().isThrownBy(() -> this.values.misnamed("key"))
			.withMessageContaining("Null key returned for cache operation")
			.withMessageContaining("-parameters");
		assertThatExceptionOfType(ClassCastException.class).isThrownBy(() -> this.values.mistyped("key"))
			.withMessageStartingWith("Cache 'others' requires keys of type java.lang.Long");
		this.values.find("same");
		assertThatExceptionOfType(ClassCastException.class).isThrownBy(() -> this.values.number("same"))
			.withMessageStartingWith("Cache 'values' has a value of type java.lang.String under the key 'same', "
					+ "but CachedValues.number returns java.lang.Integer.");
		assertThatIllegalStateException().isThrownBy(() -> this.values.syncUnless("key"))
			.withMessageStartingWith("A sync=true operation does not support the unless attribute");
		assertThatIllegalStateException().isThrownBy(() -> this.values.syncTwo("key"))
			.withMessageStartingWith("A sync=true operation is restricted to a single cache");
	}

	private static EhCacheCache cache(EhCacheCacheManager manager, String name) {
		return manager.caches().stream().filter((cache) -> cache.getName().equals(name)).findFirst().orElseThrow();
	}

	private static void failing(CachedValues values) {
		assertThatIllegalStateException().isThrownBy(() -> values.fail("key"));
	}

	/**
	 * Each load waits until as many as expected run.
	 */
	private static int concurrentLoads(int expected, Consumer<Runnable> call) {
		CachedValues.CALLS.set(0);
		CompletableFuture<Void> all = new CompletableFuture<>();
		Runnable load = () -> {
			if (CachedValues.CALLS.get() == expected) {
				all.complete(null);
			}
			all.join();
		};
		CompletableFuture
			.allOf(IntStream.range(0, 5)
				.mapToObj(
						(i) -> CompletableFuture.runAsync(() -> call.accept(load), (task) -> new Thread(task).start()))
				.toArray(CompletableFuture[]::new))
			.join();
		return CachedValues.CALLS.get();
	}

	record Figures(int calls, long hits, long misses, long puts) {

		static Figures of(ApplicationContext context) {
			var statistics = cache(context.getBean(EhCacheCacheManager.class), "values").statistics();
			return new Figures(CachedValues.CALLS.get(), statistics.hits(), statistics.misses(), statistics.puts());
		}

		Figures minus(Figures other) {
			return new Figures(this.calls - other.calls, this.hits - other.hits, this.misses - other.misses,
					this.puts - other.puts);
		}

	}

	static class NoEquals {

	}

	record Bytes(byte[] bytes) {

	}

	@Configuration(proxyBeanMethods = false)
	@EnableCaching(proxyTargetClass = true)
	@ImportAutoConfiguration({ CacheAutoConfiguration.class, EhCacheAutoConfiguration.class,
			CacheAnnotationsAutoConfiguration.class })
	static class Caching {

		@Bean
		CachedValues values() {
			return new CachedValues();
		}

		@Bean
		ValueExpiry limits() {
			return (cache, key, value, loadedAt) -> switch (String.valueOf(value)) {
				case "value of past" -> loadedAt.minusSeconds(1);
				case "value of unknown" -> throw new IllegalStateException();
				default -> null;
			};
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class Early {

		private final CachedValues values;

		Early(CachedValues values) {
			this.values = values;
		}

		@PostConstruct
		void call() {
			this.values.find("key");
			this.values.find("key");
		}

	}

	static class Processor implements BeanPostProcessor, PriorityOrdered {

		@Override
		public int getOrder() {
			return 0;
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class Needing {

		@Bean
		static Processor processor(CachedValues values) {
			return new Processor();
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class NeedingLater {

		@Bean
		static Processor processor(ObjectProvider<CachedValues> values) {
			return new Processor();
		}

	}

	static class Transactions {

		@Bean
		JdbcTransactionManager transactions() {
			JdbcDataSource source = new JdbcDataSource();
			source.setURL("jdbc:h2:mem:");
			return new JdbcTransactionManager(source);
		}

	}

	@Configuration(proxyBeanMethods = false)
	@EnableTransactionManagement(proxyTargetClass = true)
	@Import(Transactions.class)
	static class CacheFirst {

	}

	@Configuration(proxyBeanMethods = false)
	@EnableTransactionManagement(proxyTargetClass = true, order = 0)
	@Import(Transactions.class)
	static class TransactionFirst {

	}

}
