package dev.yoil.webtoon;

import java.util.List;

/**
 * A page of a list.
 *
 * @param <T> what is listed
 * @param items what is on the page
 * @param page the number of the page, from 0
 * @param size how many items a page has
 * @param total how many items the list has
 */
public record ListPage<T>(List<T> items, int page, int size, long total) {
}
