/**
 * Migrations beyond plain SQL, and explanations of database failures at startup.
 */
@NullMarked
package dev.yoil.webtoon.schema;

import org.jspecify.annotations.NullMarked;
