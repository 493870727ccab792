/**
 * Made-up webtoons for a database that is still empty, so that there is something to see.
 */
@NullMarked
package dev.yoil.webtoon.sample;

import org.jspecify.annotations.NullMarked;
