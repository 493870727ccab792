/**
 * The history of the database's tables, as far as SQL alone cannot make it, and what to
 * do about a database that cannot be used.
 */
@NullMarked
package dev.yoil.webtoon.schema;

import org.jspecify.annotations.NullMarked;
