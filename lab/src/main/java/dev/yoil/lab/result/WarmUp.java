package dev.yoil.lab.result;

/**
 * What came before a load so that it did not meet a cold service, and is not counted.
 *
 * @param seconds how long it took
 * @param level whether it ended because the rate was level; else it ended at its bound
 * @param before requests a second in the window before the last; NaN if there was none
 * @param last requests a second in the last window; NaN if there was none
 */
public record WarmUp(double seconds, boolean level, double before, double last) {
}
