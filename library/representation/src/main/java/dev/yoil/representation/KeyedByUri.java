package dev.yoil.representation;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A declaration that the cached {@link Representation} returned by a controller method
 * depends only on the path and query of the request: not on the user, a header, a cookie
 * or the time.
 * <p>
 * After the method has answered a {@code GET} or {@code HEAD} request from a cache entry,
 * requests with the same path, query and {@code Accept} header are answered from that
 * entry while it is valid. Filters run, but the method and MVC's interceptors and advices
 * do not. Requests with an {@code Origin} or {@code If-Match} header always go through
 * MVC. So do requests with undeclared or repeated parameters, and URLs in unusual
 * spellings such as {@code %4dONDAY} for {@code MONDAY}, because clients could send any
 * number of them.
 * <p>
 * Startup fails if the method cannot fulfil this: if it is mapped to other methods, if
 * another mapping of the same path depends on a header, if the method or its class has an
 * annotation such as {@code @PreAuthorize}, {@code @Secured} or {@code @RolesAllowed}, or
 * if a parameter does not come from the URI, such as a {@link java.security.Principal}, a
 * {@link java.util.Locale}, the session, the request, a header or a cookie. It also fails
 * if the annotation has no effect: if no request is mapped to the method, or if it does
 * not return a {@code Representation}.
 */
@Documented
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
public @interface KeyedByUri {

}
