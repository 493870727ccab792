package dev.yoil.lab.result;

import java.util.Map;

/**
 * A sample of a service.
 *
 * @param at seconds since the load began
 * @param values without missing series
 */
public record Sample(double at, Map<Series, Double> values) {
}
