/**
 * The pictures of webtoons, drawn by the service itself from nothing but a number.
 */
@NullMarked
package dev.yoil.webtoon.thumbnail;

import org.jspecify.annotations.NullMarked;
