/**
 * Words that are not allowed in reviews.
 */
@NullMarked
package dev.yoil.webtoon.moderation;

import org.jspecify.annotations.NullMarked;
