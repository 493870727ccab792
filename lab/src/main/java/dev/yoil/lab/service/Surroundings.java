package dev.yoil.lab.service;

import org.jspecify.annotations.Nullable;

/**
 * What the instances of a service have in common.
 *
 * @param database of all of them
 * @param proxy in front of them; null if there is none
 * @param redis where they share what they load; null if they do not
 */
record Surroundings(Database database, @Nullable Proxy proxy, @Nullable Redis redis) {
}
