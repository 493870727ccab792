package dev.yoil.architecture.planted.one;

import dev.yoil.architecture.planted.other.NeedsOne;

/** Planted to break a rule of the architecture. */
public record NeedsOther(NeedsOne other) {
}
