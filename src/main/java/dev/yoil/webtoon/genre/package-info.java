/**
 * The kinds of stories that webtoons tell.
 */
@NullMarked
package dev.yoil.webtoon.genre;

import org.jspecify.annotations.NullMarked;
