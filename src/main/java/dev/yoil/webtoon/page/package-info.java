/**
 * The HTML pages for readers, rendered from cached data, and their files.
 */
@NullMarked
package dev.yoil.webtoon.page;

import org.jspecify.annotations.NullMarked;
