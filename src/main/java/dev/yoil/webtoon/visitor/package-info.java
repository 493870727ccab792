/**
 * Who is visiting: nobody logs in, a signed cookie tells one visitor from another.
 */
@NullMarked
package dev.yoil.webtoon.visitor;

import org.jspecify.annotations.NullMarked;
