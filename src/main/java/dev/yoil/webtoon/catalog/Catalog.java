package dev.yoil.webtoon.catalog;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

import dev.yoil.webtoon.ListPage;
import dev.yoil.webtoon.PageParameters;
import org.jspecify.annotations.Nullable;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.core.simple.JdbcClient.StatementSpec;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.annotation.Transactional;

/**
 * The webtoons in the database, as they are read, each time in a transaction.
 */
@Repository
@Transactional(readOnly = true)
public class Catalog {

	/** Named as in the records: else each row would be searched for each name twice. */
	private static final String SUMMARY = """
			select id, title, author, genre, publish_day as publishDay, thumbnail, synopsis, like_count as likes,
				review_count as reviews, round(100.0 * rating_sum / nullif(review_count, 0)) / 100.0 as rating""";

	private static final String DETAILS = SUMMARY + ", registered_date as registeredDate";

	private static final String COUNT = "select count(*)";

	private static final String PART = " offset :offset rows fetch next :size rows only";

	private final JdbcClient jdbc;

	Catalog(JdbcClient jdbc) {
		this.jdbc = jdbc;
	}

	/**
	 * Reads the webtoons of a publish day with one query.
	 * @return an unmodifiable list; empty if the day has none
	 */
	List<WebtoonSummary> byPublishDay(PublishDayList list) {
		return List.copyOf(ofDay(SUMMARY, list.number(), list.sort().order()).query(Catalog::summary).list());
	}

	/**
	 * Reads a page of that list with the number of all.
	 * @return the page, without items if it lies behind the last
	 */
	WebtoonPage page(PublishDayList list, PageParameters part) {
		List<WebtoonSummary> items = ofDay(SUMMARY, list.number(), list.sort().order() + PART)
			.param("offset", part.offset())
			.param("size", part.size())
			.query(Catalog::summary)
			.list();
		return new WebtoonPage(items, part.page(), part.size(), count(list.number()));
	}

	/**
	 * Counts the webtoons of a publish day, or those of one genre.
	 */
	long count(PublishDayNumber number) {
		return ofDay(COUNT, number, "").query(Long.class).single();
	}

	/**
	 * Reads one webtoon.
	 * @param id its number
	 * @return what its page shows, empty if there is none
	 */
	public Optional<WebtoonDetails> details(long id) {
		return this.jdbc.sql(DETAILS + " from webtoon where id = ?").param(id).query(WebtoonDetails.class).optional();
	}

	/**
	 * Searches titles and authors, whatever their case.
	 * @param text what must be somewhere in them
	 * @param part which page
	 * @return a page of what was found, by title, then by number
	 */
	public WebtoonPage search(SearchText text, PageParameters part) {
		ListPage<WebtoonSummary> found = search(SUMMARY, WebtoonSummary.class, text, null, part);
		return new WebtoonPage(found.items(), found.page(), found.size(), found.total());
	}

	/**
	 * Searches titles and authors for all there is of each webtoon.
	 * @param publishDay the only publish day; {@code null} for all
	 */
	ListPage<WebtoonDetails> details(SearchText text, @Nullable PublishDay publishDay, PageParameters part) {
		return search(DETAILS, WebtoonDetails.class, text, publishDay, part);
	}

	private <T> ListPage<T> search(String columns, Class<T> type, SearchText text, @Nullable PublishDay publishDay,
			PageParameters part) {
		List<T> items = matching(columns, text, publishDay, " order by title, id" + PART).param("offset", part.offset())
			.param("size", part.size())
			.query(type)
			.list();
		long total = matching(COUNT, text, publishDay, "").query(Long.class).single();
		return new ListPage<>(items, part.page(), part.size(), total);
	}

	/**
	 * What {@code JdbcClient} makes of the class, but in less than half the time: a list
	 * has hundreds.
	 */
	private static WebtoonSummary summary(ResultSet row, int number) throws SQLException {
		double mean = row.getDouble(10);
		Double rating = row.wasNull() ? null : mean;
		return new WebtoonSummary(row.getLong(1), row.getString(2), row.getString(3), row.getString(4),
				PublishDay.valueOf(row.getString(5)), row.getString(6), row.getString(7), row.getLong(8),
				row.getLong(9), rating);
	}

	private StatementSpec matching(String columns, SearchText text, @Nullable PublishDay publishDay, String rest) {
		return this.jdbc.sql(columns + """
				 from webtoon
				where (lower(title) like lower(:pattern) escape '!' or lower(author) like lower(:pattern) escape '!')"""
				+ ((publishDay != null) ? " and publish_day = :day" : "") + rest)
			.param("pattern", text.pattern())
			.param("day", (publishDay != null) ? publishDay.name() : null);
	}

	private StatementSpec ofDay(String columns, PublishDayNumber of, String rest) {
		return this.jdbc
			.sql(columns + " from webtoon where publish_day = :day"
					+ ((of.genre() != null) ? " and genre = :genre" : "") + rest)
			.param("day", of.publishDay().name())
			.param("genre", of.genre());
	}

}
