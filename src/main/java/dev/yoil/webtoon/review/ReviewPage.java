package dev.yoil.webtoon.review;

import java.util.List;

/**
 * A page of a webtoon's reviews, the newest first.
 *
 * @param items the reviews of the page
 * @param page the number of the page, from 0
 * @param size how many reviews a page has
 * @param total how many reviews the webtoon has
 */
public record ReviewPage(List<Review> items, int page, int size, long total) {
}
