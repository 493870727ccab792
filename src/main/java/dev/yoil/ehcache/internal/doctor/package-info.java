/**
 * What is wrong with a cache, in plain sentences, with the numbers that show it and the
 * line of {@code ehcache.xml} to change:
 * {@link dev.yoil.ehcache.internal.doctor.CacheDoctor} holds it against every
 * {@link dev.yoil.ehcache.internal.doctor.Rule}. docs/inspection.md explains each.
 */
@NullMarked
package dev.yoil.ehcache.internal.doctor;

import org.jspecify.annotations.NullMarked;
