package dev.yoil.representation;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * States of a controller method that returns a {@link Representation}: which cached
 * answer it chooses depends on the path and the query of the request alone, and never on
 * who asks, on a header, a cookie or the time.
 * <p>
 * Once the method has answered a request with what a cache holds under a key, the same
 * path and query are answered from there while the cache holds anything under that key,
 * and the method, the interceptors and the advice of MVC are not asked. Filters are.
 */
@Documented
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
public @interface KeyedByUri {

}
