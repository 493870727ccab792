package dev.yoil.representation.planted;

import dev.yoil.webtoon.YoilApplication;

/** Planted to break a rule of the architecture. */
public record RepresentationKnowsTheSite(YoilApplication site) {
}
