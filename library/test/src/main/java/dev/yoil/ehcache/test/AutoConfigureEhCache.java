package dev.yoil.ehcache.test;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

import org.springframework.boot.autoconfigure.ImportAutoConfiguration;

/**
 * Adds the caches of {@code ehcache.xml} to any test of Spring Boot, such as
 * {@code @WebMvcTest}, {@code @DataJpaTest} or {@code @SpringBootTest}. The test can
 * inject a {@link TestClock} and a {@link CacheTester}.
 * <p>
 * Before each test method, all caches are emptied and the clock returns to its start, so
 * test methods that share a context must not run in parallel. The disk tiers of a context
 * are in a temporary directory of its own.
 * <p>
 * The application must enable caching. A slice ignores {@code @EnableCaching} on a
 * configuration class that it does not scan; import that class. This annotation sets
 * {@code spring.cache.type}, so it overrides {@code spring.cache.type=none} in a
 * configuration file and Boot's {@code @AutoConfigureCache}, which disables caches by
 * default.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Documented
@Inherited
@EhCacheType
@ImportAutoConfiguration
public @interface AutoConfigureEhCache {

}
