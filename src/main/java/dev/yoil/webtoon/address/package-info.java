/**
 * Addresses of clients and ranges of them.
 */
@NullMarked
package dev.yoil.webtoon.address;

import org.jspecify.annotations.NullMarked;
