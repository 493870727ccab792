package dev.yoil.webtoon.catalog;

import java.util.List;

/**
 * A page of a list of webtoons.
 *
 * @param items the webtoons of the page
 * @param page the number of the page, from 0
 * @param size how many webtoons a page has
 * @param total how many webtoons the list has
 */
public record WebtoonPage(List<WebtoonSummary> items, int page, int size, long total) {
}
