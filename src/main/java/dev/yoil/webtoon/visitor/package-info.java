/**
 * Visitors, identified by a signed cookie instead of a login.
 */
@NullMarked
package dev.yoil.webtoon.visitor;

import org.jspecify.annotations.NullMarked;
