package dev.yoil.ehcache.internal.tables;

import java.util.Collection;
import java.util.List;
import java.util.function.Supplier;

import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;

import org.springframework.aop.Advisor;
import org.springframework.aop.framework.Advised;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.cache.interceptor.CacheAspectSupport;
import org.springframework.cache.interceptor.CacheOperation;
import org.springframework.cache.interceptor.CacheOperationSource;
import org.springframework.cache.interceptor.CacheableOperation;

/**
 * Has a {@link TableWatch} see the calls of {@code @Cacheable} methods without
 * {@code sync}. Spring makes these calls itself, so the cache does not know when they
 * end. Runs after the post-processor that creates proxies. Thread-safe.
 */
public final class PlainLoadWatch implements BeanPostProcessor {

	private final Supplier<TableWatch> watch;

	/**
	 * Creates a post-processor.
	 * @param watch returns the watch, when a method is called
	 */
	public PlainLoadWatch(Supplier<TableWatch> watch) {
		this.watch = watch;
	}

	@Override
	public Object postProcessAfterInitialization(Object bean, String name) {
		if (bean instanceof Advised advised && !advised.isFrozen()) {
			for (Advisor advisor : advised.getAdvisors()) {
				if (advisor.getAdvice() instanceof CacheAspectSupport aspect) {
					// The innermost advice: it runs only if the method does.
					advised.addAdvice((MethodInterceptor) (call) -> call(call, aspect.getCacheOperationSource()));
				}
			}
		}
		return bean;
	}

	private @Nullable Object call(MethodInvocation call, @Nullable CacheOperationSource source) throws Throwable {
		Object target = call.getThis();
		Collection<CacheOperation> operations = (source != null && target != null)
				? source.getCacheOperations(call.getMethod(), target.getClass()) : null;
		if (operations == null) {
			return call.proceed();
		}
		List<TableReads> loads = operations.stream()
			.filter((operation) -> operation instanceof CacheableOperation loading && !loading.isSync())
			.flatMap((operation) -> operation.getCacheNames().stream())
			.flatMap(this.watch.get()::named)
			.toList();
		loads.forEach((reads) -> reads.sourceCalled(List.of()));
		try {
			return call.proceed();
		}
		finally {
			for (int i = loads.size() - 1; i >= 0; i--) {
				loads.get(i).sourceReturned();
			}
		}
	}

}
