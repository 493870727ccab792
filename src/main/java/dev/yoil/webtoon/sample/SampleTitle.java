package dev.yoil.webtoon.sample;

/**
 * The title of a sample webtoon.
 *
 * @param text the title
 * @param hero whom the title names
 */
record SampleTitle(String text, String hero) {
}
