package dev.yoil.lab.result;

import java.util.Map;

/**
 * What a service told of itself at one instant.
 *
 * @param at in seconds since the load began
 * @param values what it told; without what it does not have, such as caches that are off
 */
public record Sample(double at, Map<Series, Double> values) {
}
