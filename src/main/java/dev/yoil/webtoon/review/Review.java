package dev.yoil.webtoon.review;

import java.time.Instant;

import org.jspecify.annotations.Nullable;

/**
 * What a visitor sees of a review.
 *
 * @param id its number, positive
 * @param nickname the name that its author goes by
 * @param rating from 1 to 5
 * @param text what its author thinks, in lines
 * @param createdAt when it was posted
 * @param editedAt when it was last changed; {@code null} if it never was
 * @param mine whether the visitor is its author
 */
public record Review(long id, String nickname, int rating, String text, Instant createdAt, @Nullable Instant editedAt,
		boolean mine) {
}
