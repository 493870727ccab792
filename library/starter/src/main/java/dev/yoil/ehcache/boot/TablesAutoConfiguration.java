package dev.yoil.ehcache.boot;

import java.time.Clock;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

import dev.yoil.ehcache.EhCacheCache;
import dev.yoil.ehcache.boot.InspectionConfiguration.Repeated;
import dev.yoil.ehcache.internal.finding.Finding;
import dev.yoil.ehcache.internal.finding.FindingSource;
import dev.yoil.ehcache.internal.finding.Rule;
import dev.yoil.ehcache.internal.manager.EhCacheManagers;
import dev.yoil.ehcache.internal.tables.ForgottenEviction;
import dev.yoil.ehcache.internal.tables.PlainLoadWatch;
import dev.yoil.ehcache.internal.tables.TableDependencies;
import dev.yoil.ehcache.internal.tables.TableWatch;
import dev.yoil.ehcache.internal.tables.WatchedDataSources;
import dev.yoil.ehcache.xml.DeclaredCache;
import dev.yoil.ehcache.xml.EhcacheXml;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.AnyNestedCondition;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Lazy;
import org.springframework.core.env.Environment;
import org.springframework.util.ClassUtils;
import org.springframework.web.context.request.RequestContextHolder;

/**
 * Auto-configuration of the watch for tables that caches read, and for writes without an
 * eviction.
 */
@AutoConfiguration(after = CacheAnnotationsAutoConfiguration.class)
@Conditional(TablesAutoConfiguration.OnTables.class)
@ConditionalOnClass(name = TablesAutoConfiguration.JDBC)
public final class TablesAutoConfiguration {

	static final String JDBC = "org.springframework.jdbc.datasource.DelegatingDataSource";

	private static final String REQUESTS = "org.springframework.web.context.request.RequestContextHolder";

	@Bean
	static TableWatch yoilTableWatch(ObjectProvider<EhCacheManagers> managers, ObjectProvider<Clock> clock) {
		Supplier<@Nullable Object> request = ClassUtils.isPresent(REQUESTS, null)
				? RequestContextHolder::getRequestAttributes : () -> null;
		return new TableWatch(() -> managers.stream()
			.flatMap((ours) -> ours.all().stream())
			.flatMap((manager) -> manager.caches().stream()), clock.getIfAvailable(Clock::systemUTC), request);
	}

	@Bean
	static TableDependencies yoilTableDependencies() {
		return new TableDependencies();
	}

	@Bean
	static WatchedDataSources yoilWatchedDataSources(ListableBeanFactory beans, ObjectProvider<TableWatch> watch,
			ObjectProvider<TableDependencies> dependencies, ObjectProvider<Clock> clock) {
		return new WatchedDataSources(beans, watch::getObject, dependencies::getObject,
				() -> clock.getIfAvailable(Clock::systemUTC));
	}

	@Bean
	static PlainLoadWatch yoilPlainLoadWatch(ObjectProvider<TableWatch> watch) {
		return new PlainLoadWatch(watch::getObject);
	}

	@Bean
	@Lazy(false)
	Steps yoilTableWatchSteps(TableWatch watch, WatchedDataSources sources, TableDependencies dependencies,
			ObjectProvider<EhCacheManagers> managers, ListableBeanFactory beans, Environment environment) {
		return new Steps(watch, sources, () -> managers.forEach((ours) -> {
			ours.all().forEach((manager) -> dependencies.connect(manager.caches().stream()));
			TableRequirements.check(ours, sources, beans, environment);
		}));
	}

	@Bean
	FindingSource yoilForgottenEvictions(TableWatch watch) {
		return (name, cache) -> watch.forgotten(cache.getName()).stream().map((each) -> finding(name, cache, each));
	}

	private static Finding finding(String name, EhCacheCache cache, ForgottenEviction found) {
		DeclaredCache.Place place = cache.declared().place();
		Map<String, Object> evidence = new LinkedHashMap<>();
		evidence.put("table", found.table());
		evidence.put("place", found.place());
		evidence.put("calledBy", found.calledBy());
		evidence.put("statement", found.statement());
		evidence.put("read", found.read());
		evidence.put("times", found.times());
		evidence.put("firstAt", found.firstAt());
		evidence.put("lastAt", found.lastAt());
		evidence.put("entries", found.entries());
		evidence.put("keys", found.keys());
		return new Finding(name, Rule.CHANGED_WITHOUT_EVICTION,
				TableWatch.isBrief(cache) ? Finding.Severity.NOTE : Finding.Severity.WARNING,
				"""
						%s changes table %s, from which values of this cache were read, and evicts nothing from it. Entries \
						from before the change were still cached %d s later."""
					.formatted(found.place(), found.table(), TableWatch.PATIENCE.toSeconds()),
				"""
						Evict the changed keys there, for example with @CacheEvict, or change a region of the cache. If the \
						changed columns or rows are none that the cache reads, nothing is to be done.""",
				evidence, place.file(), place.cache(), null);
	}

	/** The steps of the watch, from when all beans are there until they are destroyed. */
	private static final class Steps implements SmartInitializingSingleton, AutoCloseable {

		private static final Duration PAUSE = Duration.ofSeconds(1);

		private final TableWatch watch;

		private final WatchedDataSources sources;

		private final Runnable start;

		private @Nullable AutoCloseable running;

		Steps(TableWatch watch, WatchedDataSources sources, Runnable start) {
			this.watch = watch;
			this.sources = sources;
			this.start = start;
		}

		@Override
		public void afterSingletonsInstantiated() {
			this.start.run();
			this.watch.step();
			this.running = InspectionConfiguration.repeat("yoil-table-watch-",
					List.of(new Repeated(this.sources::step, PAUSE), new Repeated(this.watch::step, PAUSE)));
		}

		@Override
		public void close() throws Exception {
			if (this.running != null) {
				this.running.close();
			}
			// The caches are still there.
			this.watch.close();
		}

	}

	/** Whether tables are watched, or values depend on them. */
	static final class OnTables extends AnyNestedCondition {

		OnTables() {
			super(ConfigurationPhase.REGISTER_BEAN);
		}

		@ConditionalOnProperty(name = "yoil.ehcache.tables", havingValue = "watch")
		static final class Watched {

		}

		@Conditional(OnDependingCaches.class)
		static final class Declared {

		}

	}

	/** Whether the file declares a cache whose values depend on tables. */
	static final class OnDependingCaches extends OnDeclarations {

		@Override
		boolean matches(EhcacheXml declared) {
			return declared.caches().stream().anyMatch(DeclaredCache::dependsOnTables);
		}

	}

}
