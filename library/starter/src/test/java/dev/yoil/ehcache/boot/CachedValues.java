package dev.yoil.ehcache.boot;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

import org.springframework.cache.annotation.CacheEvict;
import org.springframework.cache.annotation.Cacheable;
import org.springframework.transaction.annotation.Transactional;

/**
 * Methods that are cached in wrong ways, and some in right ones.
 */
class CachedValues {

	/** Calls of all beans, because a proxy does not have the fields of its bean. */
	static final AtomicInteger CALLS = new AtomicInteger();

	private final Object field = new Object();

	private static String load(Object key) {
		CALLS.incrementAndGet();
		return "value of " + key;
	}

	@Cacheable("values")
	public String find(String key) {
		return load(key);
	}

	void ofItself() {
		find("key");
	}

	void ofPrivate() {
		hidden("key");
	}

	@Cacheable("values")
	private String hidden(String key) {
		return load(key);
	}

	@Cacheable("values")
	public static String ofStatic(String key) {
		return load(key);
	}

	@Cacheable("values")
	public final int ofFinal(String key) {
		return this.field.hashCode();
	}

	@Cacheable("values")
	String packagePrivate(String key) {
		return load(key);
	}

	@Cacheable(cacheNames = "values", condition = "false")
	public String conditional(String key) {
		return load(key);
	}

	@Cacheable(cacheNames = "values", unless = "true")
	public String excluded(String key) {
		return load(key);
	}

	@Cacheable("values")
	public String fail(String key) {
		throw new IllegalStateException(load(key));
	}

	@Cacheable(cacheNames = "values", key = "#key")
	public String loading(String key, Runnable during) {
		during.run();
		return load(key);
	}

	@Cacheable("values")
	public String of(Object key) {
		return load(key);
	}

	@Cacheable(cacheNames = "values", key = "#key")
	public String ofArray(byte[] key) {
		return load(key);
	}

	@Cacheable("values")
	public String ofLong(long key) {
		return load(key);
	}

	@CacheEvict("values")
	public void evict(String key) {
	}

	@CacheEvict("values")
	public void evictInt(int key) {
	}

	@CacheEvict("values")
	public void evictAndFail(String key) {
		throw new IllegalStateException();
	}

	@CacheEvict(cacheNames = "values", beforeInvocation = true)
	public void evictFirstAndFail(String key) {
		throw new IllegalStateException();
	}

	@Cacheable("others")
	public String other(long key) {
		return load(key);
	}

	@Cacheable("bytes")
	public byte[] large(String key) {
		return new byte[100_000];
	}

	@Cacheable(cacheNames = "values", key = "1", sync = true)
	public String shared(Runnable running) {
		String value = load(1);
		running.run();
		return value;
	}

	@Cacheable(cacheNames = "values", key = "2")
	public String unshared(Runnable running) {
		String value = load(2);
		running.run();
		return value;
	}

	@Transactional
	@Cacheable(cacheNames = "values", key = "3", sync = true)
	public String inTransaction(Runnable running) {
		String value = load(3);
		running.run();
		return value;
	}

	@Cacheable("values")
	public List<String> list(String key) {
		return new ArrayList<>();
	}

	@Cacheable(cacheNames = "values", key = "#other")
	public String misnamed(String key) {
		return key;
	}

	@Cacheable("others")
	public String mistyped(String key) {
		return key;
	}

	@Cacheable("values")
	public Integer number(String key) {
		return 1;
	}

	@Cacheable(cacheNames = "values", sync = true, unless = "#result == null")
	public String syncUnless(String key) {
		return key;
	}

	@Cacheable(cacheNames = { "values", "bytes" }, sync = true)
	public String syncTwo(String key) {
		return key;
	}

}
