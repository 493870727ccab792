/**
 * Findings about caches, each with its evidence and the line of {@code ehcache.xml} to
 * change. docs/library/inspection.md explains every rule.
 */
@NullMarked
package dev.yoil.ehcache.internal.finding;

import org.jspecify.annotations.NullMarked;
