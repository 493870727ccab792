/**
 * Who may ask for what.
 */
@NullMarked
package dev.yoil.webtoon.access;

import org.jspecify.annotations.NullMarked;
