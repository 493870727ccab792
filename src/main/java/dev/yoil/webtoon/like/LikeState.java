package dev.yoil.webtoon.like;

/**
 * The number of likes of a webtoon, and whether the visitor likes it.
 */
public record LikeState(boolean liked, long likes) {
}
