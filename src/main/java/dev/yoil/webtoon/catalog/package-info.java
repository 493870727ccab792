/**
 * Webtoons and the lists in which readers find them: one list per publish day.
 */
@NullMarked
package dev.yoil.webtoon.catalog;

import org.jspecify.annotations.NullMarked;
