package dev.yoil.ehcache.boot;

import java.lang.reflect.Method;
import java.util.concurrent.CompletionStage;

import dev.yoil.ehcache.EhCacheCache;
import dev.yoil.ehcache.EhCacheCacheManager;
import dev.yoil.ehcache.internal.manager.EhCacheManagers;
import dev.yoil.ehcache.internal.tables.WatchedDataSources;
import dev.yoil.ehcache.xml.EhcacheXmlException;

import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.cache.interceptor.CacheOperation;
import org.springframework.cache.interceptor.CachePutOperation;
import org.springframework.cache.interceptor.CacheableOperation;
import org.springframework.core.ReactiveAdapterRegistry;
import org.springframework.core.env.Environment;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.util.ClassUtils;

/**
 * A check at startup that all statements are seen on which the values of a cache with
 * {@code depends="tables"} depend.
 */
final class TableRequirements {

	private static final String SECOND_LEVEL = "spring.jpa.properties.hibernate.cache.use_second_level_cache";

	private TableRequirements() {
	}

	/**
	 * Checks the database.
	 * @throws EhcacheXmlException if a cache cannot depend on its tables
	 */
	static void check(EhCacheManagers managers, WatchedDataSources sources, ListableBeanFactory beans,
			Environment environment) {
		// Now rather than a second later, because nothing is stored until then.
		sources.step();
		for (EhCacheCacheManager manager : managers.all()) {
			for (EhCacheCache cache : manager.caches()) {
				if (cache.declared().dependsOnTables()) {
					check(manager, cache, sources, beans, environment);
				}
			}
		}
	}

	private static void check(EhCacheCacheManager manager, EhCacheCache cache, WatchedDataSources sources,
			ListableBeanFactory beans, Environment environment) {
		if (sources.size() != 1) {
			throw refusal(manager, cache, "the application has " + sources.size() + " data sources",
					"Use one DataSource bean");
		}
		if (!sources.areKnown()) {
			throw refusal(manager, cache, "the database is neither H2 nor PostgreSQL, so its triggers are not known",
					"Use one of these");
		}
		if (beans.getBeansOfType(PlatformTransactionManager.class, false, false)
			.values()
			.stream()
			.anyMatch((transactions) -> transactions.getClass().getSimpleName().contains("Jta"))) {
			throw refusal(manager, cache, "transactions are managed by JTA",
					"Use the transaction manager of the DataSource");
		}
		if (environment.getProperty(SECOND_LEVEL, Boolean.class, false)) {
			throw refusal(manager, cache, "Hibernate's second-level cache may return rows without a statement",
					"Set " + SECOND_LEVEL + "=false");
		}
	}

	/**
	 * Checks a method that uses a cache.
	 * @throws EhcacheXmlException if the method stores values that may come from any
	 * tables
	 */
	static void check(EhCacheCacheManager manager, EhCacheCache cache, CacheOperation operation, Method method) {
		if (!cache.declared().dependsOnTables()) {
			return;
		}
		String name = SharedValues.name(method);
		if (!ClassUtils.isPresent(TablesAutoConfiguration.JDBC, null)) {
			throw refusal(manager, cache, "spring-jdbc is not on the class path", "Add spring-boot-starter-jdbc");
		}
		if (operation instanceof CachePutOperation) {
			throw refusal(manager, cache, name + " is @CachePut, whose value may come from any table",
					"Delete @CachePut, so that the next call loads the value");
		}
		if (operation instanceof CacheableOperation loading) {
			if (!loading.isSync()) {
				throw refusal(manager, cache, name + " is @Cacheable without sync", "Write @Cacheable(sync = true)");
			}
			Class<?> returned = method.getReturnType();
			if (CompletionStage.class.isAssignableFrom(returned)
					|| ReactiveAdapterRegistry.getSharedInstance().getAdapter(returned) != null) {
				throw refusal(manager, cache,
						name + " returns " + returned.getSimpleName() + ", which may be loaded in another thread",
						"Return the value itself");
			}
		}
	}

	private static EhcacheXmlException refusal(EhCacheCacheManager manager, EhCacheCache cache, String problem,
			String remedy) {
		return new EhcacheXmlException(manager.declared(), cache.declared().place().policy(),
				"cache '" + cache.getName() + "' has depends=\"tables\", but " + problem + ".",
				remedy + ", or leave depends out and evict the values in the code.");
	}

}
