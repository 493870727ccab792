package dev.yoil.webtoon.catalog;

import java.util.List;

/**
 * A page of the list of webtoons that administrators see.
 *
 * @param items the webtoons of the page, with all there is of each
 * @param page the number of the page, from 0
 * @param size how many webtoons a page has
 * @param total how many webtoons the list has
 */
record AdministeredPage(List<WebtoonDetails> items, int page, int size, long total) {
}
