/**
 * Representations that come out of a cache: answered without MVC where that is known to
 * be the same, and shown with their entity tag and size where the cache is looked into;
 * and how all of that is wired into Spring Boot.
 */
@NullMarked
package dev.yoil.representation.cached;

import org.jspecify.annotations.NullMarked;
