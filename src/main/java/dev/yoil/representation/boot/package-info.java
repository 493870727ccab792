/**
 * Times requests, whether a filter or MVC answers them.
 */
@NullMarked
package dev.yoil.representation.boot;

import org.jspecify.annotations.NullMarked;
