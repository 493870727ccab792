package dev.yoil.ehcache.boot;

import java.lang.reflect.Method;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

import dev.yoil.ehcache.EhCacheCacheManager;
import dev.yoil.ehcache.xml.DeclaredCache;
import dev.yoil.ehcache.xml.EhcacheXmlException;
import org.jspecify.annotations.Nullable;

import org.springframework.aop.framework.autoproxy.AutoProxyUtils;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.cache.interceptor.CacheOperation;
import org.springframework.cache.interceptor.CacheOperationSource;
import org.springframework.cache.interceptor.CacheableOperation;
import org.springframework.util.ClassUtils;
import org.springframework.util.ReflectionUtils;

/**
 * Holds cache annotations against the configuration file when the application starts,
 * instead of when the first reader asks: the names of caches, and the types of values
 * that are to be shared.
 */
final class CacheNamesCheck {

	private final ConfigurableListableBeanFactory beans;

	private final CacheOperationSource operations;

	private final AnnotationManagers managers;

	private final Function<EhCacheCacheManager, SharedValues> sharing;

	private final Map<EhCacheCacheManager, SharedValues> shared = new LinkedHashMap<>();

	/** For each manager, a method that names a cache it does not have, by that name. */
	private final Map<EhCacheCacheManager, Map<String, String>> undeclared = new LinkedHashMap<>();

	/** Managers of ours that {@code @Cacheable} without {@code sync} names. */
	private final Map<String, EhCacheCacheManager> plainlyNamed = new TreeMap<>();

	CacheNamesCheck(ConfigurableListableBeanFactory beans, CacheOperationSource operations, AnnotationManagers managers,
			List<EhCacheCacheManager> all, Function<EhCacheCacheManager, SharedValues> sharing) {
		this.beans = beans;
		this.operations = operations;
		this.managers = managers;
		this.sharing = sharing;
		all.forEach((manager) -> this.shared.put(manager, sharing.apply(manager)));
	}

	/**
	 * Checks all annotations, once.
	 * @return the managers that {@code @Cacheable} without {@code sync} names, by these
	 * names
	 * @throws EhcacheXmlException if annotations do not fit the file
	 */
	Map<String, EhCacheCacheManager> check() {
		for (String bean : this.beans.getBeanDefinitionNames()) {
			Class<?> type = AutoProxyUtils.determineTargetClass(this.beans, bean);
			if (type != null && this.operations.isCandidateClass(type)) {
				check(ClassUtils.getUserClass(type));
			}
		}
		this.undeclared.forEach(CacheNamesCheck::refuse);
		this.shared.values().forEach(SharedValues::share);
		return this.plainlyNamed;
	}

	private void check(Class<?> type) {
		ReflectionUtils.doWithMethods(type,
				(method) -> check(method, type, this.operations.getCacheOperations(method, type)),
				ReflectionUtils.USER_DECLARED_METHODS);
	}

	private void check(Method method, Class<?> type, @Nullable Collection<CacheOperation> operations) {
		for (CacheOperation operation : Objects.requireNonNullElse(operations, List.<CacheOperation>of())) {
			EhCacheCacheManager manager = this.managers.of(operation);
			if (manager == null) {
				continue;
			}
			for (String name : operation.getCacheNames()) {
				if (!manager.getCacheNames().contains(name)) {
					this.undeclared.computeIfAbsent(manager, (same) -> new TreeMap<>())
						.putIfAbsent(name, method.getDeclaringClass().getSimpleName() + "." + method.getName());
				}
				else if (operation instanceof CacheableOperation loading) {
					refuseUnsynchronized(manager, method, name, loading);
					this.shared.computeIfAbsent(manager, this.sharing).loadedBy(method, type, name);
				}
			}
			if (operation instanceof CacheableOperation loading && !loading.isSync()
					&& !loading.getCacheManager().isEmpty()) {
				this.plainlyNamed.put(loading.getCacheManager(), manager);
			}
		}
	}

	/**
	 * The cache hears of such loads only when they have ended, too late to look whether
	 * another instance has the value.
	 */
	private static void refuseUnsynchronized(EhCacheCacheManager manager, Method method, String name,
			CacheableOperation loading) {
		DeclaredCache cache = manager.declared()
			.caches()
			.stream()
			.filter((one) -> one.name().equals(name))
			.findAny()
			.orElseThrow();
		if (cache.global() && !loading.isSync()) {
			throw new EhcacheXmlException(manager.declared(), cache.place().cache(), method.getDeclaringClass()
				.getSimpleName() + "." + method.getName()
					+ " is @Cacheable without sync = true, and so cannot share with other instances what it loads.",
					"Add sync = true, or leave scope out.");
		}
	}

	private static void refuse(EhCacheCacheManager manager, Map<String, String> undeclared) {
		Collection<String> declared = manager.getCacheNames();
		String named = undeclared.entrySet()
			.stream()
			.map((name) -> name.getValue() + " names the cache '" + name.getKey() + "'")
			.collect(Collectors.joining(", "));
		throw new EhcacheXmlException(manager.declared(), 0, named + ((undeclared
			.size() > 1) ? ", which are" : ", which is") + " not declared here.", (declared.isEmpty() ? "None is."
					: "There is: '" + String.join("', '", declared) + "'.")
					+ " Correct the name, or add <cache alias=\"" + undeclared.keySet().iterator().next()
					+ "\"><heap unit=\"entries\">1000</heap></cache>. If the file belongs to another library, such as "
					+ "Hibernate's second-level cache, name a file of your own in yoil.ehcache.config.");
	}

}
