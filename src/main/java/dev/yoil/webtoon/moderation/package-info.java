/**
 * What readers may not write and who may not ask: banned words and blocked addresses,
 * held in memory, and their administration.
 */
@NullMarked
package dev.yoil.webtoon.moderation;

import org.jspecify.annotations.NullMarked;
