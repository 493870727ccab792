/**
 * The most popular webtoons of today and this week.
 */
@NullMarked
package dev.yoil.webtoon.ranking;

import org.jspecify.annotations.NullMarked;
