package dev.yoil.ehcache.boot;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

import dev.yoil.ehcache.BulkOperations;
import dev.yoil.ehcache.EhCacheCache;
import dev.yoil.ehcache.EhCacheCacheManager;
import dev.yoil.support.Background;
import dev.yoil.support.BlockedLoad;
import dev.yoil.support.FakeClock;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler;
import io.micrometer.observation.ObservationHandler.FirstMatchingCompositeObservationHandler;
import io.micrometer.observation.ObservationRegistry;
import io.micrometer.tracing.Tracer;
import io.micrometer.tracing.handler.DefaultTracingObservationHandler;
import io.micrometer.tracing.handler.TracingObservationHandler;
import io.micrometer.tracing.otel.bridge.OtelCurrentTraceContext;
import io.micrometer.tracing.otel.bridge.OtelTracer;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.data.LinkData;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.cache.annotation.EnableCaching;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.io.ClassPathResource;
import org.springframework.dao.EmptyResultDataAccessException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/** Loads with Spring Boot's tracing and the OpenTelemetry bridge. */
class LoadTracingTests {

	private final InMemorySpanExporter exported = InMemorySpanExporter.create();

	private final FakeClock clock = new FakeClock();

	private final ApplicationContextRunner application = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(RegionAutoConfiguration.class, EhCacheAutoConfiguration.class,
				EhCacheTracingAutoConfiguration.class))
		.withUserConfiguration(Caching.class)
		.withBean(FakeClock.class, () -> this.clock)
		.withBean(Tracer.class, this::tracer)
		.withPropertyValues("yoil.ehcache.config=classpath:dev/yoil/ehcache/boot/traced.xml");

	private Tracer tracer() {
		SdkTracerProvider provider = SdkTracerProvider.builder()
			.addSpanProcessor(SimpleSpanProcessor.create(this.exported))
			.build();
		return new OtelTracer(provider.get("test"), new OtelCurrentTraceContext(), (event) -> {
		});
	}

	@Test
	void tracesALoadAndNoHit() {
		this.application.run((context) -> {
			EhCacheCache cache = cache(context.getBean(EhCacheCacheManager.class));
			ObservationRegistry registry = context.getBean(ObservationRegistry.class);
			Observation.createNotStarted("request", registry).observe(() -> {
				cache.get("MONDAY", () -> Observation.createNotStarted("query", registry).observe(() -> "value"));
				cache.get("MONDAY", () -> "never");
			});
			assertThat(this.exported.getFinishedSpanItems()).extracting(SpanData::getName)
				.containsExactly("query", "load cache", "request");
			SpanData load = span("load cache");
			assertThat(load.getParentSpanId()).isEqualTo(span("request").getSpanId());
			assertThat(span("query").getParentSpanId()).isEqualTo(load.getSpanId());
			assertThat(load.getAttributes().asMap()).containsEntry(AttributeKey.stringKey("cache"), "cache")
				.containsEntry(AttributeKey.stringKey("level"), "SOURCE")
				.containsEntry(AttributeKey.stringKey("outcome"), "success")
				.containsEntry(AttributeKey.stringKey("refresh"), "false")
				// printf MONDAY | sha256sum | cut -c1-16
				.containsEntry(AttributeKey.stringKey("cache.key.digest"), "1dcddd5bd3810ab3")
				.containsEntry(AttributeKey.stringKey("cache.regions"), "days");
		});
	}

	@Test
	void linksCallersThatWaitToTheLoad() {
		this.application.run((context) -> {
			EhCacheCache cache = cache(context.getBean(EhCacheCacheManager.class));
			ObservationRegistry registry = context.getBean(ObservationRegistry.class);
			BlockedLoad load = new BlockedLoad(cache, "key", "value");
			List<CompletableFuture<String>> waiting = List.of(
					Background.supply(() -> Observation.createNotStarted("request", registry)
						.observe(() -> cache.get("key", () -> "never"))),
					cache.retrieve("key", CompletableFuture::new));
			await().until(() -> cache.statistics().sharedLoads() == 2);
			load.end();
			waiting.forEach((caller) -> assertThat(caller.join()).isEqualTo("value"));
			await().until(() -> spans("wait cache").size() == 2 && spans("request").size() == 1);
			SpanContext loaded = span("load cache").getSpanContext();
			assertThat(spans("wait cache")).flatExtracting(SpanData::getLinks)
				.extracting(LinkData::getSpanContext)
				.containsExactly(loaded, loaded);
			assertThat(spans("wait cache")).extracting(SpanData::getParentSpanId).contains(span("request").getSpanId());
			assertThat(spans("wait cache")).extracting(SpanData::getTraceId).doesNotContain(loaded.getTraceId());
		});
	}

	@Test
	void tracesAFailureAnsweredWithAStaleValue() {
		this.application.run((context) -> {
			EhCacheCache cache = cache(context.getBean(EhCacheCacheManager.class));
			cache.put("key", "old");
			this.clock.advance(Duration.ofSeconds(11));
			assertThat(cache.<String>get("key", () -> {
				throw new IllegalStateException("no database");
			})).isEqualTo("old");
			assertThat(span("load cache").getAttributes().get(AttributeKey.stringKey("outcome"))).isEqualTo("stale");
			assertThat(span("load cache").getEvents()).singleElement()
				.satisfies((event) -> assertThat(event.getName()).isEqualTo("exception"));
		});
	}

	@ParameterizedTest
	@ValueSource(strings = { "error", "gone" })
	void tracesALoadThatReturnsAFuture(String outcome) {
		this.application.run((context) -> {
			EhCacheCache cache = cache(context.getBean(EhCacheCacheManager.class));
			CompletableFuture<String> value = new CompletableFuture<>();
			CompletableFuture<String> answer = cache.retrieve("key", () -> value);
			assertThat(spans("load cache")).isEmpty();
			value.completeExceptionally(outcome.equals("gone") ? new EmptyResultDataAccessException(1)
					: new IllegalStateException("no database"));
			assertThatExceptionOfType(Exception.class).isThrownBy(answer::join);
			assertThat(span("load cache").getAttributes().get(AttributeKey.stringKey("outcome"))).isEqualTo(outcome);
		});
	}

	@Test
	void tracesARefreshBelowTheCallerThatCausedIt() {
		this.application.run((context) -> {
			EhCacheCache cache = cache(context.getBean(EhCacheCacheManager.class));
			cache.put("key", "old");
			this.clock.advance(Duration.ofSeconds(11));
			cache.get("key", () -> {
				throw new IllegalStateException("no database");
			});
			this.exported.reset();
			this.clock.advance(Duration.ofSeconds(1));
			Observation.createNotStarted("request", context.getBean(ObservationRegistry.class))
				.observe(() -> cache.get("key", () -> "new"));
			await().until(() -> spans("load cache").size() == 1);
			assertThat(span("load cache").getAttributes().get(AttributeKey.stringKey("refresh"))).isEqualTo("true");
			assertThat(span("load cache").getParentSpanId()).isEqualTo(span("request").getSpanId());
		});
	}

	@Test
	void servesValuesIfAHandlerFails() {
		ObservationRegistry registry = ObservationRegistry.create();
		registry.observationConfig().observationHandler(new ObservationHandler<Observation.Context>() {

			@Override
			public boolean supportsContext(Observation.Context context) {
				return true;
			}

			@Override
			public void onStop(Observation.Context context) {
				throw new IllegalStateException("broken handler");
			}

		});
		EhCacheCacheManager manager = new EhCacheCacheManager(
				new ClassPathResource("dev/yoil/ehcache/boot/traced.xml"));
		manager.setObservationRegistry(registry);
		manager.afterPropertiesSet();
		EhCacheCache cache = cache(manager);
		assertThat(BulkOperations.of(cache).getAll(List.of("a", "b"), (missing) -> Map.of("a", "1", "b", "2")))
			.containsOnlyKeys("a", "b");
		assertThat(cache.get("key", () -> "value")).isEqualTo("value");
		assertThat(cache.statistics().failedLoads()).isZero();
		manager.destroy();
	}

	private static EhCacheCache cache(EhCacheCacheManager manager) {
		return manager.caches().get(0);
	}

	private SpanData span(String name) {
		List<SpanData> spans = spans(name);
		assertThat(spans).as(name).hasSize(1);
		return spans.get(0);
	}

	private List<SpanData> spans(String name) {
		return this.exported.getFinishedSpanItems().stream().filter((span) -> span.getName().equals(name)).toList();
	}

	@Configuration(proxyBeanMethods = false)
	@EnableCaching
	static class Caching {

		/** As Spring Boot registers the handlers. */
		@Bean
		ObservationRegistry observations(Tracer tracer, List<TracingObservationHandler<?>> handlers) {
			ObservationRegistry registry = ObservationRegistry.create();
			List<TracingObservationHandler<?>> all = new ArrayList<>(handlers);
			all.add(new DefaultTracingObservationHandler(tracer));
			registry.observationConfig().observationHandler(new FirstMatchingCompositeObservationHandler(all));
			return registry;
		}

	}

}
