package dev.yoil.ehcache;

import java.util.List;
import java.util.Set;

import dev.yoil.ehcache.region.RegionKey;
import dev.yoil.ehcache.region.Regions;
import dev.yoil.ehcache.spi.CacheValidity;
import dev.yoil.ehcache.xml.EhcacheXml;
import dev.yoil.ehcache.xml.EhcacheXmlException;
import dev.yoil.support.FakeClock;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Cache managers with regions and without.
 */
class ManagersAndRegionsTests {

	private static final EhcacheXml DECLARED = TestCaches
		.read(TestCaches.HEAD + "<cache alias='cache'><heap>10</heap><y:policy region='region'/></cache></config>");

	@Test
	void closingDoesNotAffectOtherManagersOfTheRegions() {
		Regions regions = Regions.alone();
		EhCacheCacheManager closed = new EhCacheCacheManager(DECLARED, new FakeClock(), regions);
		EhCacheCacheManager open = new EhCacheCacheManager(DECLARED, new FakeClock(), regions);
		for (EhCacheCacheManager manager : List.of(closed, open)) {
			manager.afterPropertiesSet();
			manager.caches().get(0).put("key", "stale");
		}
		closed.destroy();
		regions.changed("region");
		assertThat(open.caches().get(0).get("key")).isNull();
		open.destroy();
	}

	/** The names are not even read, so these are not refused. */
	@Test
	void ignoresTheRegionsOfKeysIfItHasNone() {
		EhCacheCacheManager manager = new EhCacheCacheManager(DECLARED, new FakeClock());
		manager.afterPropertiesSet();
		EhCacheCache cache = manager.caches().get(0);
		RegionKey key = Set::of;
		cache.put(key, "value");
		assertThat(cache.get(key, String.class)).isEqualTo("value");
		assertThat(cache.unwrap(CacheValidity.class).regions(key)).isEmpty();
		assertThat(cache.invalidate()).isTrue();
		assertThat(cache.get(key)).isNull();
		manager.destroy();
	}

	/** It would serve outdated entries after changes on other instances. */
	@Test
	void rejectsAClusterWithoutSharedRegions() {
		EhcacheXml declared = TestCaches.read(TestCaches.HEAD + "<service><y:cluster/></service></config>");
		EhCacheCacheManager manager = new EhCacheCacheManager(declared, new FakeClock(), Regions.alone());
		assertThatExceptionOfType(EhcacheXmlException.class).isThrownBy(manager::afterPropertiesSet)
			.withMessageEndingWith(":1: <y:cluster> is declared, which this cache manager cannot use. "
					+ "Let Spring Boot create the cache manager, or remove <service>.");
	}

}
