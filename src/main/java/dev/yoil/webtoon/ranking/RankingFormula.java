package dev.yoil.webtoon.ranking;

/**
 * What decides on a webtoon's place in a ranking: <pre>
 * score = 1 x likes given in the period
 *       + 1 x the sum of the ratings (1 to 5) of the reviews posted in the period
 * </pre> Only what still exists counts: a like that was taken back or a review that was
 * deleted does not, and an edited review counts by its present rating in the period in
 * which it was posted. The highest score comes first, and of two alike the webtoon with
 * the smaller number. A webtoon whose score is 0 has no place, and there are no more than
 * {@value #PLACES} places.
 */
final class RankingFormula {

	/** What a like is worth. */
	static final int POINTS_PER_LIKE = 1;

	/** What each star of a review is worth. */
	static final int POINTS_PER_STAR = 1;

	/** The most places that a ranking has. */
	static final int PLACES = 20;

	/** The score in SQL, of the sums {@code likes} and {@code ratings}. */
	static final String SCORE = POINTS_PER_LIKE + " * sum(likes) + " + POINTS_PER_STAR + " * sum(ratings)";

	/** The order in SQL. */
	static final String ORDER = "score desc, id";

	private RankingFormula() {
	}

}
