package dev.yoil.architecture.planted.one;

import dev.yoil.architecture.planted.other.NeedsOne;

/** Planted fault. */
public record NeedsOther(NeedsOne other) {
}
