/**
 * The reviews of visitors.
 */
@NullMarked
package dev.yoil.webtoon.review;

import org.jspecify.annotations.NullMarked;
