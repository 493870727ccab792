package dev.yoil.webtoon.like;

/**
 * What a visitor sees of a webtoon's likes.
 *
 * @param liked whether the visitor likes it
 * @param likes how many visitors do
 */
public record LikeState(boolean liked, long likes) {
}
