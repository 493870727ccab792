package dev.yoil.webtoon.catalog;

import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

/**
 * The counts of a webtoon, maintained in the transaction that changes its likes or
 * reviews. After the commit, the lists that show the counts are evicted.
 */
@Service
@Transactional(propagation = Propagation.MANDATORY)
public class WebtoonCounts {

	private final WebtoonRepository webtoons;

	private final PublishDayChanges changes;

	WebtoonCounts(WebtoonRepository webtoons, PublishDayChanges changes) {
		this.webtoons = webtoons;
		this.changes = changes;
	}

	/**
	 * Locks the webtoon, its likes and its reviews until the transaction ends, and names
	 * the lists that show their counts. Call it before reading them, or two writers could
	 * count one change twice.
	 */
	public void lock(WebtoonId webtoon) {
		this.changes.mayChange(this.webtoons.lock(webtoon.value()).orElseThrow(WebtoonId::unknown).publishDay());
	}

	/**
	 * Returns the number of likes.
	 */
	public long likes(WebtoonId webtoon) {
		return this.webtoons.countLikes(webtoon.value()).orElseThrow(WebtoonId::unknown);
	}

	/**
	 * Returns the number of reviews.
	 */
	public long reviews(WebtoonId webtoon) {
		return this.webtoons.countReviews(webtoon.value()).orElseThrow(WebtoonId::unknown);
	}

	/**
	 * Adds to the number of likes.
	 */
	public void addLikes(WebtoonId webtoon, int more) {
		this.webtoons.addLikes(webtoon.value(), more);
		changed(webtoon);
	}

	/**
	 * Adds to the number of reviews and the sum of ratings.
	 */
	public void addReviews(WebtoonId webtoon, int more, int ratings) {
		this.webtoons.addReviews(webtoon.value(), more, ratings);
		changed(webtoon);
	}

	/**
	 * Reads no row, because the locked webtoon is in the persistence context.
	 */
	private void changed(WebtoonId webtoon) {
		this.changes.contents(this.webtoons.findById(webtoon.value()).orElseThrow(WebtoonId::unknown).publishDay());
	}

}
