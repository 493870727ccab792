/**
 * The readers' pages: HTML made here of what the features keep in caches, and the files
 * that it needs.
 */
@NullMarked
package dev.yoil.webtoon.page;

import org.jspecify.annotations.NullMarked;
