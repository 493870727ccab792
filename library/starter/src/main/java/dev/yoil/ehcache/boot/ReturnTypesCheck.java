package dev.yoil.ehcache.boot;

import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import dev.yoil.ehcache.CacheLookup;
import dev.yoil.ehcache.EhCacheCache;
import dev.yoil.ehcache.internal.KeyText;
import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.aop.framework.Advised;
import org.springframework.aop.support.AopUtils;
import org.springframework.aop.support.StaticMethodMatcherPointcutAdvisor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.cache.interceptor.CacheOperation;
import org.springframework.cache.interceptor.CachePutOperation;
import org.springframework.cache.interceptor.CacheableOperation;
import org.springframework.core.ReactiveAdapter;
import org.springframework.core.ReactiveAdapterRegistry;
import org.springframework.core.ResolvableType;
import org.springframework.util.ClassUtils;

/**
 * A check at startup for methods that keep values of different types under the same key
 * of a cache. A hit on a value of the other method fails where the proxy casts it, which
 * tells neither the cache nor the key. So these methods, and no others, get an advice
 * that fails before that.
 */
final class ReturnTypesCheck {

	private static final Logger LOG = LoggerFactory.getLogger(ReturnTypesCheck.class);

	/** Parts of a key that differ between methods. */
	private static final Pattern OF_THE_METHOD = Pattern.compile("\\b(method|methodName|target|targetClass)\\b");

	/** A key that is a parameter. */
	private static final Pattern VARIABLE = Pattern.compile("#(\\w+)");

	private final ConfigurableListableBeanFactory beans;

	private final boolean simple;

	private final Map<EhCacheCache, List<Use>> uses = new HashMap<>();

	private final Set<Use> guarded = new HashSet<>();

	/**
	 * Creates a check.
	 * @param simple whether methods without a {@code key} have Spring's simple keys
	 */
	ReturnTypesCheck(ConfigurableListableBeanFactory beans, boolean simple) {
		this.beans = beans;
		this.simple = simple;
	}

	/**
	 * Adds a method that stores its values. A method whose keys or values are not known
	 * before it is called is ignored.
	 */
	void add(EhCacheCache cache, CacheOperation operation, Method method, Class<?> type, String bean) {
		boolean stores = operation instanceof CacheableOperation || operation instanceof CachePutOperation;
		Class<?> value = valueType(ResolvableType.forMethodReturnType(method, type));
		boolean isSimple = this.simple && operation.getKeyGenerator().isEmpty();
		if (!stores || value == Object.class || value == Void.class || value == void.class
				|| !operation.getCondition().isEmpty() || (operation.getKey().isEmpty() && !isSimple)
				|| OF_THE_METHOD.matcher(operation.getKey()).find()) {
			return;
		}
		Use use = new Use(operation.getKey(), method, type, value, bean);
		List<Use> known = this.uses.computeIfAbsent(cache, (same) -> new ArrayList<>());
		known.stream().filter(use::conflictsWith).findFirst().ifPresent((other) -> {
			LOG.warn("{} returns {}, and {} returns {}, but cache '{}' keeps both under the same key ({}). A hit on a "
					+ "value of the other method fails with a ClassCastException. Use two caches, or name the method "
					+ "in one of the keys, such as key = \"{#root.methodName, #id}\".", other.name(),
					other.value().getName(), use.name(), use.value().getName(), cache.getName(), use.keyText());
			guard(cache, other);
			guard(cache, use);
		});
		known.add(use);
	}

	/** Returns the type that the cache stores, without primitives and containers. */
	private static Class<?> valueType(ResolvableType returned) {
		Class<?> type = returned.toClass();
		ReactiveAdapter adapter = ReactiveAdapterRegistry.getSharedInstance().getAdapter(type);
		if (adapter != null && adapter.isMultiValue()) {
			return List.class;
		}
		boolean contained = adapter != null || CompletionStage.class.isAssignableFrom(type) || type == Optional.class;
		return ClassUtils.resolvePrimitiveIfNecessary(contained ? returned.getGeneric().toClass() : type);
	}

	private void guard(EhCacheCache cache, Use use) {
		if (use.isCast() && this.guarded.add(use) && this.beans.containsSingleton(use.bean())
				&& this.beans.getBean(use.bean()) instanceof Advised advised && !advised.isFrozen()) {
			advised.addAdvisor(0, new Guard(cache.getName(), use));
		}
	}

	/**
	 * A method that stores its values in a cache.
	 *
	 * @param key the expression of its key; empty for all parameters
	 * @param type the class of the bean
	 * @param value the type of its values
	 */
	private record Use(String key, Method method, Class<?> type, Class<?> value, String bean) {

		String name() {
			return this.type.getSimpleName() + "." + this.method.getName();
		}

		String keyText() {
			return this.key.isEmpty() ? "all parameters" : this.key;
		}

		/** Tells whether the proxy casts what the cache has. */
		boolean isCast() {
			return ClassUtils.resolvePrimitiveIfNecessary(this.method.getReturnType()).isAssignableFrom(this.value);
		}

		boolean conflictsWith(Use other) {
			return this.key.equals(other.key) && !isRelated(this.value, other.value) && mayHaveEqualKeys(other);
		}

		private boolean mayHaveEqualKeys(Use other) {
			if (!this.key.isEmpty()) {
				Matcher variable = VARIABLE.matcher(this.key);
				return !variable.matches() || isRelated(typeOf(variable.group(1)), other.typeOf(variable.group(1)));
			}
			Class<?>[] mine = this.method.getParameterTypes();
			Class<?>[] others = other.method.getParameterTypes();
			boolean same = mine.length == others.length;
			for (int i = 0; same && i < mine.length; i++) {
				same = isRelated(mine[i], others[i]);
			}
			return same;
		}

		/** Returns the type of a variable in a key; all types if it is no parameter. */
		private Class<?> typeOf(String variable) {
			for (Parameter parameter : this.method.getParameters()) {
				if (parameter.getName().equals(variable)) {
					return parameter.getType();
				}
			}
			return Object.class;
		}

		private static boolean isRelated(Class<?> one, Class<?> two) {
			return ClassUtils.isAssignable(one, two) || ClassUtils.isAssignable(two, one);
		}

	}

	/**
	 * An advice around one method, which names the cache and the key of a wrong value.
	 */
	private static final class Guard extends StaticMethodMatcherPointcutAdvisor {

		private static final long serialVersionUID = 1L;

		private final String cache;

		private final transient Use use;

		Guard(String cache, Use use) {
			this.cache = cache;
			this.use = use;
			setAdvice((MethodInterceptor) this::checked);
		}

		@Override
		public boolean matches(Method method, Class<?> type) {
			return AopUtils.getMostSpecificMethod(method, this.use.type())
				.equals(AopUtils.getMostSpecificMethod(this.use.method(), this.use.type()));
		}

		private @Nullable Object checked(MethodInvocation invocation) throws Throwable {
			CacheLookup.forget();
			Object value = invocation.proceed();
			if (value == null || this.use.value().isInstance(value)) {
				return value;
			}
			CacheLookup last = CacheLookup.get();
			throw new ClassCastException("Cache '" + this.cache + "' has a value of type " + value.getClass().getName()
					+ ((last.key() != null) ? " under the key " + KeyText.logged(last.key()) : "") + ", but "
					+ this.use.name() + " returns " + this.use.value().getName()
					+ ". Another method keeps its values under the same key: use two caches, or different keys.");
		}

	}

}
