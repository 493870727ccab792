package dev.yoil.webtoon.catalog;

import java.time.LocalDate;

import org.jspecify.annotations.Nullable;

/**
 * The details of a webtoon. {@code genre} is a code, {@code thumbnail} a path on this
 * server, and {@code rating} the mean from 1 to 5, or {@code null} without reviews.
 */
public record WebtoonDetails(long id, String title, String author, String genre, PublishDay publishDay,
		String thumbnail, String synopsis, LocalDate registeredDate, long likes, long reviews,
		@Nullable Double rating) {
}
