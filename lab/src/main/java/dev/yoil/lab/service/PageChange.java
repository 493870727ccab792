package dev.yoil.lab.service;

import org.jspecify.annotations.Nullable;

/**
 * A change of a page, as its author sees it on the next request.
 *
 * @param seen whether the page shows the change
 * @param firstSeen whether the page shows the first change of the service
 * @param place the code that changes the page without an eviction, as the service names
 * it; null if it has no such finding
 * @param audited whether the audit of the service has found a page out of date
 */
public record PageChange(boolean seen, boolean firstSeen, @Nullable String place, boolean audited) {
}
