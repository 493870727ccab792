package dev.yoil.ehcache;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.Executor;

import dev.yoil.ehcache.internal.index.ElapsedTime;
import dev.yoil.ehcache.internal.index.HashedKey;
import dev.yoil.ehcache.internal.index.StoredEntry;
import dev.yoil.ehcache.spi.Validity;
import dev.yoil.ehcache.statistics.Removal;
import dev.yoil.ehcache.xml.EhcacheXml;
import dev.yoil.support.FakeClock;
import org.ehcache.Cache;

import org.springframework.core.io.ByteArrayResource;

/**
 * Cache managers with a fake clock, configured by XML.
 */
public final class TestCaches implements AutoCloseable {

	public static final String HEAD = "<config xmlns='http://www.ehcache.org/v3' xmlns:y='urn:yoil:ehcache-policy'>";

	private final FakeClock clock;

	private final EhCacheCacheManager manager;

	private TestCaches(EhCacheCacheManager manager, FakeClock clock) {
		this.manager = manager;
		this.clock = clock;
		manager.afterPropertiesSet();
	}

	/**
	 * {@return the native Ehcache cache}
	 */
	@SuppressWarnings("unchecked") // that is what the library stores
	static Cache<HashedKey, StoredEntry> nativeCache(EhCacheCache cache) {
		return (Cache<HashedKey, StoredEntry>) cache.getNativeCache();
	}

	/**
	 * Creates one cache named {@code cache}.
	 * @param capacity the capacity in entries
	 * @param policy the attributes of its policy element
	 */
	public static TestCaches of(int capacity, String policy) {
		FakeClock clock = new FakeClock();
		return new TestCaches(new EhCacheCacheManager(one(capacity, policy), clock), clock);
	}

	/**
	 * Creates one cache with a refresh executor.
	 */
	public static TestCaches of(int capacity, String policy, Executor refreshes) {
		FakeClock clock = new FakeClock();
		return new TestCaches(new EhCacheCacheManager(one(capacity, policy), clock, refreshes, Validity.local()),
				clock);
	}

	/**
	 * Creates one cache whose entries age by elapsed time.
	 */
	public static TestCaches monotonic(String policy, Executor refreshes) {
		FakeClock clock = new FakeClock();
		return new TestCaches(new EhCacheCacheManager(one(10, policy), new ElapsedTime(clock, clock::nanoTime),
				refreshes, Validity.local()), clock);
	}

	/**
	 * Creates one transactional cache.
	 */
	public static TestCaches transactional(int capacity, String policy) {
		return transactional(capacity, policy, Validity.local());
	}

	/**
	 * Creates one transactional cache.
	 */
	static TestCaches transactional(int capacity, String policy, Validity validity) {
		FakeClock clock = new FakeClock();
		EhCacheCacheManager manager = new EhCacheCacheManager(one(capacity, policy), clock, validity);
		manager.setTransactionAware(true);
		return new TestCaches(manager, clock);
	}

	/**
	 * Creates one transactional cache of the region {@code cache-region}.
	 */
	public static TestCaches transactional(String policy, Validity validity) {
		FakeClock clock = new FakeClock();
		EhCacheCacheManager manager = new EhCacheCacheManager(one(100, "region='cache-region' " + policy), clock,
				validity);
		manager.setTransactionAware(true);
		return new TestCaches(manager, clock);
	}

	/**
	 * Creates one cache named {@code cache}.
	 * @param elements the content of its element
	 */
	public static TestCaches declaring(String elements) {
		FakeClock clock = new FakeClock();
		return new TestCaches(
				new EhCacheCacheManager(read(HEAD + "<cache alias='cache'>" + elements + "</cache></config>"), clock),
				clock);
	}

	/** The time zone of {@code until} is Seoul. */
	private static EhcacheXml one(int capacity, String policy) {
		String zoned = policy.contains("until=") && !policy.contains("zone=") ? policy + " zone='Asia/Seoul'" : policy;
		return read(
				HEAD + "<cache alias='cache'><heap>" + capacity + "</heap><y:policy " + zoned + "/></cache></config>");
	}

	/**
	 * Creates the caches of a file.
	 * @param content the content of its root element
	 */
	public static TestCaches of(String content) {
		FakeClock clock = new FakeClock();
		return new TestCaches(new EhCacheCacheManager(read(HEAD + content + "</config>"), clock), clock);
	}

	/** Applies another capacity and policy of the cache named {@code cache}. */
	void apply(int capacity, String policy) {
		this.manager.apply(one(capacity, policy));
	}

	/** Applies another file. */
	void apply(String content) {
		this.manager.apply(read(HEAD + content + "</config>"));
	}

	public static EhcacheXml read(String xml) {
		return EhcacheXml.read("ehcache.xml", new ByteArrayResource(xml.getBytes(StandardCharsets.UTF_8)));
	}

	public FakeClock clock() {
		return this.clock;
	}

	public EhCacheCacheManager manager() {
		return this.manager;
	}

	public EhCacheCache cache() {
		return this.manager.caches().get(0);
	}

	/**
	 * {@return the latest removals from a cache, newest first}
	 */
	static List<Removal> removals(EhCacheCache cache) {
		return cache.unwrap(RecordedRemovals.class).latest();
	}

	@Override
	public void close() {
		this.manager.destroy();
	}

}
