/**
 * Reading {@code ehcache.xml}: what it declares, or one clear message about what is wrong
 * with it.
 */
@NullMarked
package dev.yoil.ehcache.xml;

import org.jspecify.annotations.NullMarked;
