/**
 * What visitors write of webtoons.
 */
@NullMarked
package dev.yoil.webtoon.review;

import org.jspecify.annotations.NullMarked;
