/**
 * Responses as immutable bytes, serialized and compressed once, with strong entity tags,
 * and their support in MVC.
 */
@NullMarked
package dev.yoil.representation;

import org.jspecify.annotations.NullMarked;
