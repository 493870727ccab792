package dev.yoil.webtoon.like;

import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

import dev.yoil.webtoon.catalog.UnknownWebtoonException;
import dev.yoil.webtoon.catalog.WebtoonCounts;
import dev.yoil.webtoon.catalog.WebtoonId;
import dev.yoil.webtoon.catalog.WebtoonWrites;
import dev.yoil.webtoon.visitor.Visitor;
import org.jspecify.annotations.Nullable;

import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/**
 * The use cases of likes.
 */
@Service
public class Likes {

	private final LikeRepository likes;

	private final WebtoonWrites writes;

	private final WebtoonCounts counts;

	private final Clock clock;

	Likes(LikeRepository likes, WebtoonWrites writes, WebtoonCounts counts, Clock clock) {
		this.likes = likes;
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
		boolean liked = visitor != null && this.likes.existsById(StoredLike.Id.of(webtoon, visitor));
		return new LikeState(liked, this.counts.likes(webtoon));
	}

	/**
	 * Has a visitor like a webtoon; nothing changes if that is so already.
	 * @throws UnknownWebtoonException if there is no such webtoon
	 */
	LikeState like(WebtoonId webtoon, Visitor visitor) {
		return this.writes.write(webtoon, () -> {
			// As exact as the database is, which would otherwise round: into the next
			// day.
			Instant now = this.clock.instant().truncatedTo(ChronoUnit.MICROS);
			if (this.likes.add(webtoon.value(), visitor.id(), now) > 0) {
				this.counts.addLikes(webtoon, 1);
			}
			return new LikeState(true, this.counts.likes(webtoon));
		});
	}

	/**
	 * Has a visitor not like a webtoon; nothing changes if that is so already.
	 * @throws UnknownWebtoonException if there is no such webtoon
	 */
	LikeState unlike(WebtoonId webtoon, Visitor visitor) {
		return this.writes.write(webtoon, () -> {
			if (this.likes.remove(StoredLike.Id.of(webtoon, visitor)) > 0) {
				this.counts.addLikes(webtoon, -1);
			}
			return new LikeState(false, this.counts.likes(webtoon));
		});
	}

}
