package dev.yoil.webtoon.like;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;

import dev.yoil.webtoon.catalog.UnknownWebtoonException;
import dev.yoil.webtoon.catalog.WebtoonCounts;
import dev.yoil.webtoon.catalog.WebtoonId;
import dev.yoil.webtoon.catalog.WebtoonWrites;
import dev.yoil.webtoon.visitor.Visitor;
import org.jspecify.annotations.Nullable;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/**
 * The likes in the database: one at most for each webtoon and visitor.
 */
@Service
public class Likes {

	private final JdbcClient jdbc;

	private final WebtoonWrites writes;

	private final WebtoonCounts counts;

	private final Clock clock;

	Likes(JdbcClient jdbc, WebtoonWrites writes, WebtoonCounts counts, Clock clock) {
		this.jdbc = jdbc;
		this.writes = writes;
		this.counts = counts;
		this.clock = clock;
	}

	/**
	 * Reads what a visitor sees.
	 * @param webtoon the webtoon's number
	 * @param visitor the visitor, {@code null} for nobody
	 * @return the state
	 * @throws UnknownWebtoonException if there is no such webtoon
	 */
	@Transactional(readOnly = true)
	public LikeState state(WebtoonId webtoon, @Nullable Visitor visitor) {
		return new LikeState(visitor != null && isLiked(webtoon, visitor), count(webtoon));
	}

	/**
	 * Has a visitor like a webtoon; nothing changes if that is so already.
	 * @throws UnknownWebtoonException if there is no such webtoon
	 */
	LikeState like(WebtoonId webtoon, Visitor visitor) {
		return this.writes.write(webtoon, () -> {
			if (!isLiked(webtoon, visitor)) {
				add(webtoon, visitor);
				this.counts.addLikes(webtoon, 1);
			}
			return new LikeState(true, count(webtoon));
		});
	}

	/**
	 * Has a visitor not like a webtoon; nothing changes if that is so already.
	 * @throws UnknownWebtoonException if there is no such webtoon
	 */
	LikeState unlike(WebtoonId webtoon, Visitor visitor) {
		return this.writes.write(webtoon, () -> {
			if (isLiked(webtoon, visitor)) {
				remove(webtoon, visitor);
				this.counts.addLikes(webtoon, -1);
			}
			return new LikeState(false, count(webtoon));
		});
	}

	private long count(WebtoonId webtoon) {
		return this.jdbc.sql("select like_count from webtoon where id = ?")
			.param(webtoon.value())
			.query(Long.class)
			.optional()
			.orElseThrow(UnknownWebtoonException::new);
	}

	private void add(WebtoonId webtoon, Visitor visitor) {
		// As exact as the database is, which would otherwise round: into the next day.
		Instant now = this.clock.instant().truncatedTo(ChronoUnit.MICROS);
		this.jdbc.sql("insert into webtoon_like (webtoon_id, visitor, created_at) values (?, ?, ?)")
			.params(webtoon.value(), visitor.id(), now.atOffset(ZoneOffset.UTC))
			.update();
	}

	private void remove(WebtoonId webtoon, Visitor visitor) {
		this.jdbc.sql("delete from webtoon_like where webtoon_id = ? and visitor = ?")
			.params(webtoon.value(), visitor.id())
			.update();
	}

	private boolean isLiked(WebtoonId webtoon, Visitor visitor) {
		return this.jdbc.sql("select count(*) from webtoon_like where webtoon_id = ? and visitor = ?")
			.params(webtoon.value(), visitor.id())
			.query(Long.class)
			.single() > 0;
	}

}
