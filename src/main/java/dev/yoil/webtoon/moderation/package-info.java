/**
 * Words that nobody may write here.
 */
@NullMarked
package dev.yoil.webtoon.moderation;

import org.jspecify.annotations.NullMarked;
