/**
 * The webtoon review site: its entry point and what its features share.
 */
@NullMarked
package dev.yoil.webtoon;

import org.jspecify.annotations.NullMarked;
