package dev.yoil.webtoon.thumbnail;

/**
 * The colours of a thumbnail, as SVG colours.
 *
 * @param top where the background begins
 * @param bottom where the background ends
 * @param light what shines: a moon, a window
 * @param far shapes at the back
 * @param middle shapes between
 * @param near shapes in front
 */
record Palette(String top, String bottom, String light, String far, String middle, String near) {
}
