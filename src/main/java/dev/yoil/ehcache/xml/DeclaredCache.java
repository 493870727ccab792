package dev.yoil.ehcache.xml;

import dev.yoil.ehcache.policy.CachePolicy;

/**
 * One cache as {@code ehcache.xml} declares it, its template applied.
 *
 * @param name the alias, by which annotations refer to it
 * @param capacity how many entries it holds before it evicts, greater than zero
 * @param policy when entries expire
 * @param place where the file says so
 */
public record DeclaredCache(String name, long capacity, CachePolicy policy, DeclaredPlace place) {
}
