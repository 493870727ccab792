/**
 * Webtoons, and their lists by publish day.
 */
@NullMarked
package dev.yoil.webtoon.catalog;

import org.jspecify.annotations.NullMarked;
