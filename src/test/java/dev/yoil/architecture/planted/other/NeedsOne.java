package dev.yoil.architecture.planted.other;

import dev.yoil.architecture.planted.one.NeedsOther;

/** Planted to break a rule of the architecture. */
public record NeedsOne(NeedsOther one) {
}
