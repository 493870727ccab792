/**
 * The history of the database's tables, as far as SQL alone cannot make it.
 */
@NullMarked
package dev.yoil.webtoon.schema;

import org.jspecify.annotations.NullMarked;
