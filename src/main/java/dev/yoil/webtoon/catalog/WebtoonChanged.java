package dev.yoil.webtoon.catalog;

/**
 * What others may know of a webtoon was changed, or the webtoon deleted. It is published
 * inside the transaction that does so: a listener that looks at the database sees the
 * change already, and what it throws undoes the change. What a webtoon that is created
 * shows was never seen before, so nothing is published then.
 *
 * @param id its number
 */
public record WebtoonChanged(WebtoonId id) {
}
