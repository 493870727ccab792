package dev.yoil.ehcache.boot;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.stream.Stream;

import dev.yoil.ehcache.EhCacheCache;
import dev.yoil.ehcache.internal.KeyText;
import dev.yoil.ehcache.internal.audit.AuditedCaches;
import dev.yoil.ehcache.internal.audit.AuditedCaches.Mismatch;
import dev.yoil.ehcache.internal.audit.AuditedCaches.State;
import dev.yoil.ehcache.internal.audit.AuditedCaches.Verdict;
import dev.yoil.ehcache.internal.audit.FreshnessAudit;
import dev.yoil.ehcache.internal.finding.Finding;
import dev.yoil.ehcache.internal.finding.FindingSource;
import dev.yoil.ehcache.internal.finding.Rule;
import dev.yoil.ehcache.internal.manager.EhCacheManagers;
import dev.yoil.ehcache.internal.tables.TableMap;
import dev.yoil.ehcache.internal.tables.TableWatch;
import dev.yoil.ehcache.spi.ValueText;
import dev.yoil.ehcache.xml.DeclaredCache;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.Lazy;

/**
 * Auto-configuration of the audit, which loads sampled hits again and compares.
 */
@AutoConfiguration(after = TablesAutoConfiguration.class)
@ConditionalOnProperty("yoil.ehcache.audit.per-second")
@EnableConfigurationProperties(EhCacheProperties.class)
@Import(EhCacheManagers.class)
public final class AuditAutoConfiguration {

	/** Values may be longer, and differ only then. */
	private static final int COMPARED = 10_000;

	@Bean
	FreshnessAudit yoilFreshnessAudit(EhCacheManagers managers, EhCacheProperties properties,
			ObjectProvider<ValueText.Renderer> renderers, ObjectProvider<TableWatch> watch) {
		Supplier<Stream<EhCacheCache>> caches = () -> managers.all()
			.stream()
			.flatMap((manager) -> manager.caches().stream());
		TableWatch tables = watch.getIfAvailable();
		return new FreshnessAudit(caches, Objects.requireNonNull(properties.audit().perSecond()),
				(value) -> text(value, renderers), () -> (tables != null) ? tables.map() : TableMap.UNWATCHED);
	}

	/** Without the inspection, values are not shown. */
	private static String text(@Nullable Object value, ObjectProvider<ValueText.Renderer> renderers) {
		return renderers.orderedStream()
			.map((renderer) -> renderer.render(value, COMPARED))
			.filter(Objects::nonNull)
			.findFirst()
			.map(ValueText::text)
			.orElseGet(() -> (value != null) ? value.getClass().getName() : "null");
	}

	@Bean
	FindingSource yoilAuditFindings(FreshnessAudit audit) {
		return (name, cache) -> {
			AuditedCaches.Result result = audit.of(cache);
			return (result != null) ? Stream.ofNullable(finding(name, cache, result)) : Stream.empty();
		};
	}

	private static @Nullable Finding finding(String name, EhCacheCache cache, AuditedCaches.Result result) {
		DeclaredCache.Place place = cache.declared().place();
		if (result.state() != State.AUDITED) {
			return new Finding(name, Rule.LOADS_NOT_REPEATABLE, Finding.Severity.NOTE,
					"The audit of this cache has ended, because loads of the same key return values that are not equal.",
					"Return the same value for the same data, of a class with equals, such as a record.",
					Map.of("state", result.state()), place.file(), place.cache(), null);
		}
		if (result.mismatches().isEmpty()) {
			return null;
		}
		Mismatch latest = result.mismatches().get(0);
		Map<String, Object> evidence = new LinkedHashMap<>();
		evidence.put("mismatches", result.verdicts().getOrDefault(Verdict.MISMATCH, 0L));
		evidence.put("samples", result.samples());
		evidence.put("consistentAtLeast", Objects.requireNonNullElse(result.consistentAtLeast(), 0.0));
		evidence.put("key", latest.key());
		evidence.put("ageMillis", latest.ageMillis());
		evidence.put("at", latest.at());
		evidence.put("cached", latest.cached());
		evidence.put("loaded", latest.loaded());
		evidence.put("writes", latest.writes());
		return new Finding(name, Rule.VALUES_OUT_OF_DATE,
				TableWatch.isBrief(cache) ? Finding.Severity.NOTE : Finding.Severity.WARNING,
				"%d of %d sampled hits returned a value that differs from the value in the source, such as for key %s."
					.formatted(result.verdicts().getOrDefault(Verdict.MISMATCH, 0L), result.samples(),
							KeyText.logged(latest.key())),
				"Evict the key where its data is changed, for example with @CacheEvict, or change a region of the cache.",
				evidence, place.file(), place.cache(), null);
	}

	@Bean
	@Lazy(false)
	SmartInitializingSingleton yoilFreshnessAuditStart(FreshnessAudit audit) {
		return audit::start;
	}

}
