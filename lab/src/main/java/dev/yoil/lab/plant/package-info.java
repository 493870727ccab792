/**
 * Faults that a soak plants in the service and must find. The service has them on its
 * class path only with {@code lab.plant}.
 */
@NullMarked
package dev.yoil.lab.plant;

import org.jspecify.annotations.NullMarked;
