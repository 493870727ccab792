package dev.yoil.lab.result;

/**
 * An unmeasured load before a measured one. Rates are in requests per second, and NaN if
 * there was no such window.
 *
 * @param seconds its duration
 * @param level whether it ended with a level rate; else it ended at its limit
 * @param before rate of the window before the last
 * @param last rate of the last window
 */
public record WarmUp(double seconds, boolean level, double before, double last) {
}
