package dev.yoil.lab.result;

/**
 * A capacity that a finding suggested and the service applied, with its prediction.
 * Numbers are NaN if the service made none.
 *
 * @param place file and line
 * @param from the capacity before
 * @param to the suggested capacity
 * @param hitRatio predicted, from 0 to 1
 * @param loads predicted, per second
 * @param loadTime predicted time in loads, in milliseconds per second
 */
public record AppliedFinding(String place, String from, String to, double hitRatio, double loads, double loadTime) {
}
