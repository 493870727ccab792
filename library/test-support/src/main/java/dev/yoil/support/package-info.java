/**
 * Support for the tests of the library and of the service: PostgreSQL, Redis, ports,
 * threads and a clock. It knows no module of the library, so the tests of each can use
 * it.
 */
@NullMarked
package dev.yoil.support;

import org.jspecify.annotations.NullMarked;
