package dev.yoil.webtoon.catalog;

/**
 * The event that an administrator changed or deleted a webtoon, published within the
 * transaction that does it.
 *
 * @param id the webtoon's number
 */
public record WebtoonChanged(WebtoonId id) {
}
