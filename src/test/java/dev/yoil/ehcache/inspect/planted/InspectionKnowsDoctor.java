package dev.yoil.ehcache.inspect.planted;

import dev.yoil.ehcache.doctor.CacheDoctor;

/** Planted to break a rule of the architecture. */
public record InspectionKnowsDoctor(CacheDoctor doctor) {
}
