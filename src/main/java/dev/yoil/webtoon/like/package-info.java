/**
 * Which visitor likes which webtoon.
 */
@NullMarked
package dev.yoil.webtoon.like;

import org.jspecify.annotations.NullMarked;
