package dev.yoil.webtoon.sample;

import java.time.Duration;
import java.util.List;
import java.util.stream.LongStream;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Component;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Fills an empty database with sample webtoons, all of them or none, and leaves a
 * database that has any webtoon as it is. It runs when all beans are there, the tables
 * among them (asking for a {@link JdbcTemplate} makes Flyway go first), and the web
 * server does not listen yet, so no reader ever sees an empty or a half-full list.
 */
@Component
@EnableConfigurationProperties(SampleProperties.class)
class SampleWebtoonLoader implements SmartInitializingSingleton {

	private static final int BATCH_SIZE = 1000;

	private static final int PROGRESS_STEPS = 5;

	private static final String INSERT = """
			insert into webtoon (id, title, author, genre, publish_day, thumbnail, synopsis, registered_date)
			values (?, ?, ?, ?, ?, ?, ?, ?)
			""";

	private static final Logger logger = LoggerFactory.getLogger(SampleWebtoonLoader.class);

	private final int count;

	private final SampleWebtoons samples;

	private final SampleReaderLoader readers;

	private final JdbcTemplate jdbc;

	private final TransactionTemplate transaction;

	SampleWebtoonLoader(SampleProperties properties, SampleWebtoons samples, SampleReaderLoader readers,
			JdbcTemplate jdbc, PlatformTransactionManager transactions) {
		this.count = properties.sampleWebtoons();
		this.samples = samples;
		this.readers = readers;
		this.jdbc = jdbc;
		this.transaction = new TransactionTemplate(transactions);
	}

	@Override
	public void afterSingletonsInstantiated() {
		if (this.count == 0 || hasWebtoons()) {
			return;
		}
		long start = System.nanoTime();
		// Samples bring their own numbers, so that two instances that find the same
		// database empty cannot both fill it. The numbers are taken out of the column's
		// sequence first: some databases commit when a table is altered.
		this.jdbc.execute("alter table webtoon alter column id restart with " + (this.count + 1L));
		this.transaction.executeWithoutResult((status) -> insertAll());
		logger.info("Filled the empty database with {} sample webtoons in {} ms", this.count,
				Duration.ofNanos(System.nanoTime() - start).toMillis());
	}

	private boolean hasWebtoons() {
		return !this.jdbc.queryForList("select id from webtoon fetch first row only", Long.class).isEmpty();
	}

	private void insertAll() {
		int reportedSteps = 0;
		for (long first = 1; first <= this.count; first += BATCH_SIZE) {
			long last = Math.min(first + BATCH_SIZE - 1, this.count);
			insert(LongStream.rangeClosed(first, last).mapToObj(this.samples::numbered).toList());
			int steps = (int) (last * PROGRESS_STEPS / this.count);
			if (steps > reportedSteps) {
				logger.info("Filling the empty database with sample webtoons: {} %", last * 100 / this.count);
				reportedSteps = steps;
			}
		}
		this.readers.insertAll(this.count);
	}

	private void insert(List<SampleWebtoon> batch) {
		this.jdbc.batchUpdate(INSERT, batch, batch.size(), (statement, webtoon) -> {
			statement.setLong(1, webtoon.id());
			statement.setString(2, webtoon.title());
			statement.setString(3, webtoon.author());
			statement.setString(4, webtoon.genre().name());
			statement.setString(5, webtoon.publishDay().name());
			statement.setString(6, webtoon.thumbnail());
			statement.setString(7, webtoon.synopsis());
			statement.setObject(8, webtoon.registeredDate());
		});
	}

}
