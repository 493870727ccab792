/**
 * Cached representations: answered before MVC, shown in the inspection, and configured in
 * Spring Boot.
 */
@NullMarked
package dev.yoil.representation.cached;

import org.jspecify.annotations.NullMarked;
