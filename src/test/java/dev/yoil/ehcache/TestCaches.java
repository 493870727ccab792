package dev.yoil.ehcache;

import java.nio.charset.StandardCharsets;
import java.util.Objects;

import dev.yoil.ehcache.xml.EhcacheXml;

import org.springframework.core.io.ByteArrayResource;

/**
 * Cache managers for tests, from the XML a user would write.
 */
public final class TestCaches implements AutoCloseable {

	public static final String HEAD = "<config xmlns='http://www.ehcache.org/v3' xmlns:y='urn:yoil:ehcache-policy'>";

	private final FakeClock clock = new FakeClock();

	private final EhCacheCacheManager manager;

	private TestCaches(String xml) {
		this.manager = new EhCacheCacheManager(read(xml), this.clock);
		this.manager.afterPropertiesSet();
	}

	/**
	 * Makes one cache named {@code cache}.
	 * @param capacity how many entries it holds
	 * @param policy the attributes of its policy element
	 */
	public static TestCaches of(int capacity, String policy) {
		return new TestCaches(
				HEAD + "<cache alias='cache'><heap>" + capacity + "</heap><y:policy " + policy + "/></cache></config>");
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
		return (EhCacheCache) Objects.requireNonNull(this.manager.getCache("cache"));
	}

	@Override
	public void close() {
		this.manager.destroy();
	}

}
