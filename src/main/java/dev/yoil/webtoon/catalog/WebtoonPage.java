package dev.yoil.webtoon.catalog;

import java.util.List;

/**
 * A page of a list of webtoons.
 */
public record WebtoonPage(List<WebtoonSummary> items, int page, int size, long total) {
}
