package dev.yoil.webtoon;

import java.util.List;

/**
 * A page of a list.
 */
public record ListPage<T>(List<T> items, int page, int size, long total) {
}
