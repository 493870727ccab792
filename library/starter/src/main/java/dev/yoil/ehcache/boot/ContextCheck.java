package dev.yoil.ehcache.boot;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

import dev.yoil.ehcache.EhCacheCache;
import dev.yoil.ehcache.policy.CachePolicy;
import io.micrometer.context.ContextRegistry;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.cache.interceptor.CacheableOperation;
import org.springframework.core.task.TaskDecorator;
import org.springframework.util.ClassUtils;

/**
 * A check at startup for keys that depend on the calling thread, in caches that load in
 * other threads. If nothing passes the context on, a load there may read data without a
 * tenant, and store it for the tenant in the key.
 */
final class ContextCheck {

	private static final Logger LOG = LoggerFactory.getLogger(ContextCheck.class);

	private static final Pattern LITERAL = Pattern.compile("'[^']*'");

	/** The type of a static method, or a bean. */
	private static final Pattern OUTSIDE = Pattern.compile("\\bT\\s*\\(|@");

	private final boolean isPropagated;

	private final boolean hasExecutor;

	ContextCheck(ConfigurableListableBeanFactory beans) {
		this.isPropagated = beans.getBeanNamesForType(TaskDecorator.class, true, false).length > 0
				|| (ClassUtils.isPresent("io.micrometer.context.ContextRegistry", beans.getBeanClassLoader())
						&& Accessors.any());
		this.hasExecutor = beans.containsBean(EhCacheAutoConfiguration.REFRESH_EXECUTOR);
	}

	/**
	 * Warns if loads of a method may miss the context of their caller.
	 */
	void check(EhCacheCache cache, CacheableOperation operation, Method method) {
		List<String> attributes = background(cache.declared().policy());
		if (!this.isPropagated && !attributes.isEmpty()
				&& OUTSIDE.matcher(LITERAL.matcher(operation.getKey()).replaceAll("")).find()) {
			LOG.warn("Cache '{}' has {}, so it also loads in other threads. {} has the key \"{}\". If this key or the "
					+ "method reads something that is bound to the thread, such as a tenant, a load in another thread "
					+ "does not see it, and may store the wrong data. Declare a TaskDecorator bean, or register a "
					+ "ThreadLocalAccessor of Micrometer's context propagation.", cache.getName(),
					String.join(", ", attributes), SharedValues.name(method), operation.getKey());
		}
	}

	/**
	 * The executor of the application may pass on the context, but runs refreshes only.
	 */
	private List<String> background(CachePolicy policy) {
		List<String> attributes = new ArrayList<>();
		if (policy.refreshAfter() != null && !this.hasExecutor) {
			attributes.add("refresh-after");
		}
		if (policy.staleIfError() != null && !this.hasExecutor) {
			attributes.add("stale-if-error");
		}
		if (policy.softTimeout() != null) {
			attributes.add("soft-timeout");
		}
		return attributes;
	}

	/** Loaded only if Micrometer's context propagation is present. */
	private static final class Accessors {

		/** The present observation says nothing about the data. */
		static boolean any() {
			return ContextRegistry.getInstance()
				.getThreadLocalAccessors()
				.stream()
				.anyMatch((accessor) -> !accessor.key().equals("micrometer.observation"));
		}

	}

}
