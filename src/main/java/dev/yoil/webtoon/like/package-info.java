/**
 * The likes of visitors.
 */
@NullMarked
package dev.yoil.webtoon.like;

import org.jspecify.annotations.NullMarked;
