package dev.yoil.ehcache.boot;

import java.lang.reflect.Method;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import dev.yoil.ehcache.EhCacheCache;
import dev.yoil.ehcache.EhCacheCacheManager;
import dev.yoil.ehcache.internal.manager.EhCacheManagers;
import dev.yoil.ehcache.policy.CachePolicy;
import dev.yoil.ehcache.xml.DeclaredCache;
import dev.yoil.ehcache.xml.EhcacheXml;
import dev.yoil.ehcache.xml.EhcacheXmlException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.aop.Pointcut;
import org.springframework.aop.PointcutAdvisor;
import org.springframework.aop.framework.autoproxy.AutoProxyUtils;
import org.springframework.beans.BeansException;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.BeanFactoryAnnotationUtils;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.cache.CacheManager;
import org.springframework.cache.interceptor.CacheAspectSupport;
import org.springframework.cache.interceptor.CacheOperation;
import org.springframework.cache.interceptor.CacheOperationSource;
import org.springframework.cache.interceptor.CachePutOperation;
import org.springframework.cache.interceptor.CacheResolver;
import org.springframework.cache.interceptor.CacheableOperation;
import org.springframework.cache.interceptor.SimpleCacheResolver;
import org.springframework.cache.interceptor.SimpleKeyGenerator;
import org.springframework.util.ClassUtils;
import org.springframework.util.ReflectionUtils;
import org.springframework.util.StringUtils;

/**
 * A check at startup that cache annotations and advice in XML match the configuration
 * file: the names of caches, and the types of values.
 */
final class CacheNamesCheck {

	private static final Logger LOG = LoggerFactory.getLogger(CacheNamesCheck.class);

	private final ConfigurableListableBeanFactory beans;

	private final EhCacheManagers ours;

	private final ObjectProvider<CacheAspectSupport> aspects;

	private final Set<EhCacheCacheManager> managers;

	private final SharedValues shared;

	private final ContextCheck context;

	/** For each name, a method that uses it. */
	private final Map<EhCacheCacheManager, Map<String, String>> uses = new LinkedHashMap<>();

	private final Map<String, EhCacheCacheManager> namedWithoutSync = new TreeMap<>();

	CacheNamesCheck(ConfigurableListableBeanFactory beans, EhCacheManagers ours,
			ObjectProvider<CacheAspectSupport> aspects, SharedValues shared) {
		this.beans = beans;
		this.ours = ours;
		this.aspects = aspects;
		this.managers = new LinkedHashSet<>(ours.all());
		this.shared = shared;
		this.context = new ContextCheck(beans);
	}

	/**
	 * Checks all annotations, now and against later changes of the file.
	 * @return the managers that {@code @Cacheable} without {@code sync} refers to by name
	 * @throws EhcacheXmlException if an annotation does not match the file
	 */
	Map<String, EhCacheCacheManager> check() {
		this.aspects.forEach(this::check);
		this.uses.forEach((manager, uses) -> manager.addCheck((file) -> refuseUndeclared(file, uses)));
		this.managers.forEach(this.shared::share);
		return this.namedWithoutSync;
	}

	private void check(CacheAspectSupport aspect) {
		CacheOperationSource source = aspect.getCacheOperationSource();
		List<Pointcut> pointcuts = pointcuts(aspect);
		CacheManager byDefault = defaultOf(this.beans, aspect);
		ReturnTypesCheck types = new ReturnTypesCheck(this.beans,
				aspect.getKeyGenerator() instanceof SimpleKeyGenerator);
		for (String bean : this.beans.getBeanDefinitionNames()) {
			Class<?> type = AutoProxyUtils.determineTargetClass(this.beans, bean);
			if (type != null && source != null && source.isCandidateClass(type)) {
				Class<?> user = ClassUtils.getUserClass(type);
				ReflectionUtils.doWithMethods(user, (method) -> {
					if (isAdvised(method, user, pointcuts)) {
						Collection<CacheOperation> operations = Objects
							.requireNonNullElse(source.getCacheOperations(method, user), List.of());
						check(method, user, operations, byDefault);
						operations.forEach((operation) -> caches(operation, manager(operation, byDefault))
							.forEach((cache) -> types.add(cache, operation, method, user, bean)));
					}
				}, ReflectionUtils.USER_DECLARED_METHODS);
			}
		}
	}

	/**
	 * Returns the pointcuts of an aspect. A source that goes by the names of methods does
	 * not know which classes are meant.
	 */
	private List<Pointcut> pointcuts(CacheAspectSupport aspect) {
		return this.beans.getBeansOfType(PointcutAdvisor.class, false, false)
			.values()
			.stream()
			.filter((advisor) -> advisor.getAdvice() == aspect)
			.map(PointcutAdvisor::getPointcut)
			.toList();
	}

	private static boolean isAdvised(Method method, Class<?> type, List<Pointcut> pointcuts) {
		// Without any, the aspect is woven into its classes.
		return pointcuts.isEmpty() || pointcuts.stream()
			.anyMatch((pointcut) -> pointcut.getClassFilter().matches(type)
					&& pointcut.getMethodMatcher().matches(method, type));
	}

