package dev.yoil.webtoon.review;

import java.time.Instant;

import org.jspecify.annotations.Nullable;

/**
 * A review as a visitor sees it. It is {@code mine} if the visitor wrote it, and {@code
 * editedAt} is {@code null} if it was never edited.
 */
public record Review(long id, String nickname, int rating, String text, Instant createdAt, @Nullable Instant editedAt,
		boolean mine) {
}
