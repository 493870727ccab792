/**
 * Blocked client addresses.
 */
@NullMarked
package dev.yoil.webtoon.blocking;

import org.jspecify.annotations.NullMarked;
