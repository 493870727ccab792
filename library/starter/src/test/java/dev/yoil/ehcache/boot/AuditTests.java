package dev.yoil.ehcache.boot;

import java.time.Clock;
import java.time.Duration;

import dev.yoil.ehcache.EhCacheCache;
import dev.yoil.ehcache.EhCacheCacheManager;
import dev.yoil.ehcache.internal.audit.AuditedCaches.State;
import dev.yoil.ehcache.internal.audit.AuditedCaches.Verdict;
import dev.yoil.ehcache.internal.audit.FreshnessAudit;
import dev.yoil.ehcache.internal.finding.FindingSource;
import dev.yoil.ehcache.internal.finding.Rule;
import dev.yoil.support.FakeClock;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.cache.annotation.EnableCaching;
import org.springframework.context.annotation.Configuration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * The audit in an application.
 */
class AuditTests {

	private final FakeClock clock = new FakeClock();

	private final ApplicationContextRunner application = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(EhCacheAutoConfiguration.class, AuditAutoConfiguration.class))
		.withUserConfiguration(Caching.class)
		.withBean(Clock.class, () -> this.clock)
		.withPropertyValues("yoil.ehcache.config=classpath:tables-ehcache.xml");

	@Test
	void checksHitsWithTheProperty() {
		this.application.withPropertyValues("yoil.ehcache.audit.per-second=1").run((context) -> {
			FreshnessAudit audit = context.getBean(FreshnessAudit.class);
			EhCacheCache cache = context.getBean(EhCacheCacheManager.class).caches().iterator().next();
			cache.get(1, () -> "One");
			this.clock.advance(Duration.ofSeconds(2));
			cache.get(1, () -> "One");
			MeterRegistry registry = new SimpleMeterRegistry();
			new EhCacheMetrics(cache, Tags.empty(), audit).bindTo(registry);
			await().untilAsserted(() -> assertThat(audit.of(cache).verdicts()).containsEntry(Verdict.CONSISTENT, 1L));
			assertThat(registry.get("cache.audit.samples").tag("verdict", "consistent").functionCounter().count())
				.isOne();
			assertThat(registry.get("cache.audit.consistent.at.least").gauge().value()).isBetween(0.02, 0.03);
		});
		await().untilAsserted(() -> assertThat(Thread.getAllStackTraces().keySet()).extracting(Thread::getName)
			.noneMatch((name) -> name.startsWith("yoil-cache-audit-")));
	}

	@Test
	void findsACacheThatCannotBeAudited() {
		this.application.withPropertyValues("yoil.ehcache.audit.per-second=1").run((context) -> {
			EhCacheCache cache = context.getBean(EhCacheCacheManager.class).caches().iterator().next();
			cache.get(1, Object::new);
			this.clock.advance(Duration.ofSeconds(2));
			cache.get(1, Object::new);
			FindingSource findings = context.getBean(FindingSource.class);
			await()
				.untilAsserted(() -> assertThat(findings.check("titles", cache)).singleElement().satisfies((found) -> {
					assertThat(found.rule()).isEqualTo(Rule.LOADS_NOT_REPEATABLE);
					assertThat(found.evidence()).containsEntry("state", State.NOT_COMPARABLE);
				}));
		});
	}

	@Test
	void isOffByDefault() {
		this.application.run((context) -> assertThat(context).doesNotHaveBean(FreshnessAudit.class));
	}

	@ParameterizedTest
	@ValueSource(strings = { "0", "-1", "101", "NaN" })
	void rejectsOtherRates(String rate) {
		this.application.withPropertyValues("yoil.ehcache.audit.per-second=" + rate)
			.run((context) -> assertThat(context).getFailure()
				.rootCause()
				.hasMessageContaining("yoil.ehcache.audit.per-second"));
	}

	@Configuration(proxyBeanMethods = false)
	@EnableCaching
	static class Caching {

	}

}
