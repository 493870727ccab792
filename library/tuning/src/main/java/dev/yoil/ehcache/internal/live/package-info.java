/**
 * The live configuration: what differs, what it would change, and applying it.
 */
@NullMarked
package dev.yoil.ehcache.internal.live;

import org.jspecify.annotations.NullMarked;
