package dev.yoil.webtoon.catalog;

/**
 * The number of a webtoon.
 *
 * @param value the number
 */
public record WebtoonId(long value) {
}
