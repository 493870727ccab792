package dev.yoil.webtoon.sample;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Objects;
import java.util.stream.LongStream;

import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Component;

/**
 * Writes the likes and reviews of sample readers, and counts them, in the transaction
 * that writes the sample webtoons.
 */
@Component
class SampleReaderLoader {

	private static final int BATCH_SIZE = 1000;

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

	private final int count;

	private final SampleReaders samples;

	private final JdbcTemplate jdbc;

	private final Clock clock;

	SampleReaderLoader(SampleProperties properties, SampleReaders samples, JdbcTemplate jdbc, Clock clock) {
		this.count = properties.sampleReaders();
		this.samples = samples;
		this.jdbc = jdbc;
		this.clock = clock;
	}

	/**
	 * Writes what they did, until now.
	 * @param webtoons how many sample webtoons there are, from 1
	 */
	void insertAll(int webtoons) {
		Instant now = this.clock.instant();
		for (long first = 1; first <= this.count; first += BATCH_SIZE) {
			insert(LongStream.rangeClosed(first, Math.min(first + BATCH_SIZE - 1, this.count))
				.mapToObj((number) -> this.samples.numbered(number, webtoons, now))
				.toList());
		}
		this.jdbc.update(COUNT);
	}

	private void insert(List<SampleReader> readers) {
		List<SampleReader> likes = readers.stream().filter((reader) -> reader.review() == null).toList();
		this.jdbc.batchUpdate(LIKE, likes, BATCH_SIZE, (statement, reader) -> {
			statement.setLong(1, reader.webtoon());
			statement.setObject(2, reader.visitor());
			statement.setObject(3, reader.at().atOffset(ZoneOffset.UTC));
		});
		List<SampleReader> reviews = readers.stream().filter((reader) -> reader.review() != null).toList();
		this.jdbc.batchUpdate(REVIEW, reviews, BATCH_SIZE, (statement, reader) -> {
			SampleReader.SampleReview review = Objects.requireNonNull(reader.review());
			statement.setLong(1, reader.webtoon());
			statement.setObject(2, reader.visitor());
			statement.setString(3, review.nickname());
			statement.setInt(4, review.rating());
			statement.setString(5, review.text());
			statement.setObject(6, reader.at().atOffset(ZoneOffset.UTC));
		});
	}

}
