package dev.yoil.webtoon.ranking;

/**
 * A webtoon at its rank, from 1 and without ties. Likes, reviews and the sum of ratings
 * are those of the period; {@link Rankings} defines the score.
 */
public record RankedWebtoon(int rank, long score, long likes, long reviews, long ratings, long id, String title,
		String author, String genre, String publishDay, String thumbnail) {
}
