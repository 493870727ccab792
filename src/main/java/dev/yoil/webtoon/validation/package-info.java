/**
 * What texts from outside have to be like.
 */
@NullMarked
package dev.yoil.webtoon.validation;

import org.jspecify.annotations.NullMarked;
