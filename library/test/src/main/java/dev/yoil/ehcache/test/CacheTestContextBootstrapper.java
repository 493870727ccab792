package dev.yoil.ehcache.test;

import org.springframework.boot.test.autoconfigure.TestSliceTestContextBootstrapper;

/**
 * Bootstrapper of {@link CacheTest}, which reads its properties.
 */
class CacheTestContextBootstrapper extends TestSliceTestContextBootstrapper<CacheTest> {

}
