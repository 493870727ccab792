package dev.yoil.webtoon.moderation;

import java.util.List;

/**
 * A page of a list.
 *
 * @param <T> what is listed
 * @param items what is on the page, by number
 * @param page the number of the page, from 0
 * @param size how many items a page has
 * @param total how many items the list has
 */
public record ModerationPage<T>(List<T> items, int page, int size, long total) {
}
