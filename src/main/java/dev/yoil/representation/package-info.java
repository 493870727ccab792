/**
 * An answer as immutable bytes: JSON once, gzip once, a strong entity tag for each, and
 * how MVC writes it.
 */
@NullMarked
package dev.yoil.representation;

import org.jspecify.annotations.NullMarked;
