package dev.yoil.ehcache.boot;

import java.lang.reflect.Method;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
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

	private final EhCacheCacheManager manager;

	private final SharedValues shared;

	/** A method that names it, by name. */
	private final Map<String, String> undeclared = new TreeMap<>();

	CacheNamesCheck(ConfigurableListableBeanFactory beans, CacheOperationSource operations, EhCacheCacheManager manager,
			SharedValues shared) {
		this.shared = shared;
		this.beans = beans;
		this.operations = operations;
		this.manager = manager;
	}

	/**
	 * Does it, once.
	 * @throws EhcacheXmlException if they do not fit the file
	 */
	void check() {
		for (String bean : this.beans.getBeanDefinitionNames()) {
			Class<?> type = AutoProxyUtils.determineTargetClass(this.beans, bean);
			if (type != null && this.operations.isCandidateClass(type)) {
				check(ClassUtils.getUserClass(type));
			}
		}
		if (!this.undeclared.isEmpty()) {
			throw undeclared();
		}
		this.shared.share();
	}

	private void check(Class<?> type) {
		ReflectionUtils.doWithMethods(type,
				(method) -> check(method, type, this.operations.getCacheOperations(method, type)),
				ReflectionUtils.USER_DECLARED_METHODS);
	}

	private void check(Method method, Class<?> type, @Nullable Collection<CacheOperation> operations) {
		for (CacheOperation operation : Objects.requireNonNullElse(operations, List.<CacheOperation>of())) {
			// One that chooses a manager of its own is no business of ours.
			if (!operation.getCacheManager().isEmpty() || !operation.getCacheResolver().isEmpty()) {
				continue;
			}
			for (String name : operation.getCacheNames()) {
				if (!this.manager.getCacheNames().contains(name)) {
					this.undeclared.putIfAbsent(name,
							method.getDeclaringClass().getSimpleName() + "." + method.getName());
				}
				else if (operation instanceof CacheableOperation loading) {
					refuseUnsynchronized(method, name, loading);
					this.shared.loadedBy(method, type, name);
				}
			}
		}
	}

	/**
	 * The cache hears of such loads only when they have ended, too late to look whether
	 * another instance has the value.
	 */
	private void refuseUnsynchronized(Method method, String name, CacheableOperation loading) {
		DeclaredCache cache = this.manager.declared()
			.caches()
			.stream()
			.filter((one) -> one.name().equals(name))
			.findAny()
			.orElseThrow();
		if (cache.global() && !loading.isSync()) {
			throw new EhcacheXmlException(this.manager.declared(), cache, method.getDeclaringClass().getSimpleName()
					+ "." + method.getName()
					+ " is @Cacheable without sync = true, and so cannot share with other instances what it loads.",
					"Add sync = true, or leave scope out.");
		}
	}

	private EhcacheXmlException undeclared() {
		Collection<String> declared = this.manager.getCacheNames();
		String named = this.undeclared.entrySet()
			.stream()
			.map((name) -> name.getValue() + " names the cache '" + name.getKey() + "'")
			.collect(Collectors.joining(", "));
		return new EhcacheXmlException(this.manager.declared(),
				named + ((this.undeclared.size() > 1) ? ", which are" : ", which is") + " not declared here.",
				(declared.isEmpty() ? "None is." : "There is: '" + String.join("', '", declared) + "'.")
						+ " Correct the name, or add <cache alias=\"" + this.undeclared.keySet().iterator().next()
						+ "\"><heap unit=\"entries\">1000</heap></cache>.");
	}

}
