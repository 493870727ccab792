package dev.yoil.webtoon.sample;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Component;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * A loader that fills an empty database with sample data in one transaction. It leaves a
 * database with any webtoon unchanged. It runs after all beans are created, including the
 * tables (a {@link JdbcTemplate} depends on Flyway), and before the web server listens,
 * so no reader sees a partial list.
 */
@Component
@EnableConfigurationProperties(SampleProperties.class)
class SampleLoader implements SmartInitializingSingleton {

	private static final int BATCH_SIZE = 1000;

	private static final String WEBTOON = """
			insert into webtoon (id, title, author, genre, publish_day, thumbnail, synopsis, registered_date)
			values (?, ?, ?, ?, ?, ?, ?, ?)
			""";

	private static final String LIKE = "insert into webtoon_like (webtoon_id, visitor, created_at) values (?, ?, ?)";

	private static final String REVIEW = """
			insert into review (webtoon_id, visitor, nickname, rating, body, created_at) values (?, ?, ?, ?, ?, ?)
			""";

	private static final String COUNT = """
			update webtoon set
				like_count = (select count(*) from webtoon_like l where l.webtoon_id = webtoon.id),
				review_count = (select count(*) from review r where r.webtoon_id = webtoon.id),
				rating_sum = (select coalesce(sum(r.rating), 0) from review r where r.webtoon_id = webtoon.id)
			""";

	private static final Logger logger = LoggerFactory.getLogger(SampleLoader.class);

	private final SampleProperties properties;

	private final JsonMapper json;

	private final JdbcTemplate jdbc;

	private final TransactionTemplate transaction;

	private final Clock clock;

	SampleLoader(SampleProperties properties, JsonMapper json, JdbcTemplate jdbc,
			PlatformTransactionManager transactions, Clock clock) {
		this.properties = properties;
		this.json = json;
		this.jdbc = jdbc;
		this.transaction = new TransactionTemplate(transactions);
		this.clock = clock;
	}

	@Override
	public void afterSingletonsInstantiated() {
		int count = this.properties.sampleWebtoons();
		if (count == 0 || hasWebtoons()) {
			return;
		}
		long start = System.nanoTime();
		logger.info("Filling the empty database with {} sample webtoons", count);
		// Samples have fixed numbers, so two instances cannot both fill an empty
		// database. The
		// sequence is moved first, because some databases commit when a table is altered.
		this.jdbc.execute("alter table webtoon alter column id restart with " + (count + 1L));
		this.transaction.executeWithoutResult((status) -> {
			SampleWords words = SampleWords.read(this.json);
			insertWebtoons(new SampleWebtoons(words));
			insertReaders(new SampleReaders(words));
			this.jdbc.update(COUNT);
		});
		logger.info("Filled the empty database with {} sample webtoons in {} ms", count,
				Duration.ofNanos(System.nanoTime() - start).toMillis());
	}

	private boolean hasWebtoons() {
		return !this.jdbc.queryForList("select id from webtoon fetch first row only", Long.class).isEmpty();
	}

	private void insertWebtoons(SampleWebtoons samples) {
		List<Object[]> rows = new ArrayList<>();
		for (long id = 1; id <= this.properties.sampleWebtoons(); id++) {
			SampleWebtoons.Sample webtoon = samples.numbered(id);
			rows.add(new Object[] { id, webtoon.title(), webtoon.author(), webtoon.genre(), webtoon.publishDay().name(),
					webtoon.thumbnail(), webtoon.synopsis(), webtoon.registeredDate() });
			insert(WEBTOON, rows, BATCH_SIZE);
		}
		insert(WEBTOON, rows, 1);
	}

	private void insertReaders(SampleReaders samples) {
		Instant now = this.clock.instant();
		List<Object[]> likes = new ArrayList<>();
		List<Object[]> reviews = new ArrayList<>();
		for (long number = 1; number <= this.properties.sampleReaders(); number++) {
			SampleReaders.Reader reader = samples.numbered(number, this.properties.sampleWebtoons(), now);
			Object at = reader.at().atOffset(ZoneOffset.UTC);
			if (reader.reviews()) {
				reviews.add(new Object[] { reader.webtoon(), reader.visitor(), reader.nickname(), reader.rating(),
						reader.text(), at });
			}
			else {
				likes.add(new Object[] { reader.webtoon(), reader.visitor(), at });
			}
			insert(LIKE, likes, BATCH_SIZE);
			insert(REVIEW, reviews, BATCH_SIZE);
		}
		insert(LIKE, likes, 1);
		insert(REVIEW, reviews, 1);
	}

	/** Once there are enough rows. */
	private void insert(String sql, List<Object[]> rows, int enough) {
		if (rows.size() >= enough) {
			this.jdbc.batchUpdate(sql, rows);
			rows.clear();
		}
	}

}
