/**
 * The genres of webtoons.
 */
@NullMarked
package dev.yoil.webtoon.genre;

import org.jspecify.annotations.NullMarked;
