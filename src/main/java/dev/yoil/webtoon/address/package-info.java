/**
 * Addresses of clients: how they are written, and whom to believe who says that a request
 * comes from somebody else.
 */
@NullMarked
package dev.yoil.webtoon.address;

import org.jspecify.annotations.NullMarked;
