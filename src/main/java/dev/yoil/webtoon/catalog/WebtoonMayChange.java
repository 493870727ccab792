package dev.yoil.webtoon.catalog;

/**
 * Published inside the transaction of a request to change or delete a webtoon, before it
 * is known whether anything changes. An earlier attempt of the request may have changed
 * the webtoon already, so listeners name the regions that show it.
 */
public record WebtoonMayChange(WebtoonId id) {
}
