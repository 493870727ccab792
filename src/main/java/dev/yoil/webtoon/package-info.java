/**
 * The webtoon review site: where the service starts, and what all of its features share.
 */
@NullMarked
package dev.yoil.webtoon;

import org.jspecify.annotations.NullMarked;
