package dev.yoil.webtoon.like;

import java.time.Clock;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;

import dev.yoil.webtoon.catalog.UnknownWebtoonException;
import dev.yoil.webtoon.catalog.WebtoonCounts;
import dev.yoil.webtoon.catalog.WebtoonId;
import dev.yoil.webtoon.visitor.Visitor;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/**
 * The likes in the database: one at most for each webtoon and visitor.
 */
@Service
class Likes {

	private final JdbcClient jdbc;

	private final WebtoonCounts counts;

	private final Clock clock;

	Likes(JdbcClient jdbc, WebtoonCounts counts, ObjectProvider<Clock> clock) {
		this.jdbc = jdbc;
		this.counts = counts;
		this.clock = clock.getIfAvailable(Clock::systemUTC);
	}

	/**
	 * Reads what a visitor sees.
	 * @param webtoon the webtoon's number
	 * @param visitor the visitor, {@code null} for nobody
	 * @return the state
	 * @throws UnknownWebtoonException if there is no such webtoon
	 */
	@Transactional(readOnly = true)
	LikeState state(WebtoonId webtoon, @Nullable Visitor visitor) {
		long likes = this.jdbc.sql("select like_count from webtoon where id = ?")
			.param(webtoon.value())
			.query(Long.class)
			.optional()
			.orElseThrow(UnknownWebtoonException::new);
		return new LikeState(visitor != null && isLiked(webtoon, visitor), likes);
	}

	/**
	 * Has a visitor like a webtoon; nothing changes if that is so already.
	 * @param webtoon the webtoon's number
	 * @param visitor the visitor
	 * @return the state then
	 * @throws UnknownWebtoonException if there is no such webtoon
	 */
	@Transactional
	LikeState like(WebtoonId webtoon, Visitor visitor) {
		this.counts.lock(webtoon);
		if (!isLiked(webtoon, visitor)) {
			this.jdbc.sql("insert into webtoon_like (webtoon_id, visitor, created_at) values (?, ?, ?)")
				.param(webtoon.value())
				.param(visitor.id())
				// As exact as the database is, which would otherwise round it: into the
				// next day.
				.param(this.clock.instant().truncatedTo(ChronoUnit.MICROS).atOffset(ZoneOffset.UTC))
				.update();
			this.counts.addLikes(webtoon, 1);
		}
		return state(webtoon, visitor);
	}

	/**
	 * Has a visitor not like a webtoon; nothing changes if that is so already.
	 * @param webtoon the webtoon's number
	 * @param visitor the visitor
	 * @return the state then
	 * @throws UnknownWebtoonException if there is no such webtoon
	 */
	@Transactional
	LikeState unlike(WebtoonId webtoon, Visitor visitor) {
		this.counts.lock(webtoon);
		int fewer = this.jdbc.sql("delete from webtoon_like where webtoon_id = ? and visitor = ?")
			.param(webtoon.value())
			.param(visitor.id())
			.update();
		if (fewer > 0) {
			this.counts.addLikes(webtoon, -fewer);
		}
		return state(webtoon, visitor);
	}

	private boolean isLiked(WebtoonId webtoon, Visitor visitor) {
		return this.jdbc.sql("select count(*) from webtoon_like where webtoon_id = ? and visitor = ?")
			.param(webtoon.value())
			.param(visitor.id())
			.query(Long.class)
			.single() > 0;
	}

}
