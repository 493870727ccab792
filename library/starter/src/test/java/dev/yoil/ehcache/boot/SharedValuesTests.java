package dev.yoil.ehcache.boot;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

import dev.yoil.ehcache.TestCaches;
import dev.yoil.ehcache.internal.tier.FakeTier;
import dev.yoil.ehcache.internal.tier.JsonCodecs;
import dev.yoil.ehcache.region.FakeRegionTable;
import dev.yoil.ehcache.region.RegionTable;
import dev.yoil.ehcache.region.Regions;
import dev.yoil.ehcache.tier.ValueCodec;
import dev.yoil.ehcache.xml.EhcacheXmlException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.DefaultTyping;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.jsontype.BasicPolymorphicTypeValidator;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.cache.annotation.CachePut;
import org.springframework.cache.annotation.Cacheable;
import org.springframework.cache.annotation.EnableCaching;
import org.springframework.context.annotation.Configuration;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Values of {@code @Cacheable} methods that instances share.
 */
@ExtendWith(OutputCaptureExtension.class)
class SharedValuesTests {

	private final FakeRegionTable table = new FakeRegionTable();

	private final FakeTier tier = new FakeTier();

	@TempDir
	Path directory;

	private ApplicationContextRunner application(Class<?>... loading) throws Exception {
		this.table.set(RegionTable.SECRET, 1);
		Path file = Files.writeString(this.directory.resolve("ehcache.xml"),
				TestCaches.HEAD + "<service><y:cluster><y:shared-tier url='redis://unused'/></y:cluster></service>\n"
						+ "<cache alias='shared'><heap>100</heap><y:policy scope='GLOBAL'/></cache></config>");
		return new ApplicationContextRunner()
			.withConfiguration(
					AutoConfigurations.of(EhCacheAutoConfiguration.class, CacheAnnotationsAutoConfiguration.class))
			.withPropertyValues("yoil.ehcache.config=" + file)
			.withBean(Regions.class, this::regions)
			.withBean(JsonCodecs.class, () -> new JsonCodecs(JsonMapper.builder().build()))
			.withUserConfiguration(Caching.class)
			.withUserConfiguration(loading);
	}

	private Regions regions() {
		Regions regions = Regions.shared(this.table, Duration.ofHours(1));
		regions.catchUp();
		return regions;
	}

	private void assertRejected(ApplicationContextRunner application, String problem) {
		application.run((context) -> assertThat(context).getFailure()
			.isInstanceOf(EhcacheXmlException.class)
			.hasMessageStartingWith(this.directory.resolve("ehcache.xml") + ":2: ")
			.hasMessageContaining(problem));
	}

	private void runTwice(ApplicationContextRunner application, Consumer<AssertableApplicationContext> check) {
		application.withBean(FakeTier.class, () -> this.tier).run(check::accept);
		application.withBean(FakeTier.class, () -> this.tier).run(check::accept);
	}

	@Test
	void haveTheDeclaredType() throws Exception {
		Plain.LOADS.set(0);
		runTwice(application(Plain.class), (context) -> {
			Plain plain = context.getBean(Plain.class);
			assertThat(plain.list(3)).containsExactly(new Point(1, "one"), new Point(2, "two"));
			assertThat(plain.perhaps(5)).hasValue(new Point(4, "four"));
			assertThat(plain.later(6).join()).isEqualTo(new Point(5, "five"));
		});
		assertThat(Plain.LOADS).hasValue(3);
	}

	/**
	 * Bytes in Redis must not select classes.
	 */
	@Test
	void doNotLoadClassesNamedByTheirBytes() throws Exception {
		JsonMapper lenient = JsonMapper.builder()
			.activateDefaultTyping(BasicPolymorphicTypeValidator.builder().allowIfBaseType(Object.class).build(),
					DefaultTyping.NON_FINAL_AND_ENUMS)
			.build();
		ValueCodec codec = Objects.requireNonNull(new JsonCodecs(lenient).codec(Anything.class));
		byte[] bytes = "{\"value\":[\"%s\",{\"name\":\"\"}]}".formatted(Dog.class.getName())
			.getBytes(StandardCharsets.UTF_8);
		assertThat(((Anything) codec.decode(bytes)).value()).isNotInstanceOf(Dog.class);
	}

