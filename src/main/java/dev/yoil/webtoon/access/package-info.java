/**
 * Access rules: authentication, authorization and request limits.
 */
@NullMarked
package dev.yoil.webtoon.access;

import org.jspecify.annotations.NullMarked;
