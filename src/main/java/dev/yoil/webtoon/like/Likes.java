package dev.yoil.webtoon.like;

import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

import dev.yoil.webtoon.catalog.WebtoonCounts;
import dev.yoil.webtoon.catalog.WebtoonId;
import dev.yoil.webtoon.catalog.WebtoonWrites;
import dev.yoil.webtoon.visitor.Visitor;
import org.jspecify.annotations.Nullable;

import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/**
 * The likes of visitors.
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
	 * Reads the likes of a webtoon as a visitor sees them.
	 * @param visitor the visitor, {@code null} if unknown
	 */
	@Transactional(readOnly = true)
	public LikeState state(WebtoonId webtoon, @Nullable Visitor visitor) {
		boolean liked = visitor != null && this.likes.existsById(StoredLike.Id.of(webtoon, visitor));
		return new LikeState(liked, this.counts.likes(webtoon));
	}

	/**
	 * Likes a webtoon. Does nothing if the visitor already likes it.
	 */
	LikeState like(WebtoonId webtoon, Visitor visitor) {
		return this.writes.write(webtoon, () -> {
			// The precision of the database, which would otherwise round up, possibly to
			// the next
			// day.
			Instant now = this.clock.instant().truncatedTo(ChronoUnit.MICROS);
			if (this.likes.add(webtoon.value(), visitor.id(), now) > 0) {
				this.counts.addLikes(webtoon, 1);
			}
			return new LikeState(true, this.counts.likes(webtoon));
		});
	}

	/**
	 * Removes a like. Does nothing if there is none.
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
