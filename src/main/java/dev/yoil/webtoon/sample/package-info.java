/**
 * Sample data for an empty database.
 */
@NullMarked
package dev.yoil.webtoon.sample;

import org.jspecify.annotations.NullMarked;
