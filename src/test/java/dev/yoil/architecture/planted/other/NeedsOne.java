package dev.yoil.architecture.planted.other;

import dev.yoil.architecture.planted.one.NeedsOther;

/** Planted fault. */
public record NeedsOne(NeedsOther one) {
}