	@Test
	void haveTheTypeThatASubclassDeclares() throws Exception {
		runTwice(application(Specific.class),
				(context) -> assertThat(context.getBean(Specific.class).find()).isEqualTo(new Point(1, "one")));
		assertThat(this.tier.values).hasSize(1);
	}

	@ParameterizedTest
	@ValueSource(classes = { Untyped.class, Interface.class, ListOfAnything.class })
	void mustHaveADeclaredType(Class<?> loading) throws Exception {
		assertRejected(application(loading).withBean(FakeTier.class, () -> this.tier), loading.getSimpleName()
				+ ".find loads values of cache 'shared', which has a shared tier, and no codec for ");
	}

	/**
	 * Only a load that the cache runs can use the shared tier.
	 */
	@Test
	void mustBeLoadedWithSync() throws Exception {
		assertRejected(application(WithoutSync.class).withBean(FakeTier.class, () -> this.tier),
				"WithoutSync.find is @Cacheable without sync = true, so its values cannot be kept in a shared tier.");
	}

	@Test
	void mustHaveALoader() throws Exception {
		assertRejected(application().withBean(FakeTier.class, () -> this.tier),
				"cache 'shared' has a shared tier, and no @Cacheable method loads its values.");
	}

	@Test
	void needARedisClient() throws Exception {
		assertRejected(application(Plain.class),
				"cache 'shared' is GLOBAL, and there is no client of Redis. Add io.lettuce:lettuce-core");
	}

	@Test
	void areNotThoseOfCachePut(CapturedOutput output) throws Exception {
		runTwice(application(Plain.class, Putting.class),
				(context) -> assertThat(context.getBean(Putting.class).put(1)).isEqualTo("put"));
		assertThat(this.tier.values).isEmpty();
		assertThat(output).contains("Cache 'shared' has a shared tier, where Putting.put does not store its values");
	}

	record Point(int number, String name) {
	}

	@Configuration(proxyBeanMethods = false)
	@EnableCaching
	static class Caching {

	}

	static class Plain {

		static final AtomicInteger LOADS = new AtomicInteger();

		@Cacheable(cacheNames = "shared", sync = true)
		public List<Point> list(int key) {
			LOADS.incrementAndGet();
			return List.of(new Point(1, "one"), new Point(2, "two"));
		}

		@Cacheable(cacheNames = "shared", sync = true)
		public Optional<Point> perhaps(int key) {
			LOADS.incrementAndGet();
			return Optional.of(new Point(4, "four"));
		}

		@Cacheable(cacheNames = "shared", sync = true)
		public CompletableFuture<Point> later(int key) {
			LOADS.incrementAndGet();
			return CompletableFuture.completedFuture(new Point(5, "five"));
		}

	}

	static class Putting {

		@CachePut("shared")
		public String put(int key) {
			return "put";
		}

	}

	record Anything(Object value) {
	}

	static class Dog {

		public String name = "";

	}

	abstract static class Generic<T> {

		@Cacheable(cacheNames = "shared", sync = true)
		public T find() {
			return made();
		}

		protected abstract T made();

	}

	static class Specific extends Generic<Point> {

		@Override
		protected Point made() {
			return new Point(1, "one");
		}

	}

	static class Untyped {

		@Cacheable(cacheNames = "shared", sync = true)
		public Object find() {
			return "";
		}

	}

	static class Interface {

		@Cacheable(cacheNames = "shared", sync = true)
		public Comparable<String> find() {
			return "";
		}

	}

	static class ListOfAnything {

		@Cacheable(cacheNames = "shared", sync = true)
		public List<?> find() {
			return List.of();
		}

	}

	static class WithoutSync {

		@Cacheable("shared")
		public String find(int number) {
			return "text";
		}

	}

}
