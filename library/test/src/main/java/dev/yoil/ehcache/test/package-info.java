/**
 * Support for tests of applications: a test slice, a clock that the test advances, and
 * assertions about loads and evictions.
 */
@NullMarked
package dev.yoil.ehcache.test;

import org.jspecify.annotations.NullMarked;
