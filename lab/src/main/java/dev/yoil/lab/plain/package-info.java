/**
 * The service's lists, pages and rankings as plain Spring has them, out of objects or out
 * of bytes that were built once: what our caches are compared with. It runs inside of the
 * service, which it takes these requests from, and uses nothing of it but its database
 * and its JSON; nothing else of the lab is needed there.
 */
@NullMarked
package dev.yoil.lab.plain;

import org.jspecify.annotations.NullMarked;
