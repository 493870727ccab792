package dev.yoil.ehcache.boot;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

import org.springframework.aop.framework.Advised;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.cache.autoconfigure.CacheAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.cache.annotation.CacheConfig;
import org.springframework.cache.annotation.CachePut;
import org.springframework.cache.annotation.Cacheable;
import org.springframework.cache.annotation.CachingConfigurer;
import org.springframework.cache.annotation.EnableCaching;
import org.springframework.cache.interceptor.KeyGenerator;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Warnings about methods that store values of different types under the same key, and the
 * exception of a hit on such a value.
 */
@ExtendWith(OutputCaptureExtension.class)
class ReturnTypesCheckTests {

	private static final String WARNING = "keeps both under the same key";

	private final ApplicationContextRunner application = new ApplicationContextRunner()
		.withPropertyValues("yoil.ehcache.config=classpath:dev/yoil/ehcache/boot/values.xml")
		.withConfiguration(AutoConfigurations.of(CacheAutoConfiguration.class, EhCacheAutoConfiguration.class,
				CacheAnnotationsAutoConfiguration.class))
		.withUserConfiguration(Caching.class);

	@Test
	void warnsOfTwoTypesUnderOneKey(CapturedOutput output) {
		this.application.withBean(Names.class).run((context) -> {
			assertThat(output).containsOnlyOnce(WARNING)
				.containsPattern("Names\\.(name|length) returns java\\.lang\\.(String|Integer), and "
						+ "Names\\.(name|length) returns java\\.lang\\.(String|Integer), but cache 'values' keeps both "
						+ "under the same key \\(all parameters\\)");
			Names names = context.getBean(Names.class);
			assertThat(names.name(5)).isEqualTo("5");
			assertThat(names.name(5)).isEqualTo("5");
			assertThatExceptionOfType(ClassCastException.class).isThrownBy(() -> names.length(5))
				.withMessage("Cache 'values' has a value of type java.lang.String under the key '5', but Names.length "
						+ "returns java.lang.Integer. Another method keeps its values under the same key: use two "
						+ "caches, or different keys.");
		});
	}

	@Test
	void comparesKeysAndPutsOfTwoBeans(CapturedOutput output) {
		this.application.withBean(Users.class).withBean(Flags.class).run((context) -> {
			assertThat(output).containsOnlyOnce(WARNING).contains("(#id)");
			context.getBean(Flags.class).update("5");
			assertThatExceptionOfType(ClassCastException.class).isThrownBy(() -> context.getBean(Users.class).find("5"))
				.withMessageContaining("java.lang.Boolean under the key '5', but Users.find returns java.lang.String");
		});
	}

	@Test
	void comparesTheTypesOfAGenericSuperclass(CapturedOutput output) {
		this.application.withBean(Texts.class).withBean(Numbers.class).run((context) -> {
			assertThat(output).containsOnlyOnce(WARNING).contains("Texts.find").contains("Numbers.find");
			context.getBean(Texts.class).find("5");
			assertThatExceptionOfType(ClassCastException.class)
				.isThrownBy(() -> context.getBean(Numbers.class).find("5"))
				.withMessageContaining("Numbers.find returns java.lang.Long");
		});
	}

	@Test
	void advisesOnlyTheMethodsInConflict() {
		this.application.withBean(Names.class)
			.withBean(Related.class)
			.run((context) -> assertThat(List.of(Names.class, Related.class))
				.extracting((type) -> ((Advised) context.getBean(type)).getAdvisors().length)
				.containsExactly(3, 1));
	}

	@Test
	void raisesNoFalseAlarm(CapturedOutput output) {
		this.application.withBean(Related.class)
			.withBean(Separate.class)
			.run((context) -> assertThat(output).doesNotContain(WARNING));
	}

	@Test
	void knowsNoKeysOfAnotherGenerator(CapturedOutput output) {
		this.application.withUserConfiguration(OwnKeys.class)
			.withBean(Names.class)
			.withBean(Users.class)
			.withBean(Flags.class)
			.run((context) -> assertThat(output).containsOnlyOnce(WARNING).contains("(#id)"));
	}

	@Configuration(proxyBeanMethods = false)
	@EnableCaching
	static class Caching {

		@Bean
		KeyGenerator generator() {
			return (target, method, arguments) -> method;
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class OwnKeys implements CachingConfigurer {

		@Override
		public KeyGenerator keyGenerator() {
			return (target, method, arguments) -> method;
		}

	}

	static class Names {

		@Cacheable("values")
		public String name(long id) {
			return Long.toString(id);
		}

		@Cacheable("values")
		public int length(long id) {
			return name(id).length();
		}

	}

	static class Users {

		@Cacheable(cacheNames = "values", key = "#id", sync = true)
		public String find(String id) {
			return id;
		}

	}

	static class Flags {

		@CachePut(cacheNames = "values", key = "#id")
		public boolean update(String id) {
			return true;
		}

	}

	abstract static class Entities<T> {

		private final Function<String, T> loader;

		Entities(Function<String, T> loader) {
			this.loader = loader;
		}

		@Cacheable("values")
		public T find(String id) {
			return this.loader.apply(id);
		}

	}

	static class Texts extends Entities<String> {

		Texts() {
			super(Function.identity());
		}

	}

	static class Numbers extends Entities<Long> {

		Numbers() {
			super(Long::valueOf);
		}

	}

	/** Each value fits the other types, or its type is not known. */
	@CacheConfig(cacheNames = "bytes")
	static class Related {

		@Cacheable
		public List<String> list(String id) {
			return List.of(id);
		}

		@Cacheable
		public Collection<Integer> collection(String id) {
			return List.of(1);
		}

		@Cacheable
		public Optional<List<String>> optional(String id) {
			return Optional.empty();
		}

		@Cacheable(sync = true)
		public CompletableFuture<List<String>> future(String id) {
			return CompletableFuture.completedFuture(List.of());
		}

		@Cacheable(sync = true)
		public Mono<List<String>> mono(String id) {
			return Mono.empty();
		}

		@Cacheable(sync = true)
		public Flux<String> flux(String id) {
			return Flux.empty();
		}

		@Cacheable
		public Object object(String id) {
			return id;
		}

		@Cacheable
		public <T> T any(String id) {
			return null;
		}

	}

	/** The keys differ, or may differ. */
	@CacheConfig(cacheNames = "values")
	static class Separate {

		@Cacheable
		public String byNumber(long id) {
			return "";
		}

		@Cacheable
		public Long byText(String id) {
			return 1L;
		}

		@Cacheable
		public Short byTwo(long id, long other) {
			return 1;
		}

		@Cacheable(key = "#id")
		public Integer byKey(long id) {
			return 1;
		}

		@Cacheable(key = "#id")
		public Double byTextKey(String id) {
			return 1.0;
		}

		@Cacheable(key = "#root.methodName + #id")
		public String ofMethod(String id) {
			return "";
		}

		@Cacheable(key = "#root.methodName + #id")
		public Long ofAnotherMethod(String id) {
			return 1L;
		}

		@Cacheable(keyGenerator = "generator")
		public String generated(String id) {
			return "";
		}

		@Cacheable(keyGenerator = "generator")
		public Long alsoGenerated(String id) {
			return 1L;
		}

		@Cacheable(condition = "#id > 0")
		public Integer positive(long id) {
			return 1;
		}

	}

}
