package dev.yoil.ehcache.xml;

import dev.yoil.ehcache.policy.CachePolicy;
import org.ehcache.config.ResourcePools;
import org.ehcache.config.ResourceType;

/**
 * One cache as {@code ehcache.xml} declares it, its template applied.
 *
 * @param name the alias, by which annotations refer to it
 * @param resources where Ehcache keeps the entries: a heap counted in entries
 * @param policy when entries expire
 * @param place where the file says so
 */
public record DeclaredCache(String name, ResourcePools resources, CachePolicy policy, DeclaredPlace place) {

	/**
	 * Returns how many entries the cache holds before it evicts.
	 * @return a number greater than zero
	 */
	public long capacity() {
		return this.resources.getPoolForResource(ResourceType.Core.HEAP).getSize();
	}

}
