package dev.yoil.ehcache.boot;

import java.util.Objects;
import java.util.function.Supplier;
import java.util.stream.Stream;

import dev.yoil.ehcache.EhCacheCache;
import dev.yoil.ehcache.internal.audit.FreshnessAudit;
import dev.yoil.ehcache.internal.manager.EhCacheManagers;
import dev.yoil.ehcache.internal.tables.TableMap;
import dev.yoil.ehcache.internal.tables.TableWatch;
import dev.yoil.ehcache.spi.ValueText;
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
	@Lazy(false)
	SmartInitializingSingleton yoilFreshnessAuditStart(FreshnessAudit audit) {
		return audit::start;
	}

}
