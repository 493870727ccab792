/**
 * Addresses to which nothing is answered.
 */
@NullMarked
package dev.yoil.webtoon.blocking;

import org.jspecify.annotations.NullMarked;
