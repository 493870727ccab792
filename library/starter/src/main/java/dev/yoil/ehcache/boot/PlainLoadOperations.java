package dev.yoil.ehcache.boot;

import java.lang.reflect.Method;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import org.jspecify.annotations.Nullable;

import org.springframework.cache.interceptor.CacheOperation;
import org.springframework.cache.interceptor.CacheOperationSource;
import org.springframework.cache.interceptor.CacheableOperation;
import org.springframework.core.MethodClassKey;

/**
 * A source of cache operations that makes {@code @Cacheable} without {@code sync} use the
 * resolver of the manager that it names. Thread-safe.
 */
final class PlainLoadOperations implements CacheOperationSource {

	private final CacheOperationSource declared;

	/** Names of resolvers by name of the manager. */
	private final Map<String, String> resolvers;

	private final Map<MethodClassKey, Collection<CacheOperation>> known = new ConcurrentHashMap<>();

	PlainLoadOperations(CacheOperationSource declared, Map<String, String> resolvers) {
		this.declared = declared;
		this.resolvers = Map.copyOf(resolvers);
	}

	@Override
	public boolean isCandidateClass(Class<?> type) {
		return this.declared.isCandidateClass(type);
	}

	@Override
	public @Nullable Collection<CacheOperation> getCacheOperations(Method method, @Nullable Class<?> type) {
		Collection<CacheOperation> operations = this.declared.getCacheOperations(method, type);
		return (operations == null) ? null : this.known.computeIfAbsent(new MethodClassKey(method, type),
				(same) -> operations.stream().map(this::resolved).toList());
	}

	private CacheOperation resolved(CacheOperation operation) {
		String resolver = this.resolvers.get(operation.getCacheManager());
		if (resolver == null || !(operation instanceof CacheableOperation loading) || loading.isSync()) {
			return operation;
		}
		CacheableOperation.Builder same = new CacheableOperation.Builder();
		same.setName(loading.getName());
		same.setCacheNames(loading.getCacheNames().toArray(String[]::new));
		same.setKey(loading.getKey());
		same.setKeyGenerator(loading.getKeyGenerator());
		same.setCondition(loading.getCondition());
		if (loading.getUnless() != null) {
			same.setUnless(loading.getUnless());
		}
		same.setCacheResolver(resolver);
		return same.build();
	}

}
