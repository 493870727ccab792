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
 * Once the method has answered a {@code GET} or {@code HEAD} request with what a cache
 * holds under a key, requests with the same path, query and {@code Accept} header are
 * answered from there while the cache holds a good value under that key, and the method,
 * the interceptors and the advice of MVC are not asked. Filters are. Requests with an
 * {@code Origin} or {@code If-Match} header always go through MVC.
 * <p>
 * The application does not start if the method cannot keep the promise: if its mapping
 * takes other methods, if another one decides by a header on the same path, if it or its
 * class is guarded, as by {@code @PreAuthorize}, {@code @Secured} or
 * {@code @RolesAllowed}, or if a parameter does not come from the URI, such as a
 * {@link java.security.Principal}, a {@link java.util.Locale}, the session, the request,
 * a header or a cookie.
 */
@Documented
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
public @interface KeyedByUri {

}
