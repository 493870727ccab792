package dev.yoil.ehcache.internal.inspect.planted;

import dev.yoil.ehcache.internal.doctor.CacheDoctor;

/** Planted fault. */
public record InspectionKnowsDoctor(CacheDoctor doctor) {
}
