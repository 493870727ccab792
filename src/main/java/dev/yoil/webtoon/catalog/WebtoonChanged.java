package dev.yoil.webtoon.catalog;

/**
 * Published when a webtoon is changed or deleted, inside the transaction: listeners see
 * the change in the database, and an exception rolls it back. Creation publishes nothing,
 * because the webtoon was never shown.
 */
public record WebtoonChanged(WebtoonId id) {
}
