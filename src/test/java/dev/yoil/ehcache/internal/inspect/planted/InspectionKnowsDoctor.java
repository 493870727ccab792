package dev.yoil.ehcache.internal.inspect.planted;

import dev.yoil.ehcache.internal.doctor.CacheDoctor;

/** Planted to break a rule of the architecture. */
public record InspectionKnowsDoctor(CacheDoctor doctor) {
}
