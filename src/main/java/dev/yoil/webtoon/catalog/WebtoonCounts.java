package dev.yoil.webtoon.catalog;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

/**
 * Counts what readers did to a webtoon, in the transaction in which they do it, so that
 * the counts are those of the rows. The lists that show them are forgotten when it is
 * committed.
 */
@Service
@Transactional(propagation = Propagation.MANDATORY)
public class WebtoonCounts {

	private final JdbcClient jdbc;

	private final PublishDayChanges changes;

	WebtoonCounts(JdbcClient jdbc, PublishDayChanges changes) {
		this.jdbc = jdbc;
		this.changes = changes;
	}

	/**
	 * Lets nobody else change the webtoon, its likes or its reviews until the transaction
	 * ends. To be called before they are looked at, or two writers could each count what
	 * only one of them writes.
	 * @param webtoon its number
	 * @throws UnknownWebtoonException if there is none
	 */
	public void lock(WebtoonId webtoon) {
		publishDay(webtoon, " for update");
	}

	/**
	 * Counts likes.
	 * @param webtoon the number of the webtoon, which is locked
	 * @param more how many more there are, less than zero for fewer
	 */
	public void addLikes(WebtoonId webtoon, int more) {
		add(webtoon, "update webtoon set like_count = like_count + ? where id = ?", more, webtoon.value());
	}

	/**
	 * Counts reviews and sums their ratings.
	 * @param webtoon the number of the webtoon, which is locked
	 * @param more how many more reviews there are, less than zero for fewer
	 * @param ratings how much higher the sum of their ratings is, less than zero for
	 * lower
	 */
	public void addReviews(WebtoonId webtoon, int more, int ratings) {
		add(webtoon, "update webtoon set review_count = review_count + ?, rating_sum = rating_sum + ? where id = ?",
				more, ratings, webtoon.value());
	}

	private void add(WebtoonId webtoon, String update, Object... values) {
		this.jdbc.sql(update).params(values).update();
		this.changes.contents(publishDay(webtoon, ""));
	}

	private PublishDay publishDay(WebtoonId webtoon, String lock) {
		return this.jdbc.sql("select publish_day from webtoon where id = ?" + lock)
			.param(webtoon.value())
			.query((row, number) -> PublishDay.valueOf(row.getString(1)))
			.optional()
			.orElseThrow(UnknownWebtoonException::new);
	}

}
