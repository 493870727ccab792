/**
 * Validation of external texts.
 */
@NullMarked
package dev.yoil.webtoon.validation;

import org.jspecify.annotations.NullMarked;