	private static Stream<EhCacheCache> caches(CacheOperation operation, @Nullable EhCacheCacheManager manager) {
		return (manager == null) ? Stream.empty()
				: manager.caches().stream().filter((cache) -> operation.getCacheNames().contains(cache.getName()));
	}

	private void check(Method method, Class<?> type, Collection<CacheOperation> operations,
			@Nullable CacheManager byDefault) {
		for (CacheOperation operation : operations) {
			EhCacheCacheManager manager = manager(operation, byDefault);
			if (manager == null) {
				continue;
			}
			this.managers.add(manager);
			for (String name : operation.getCacheNames()) {
				EhCacheCache cache = manager.caches()
					.stream()
					.filter((one) -> one.getName().equals(name))
					.findAny()
					.orElse(null);
				this.uses.computeIfAbsent(manager, (same) -> new TreeMap<>())
					.putIfAbsent(name, SharedValues.name(method));
				if (cache != null) {
					check(manager, cache, operation, method, type);
				}
			}
			if (operation instanceof CacheableOperation loading && !loading.isSync()
					&& !loading.getCacheManager().isEmpty()) {
				this.namedWithoutSync.put(loading.getCacheManager(), manager);
			}
		}
	}

	private void check(EhCacheCacheManager manager, EhCacheCache cache, CacheOperation operation, Method method,
			Class<?> type) {
		TableRequirements.check(manager, cache, operation, method);
		boolean tiered = SharedValues.isTiered(cache);
		if (operation instanceof CacheableOperation loading) {
			if (tiered) {
				this.shared.loadedBy(manager, cache, method, type, loading.isSync());
			}
			if (loading.isSync()) {
				this.context.check(cache, loading, method);
			}
			else {
				warn(cache, method);
			}
		}
		else if (tiered && operation instanceof CachePutOperation) {
			LOG.warn("Cache '{}' has {}, where {} does not store its values because it is @CachePut. After a value "
					+ "leaves the heap, it is loaded again. With @CacheEvict instead, the next load stores it there.",
					cache.getName(), SharedValues.tiers(cache), SharedValues.name(method));
		}
	}

	/** Warns about attributes of a policy that Spring gives no chance to take effect. */
	private static void warn(EhCacheCache cache, Method method) {
		CachePolicy policy = cache.declared().policy();
		List<String> attributes = Stream.of("refresh-after", "stale-if-error", "load-timeout", "soft-timeout")
			.filter((name) -> policy.attributes().get(name) != null)
			.toList();
		if (!attributes.isEmpty()) {
			LOG.warn("Cache '{}' has {}, without effect on {}: add sync = true to its @Cacheable", cache.getName(),
					String.join(", ", attributes), SharedValues.name(method));
		}
	}

	/**
	 * Returns the manager that serves an operation, by the rules of Spring's aspect;
	 * {@code null} if it is another kind of manager, or a resolver of the application.
	 */
	private @Nullable EhCacheCacheManager manager(CacheOperation operation, @Nullable CacheManager byDefault) {
		if (StringUtils.hasText(operation.getCacheResolver())) {
			return null;
		}
		return this.ours.behind(StringUtils.hasText(operation.getCacheManager())
				? named(this.beans, operation.getCacheManager()) : byDefault);
	}

	/**
	 * Returns the manager with the given bean name or qualifier; {@code null} if there is
	 * none, which Spring reports when the method is called.
	 */
	static @Nullable CacheManager named(BeanFactory beans, String name) {
		try {
			return BeanFactoryAnnotationUtils.qualifiedBeanOfType(beans, CacheManager.class, name);
		}
		catch (BeansException ex) {
			return null;
		}
	}

	/**
	 * Returns the manager of annotations that name none; {@code null} if the application
	 * has a resolver.
	 */
	static @Nullable CacheManager defaultOf(BeanFactory beans, CacheAspectSupport aspect) {
		CacheResolver resolver = aspect.getCacheResolver();
		if (resolver == null) {
			return beans.getBeanProvider(CacheManager.class).getIfUnique();
		}
		return (resolver instanceof SimpleCacheResolver simple) ? simple.getCacheManager() : null;
	}

	private static void refuseUndeclared(EhcacheXml file, Map<String, String> uses) {
		List<String> declared = file.caches().stream().map(DeclaredCache::name).toList();
		Map<String, String> undeclared = new TreeMap<>(uses);
		undeclared.keySet().removeIf(file::declares);
		if (undeclared.isEmpty()) {
			return;
		}
		String described = undeclared.entrySet()
			.stream()
			.map((use) -> use.getValue() + " uses the cache '" + use.getKey() + "'")
			.collect(Collectors.joining(", "));
		throw new EhcacheXmlException(file, 0, described + ((undeclared
			.size() > 1) ? ", which are" : ", which is") + " not declared here.", (declared.isEmpty()
					? "No cache is declared." : "Declared caches: '" + String.join("', '", declared) + "'.")
					+ " Correct the name, or add <cache alias=\"" + undeclared.keySet().iterator().next()
					+ "\"><heap unit=\"entries\">1000</heap></cache>. If the file belongs to another library, such as "
					+ "Hibernate's second-level cache, set yoil.ehcache.config to a file of your own.");
	}

}
