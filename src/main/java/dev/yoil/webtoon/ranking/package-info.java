/**
 * The webtoons that readers cared for most today and this week.
 */
@NullMarked
package dev.yoil.webtoon.ranking;

import org.jspecify.annotations.NullMarked;
