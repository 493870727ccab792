package dev.yoil.webtoon.catalog;

import org.jspecify.annotations.Nullable;

/**
 * A webtoon in a list. {@code genre} is a code, {@code thumbnail} a path on this server,
 * and {@code rating} the mean from 1 to 5, or {@code null} without reviews.
 */
public record WebtoonSummary(long id, String title, String author, String genre, PublishDay publishDay,
		String thumbnail, String synopsis, long likes, long reviews, @Nullable Double rating) {
}
