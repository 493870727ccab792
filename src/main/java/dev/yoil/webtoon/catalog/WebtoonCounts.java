package dev.yoil.webtoon.catalog;

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

	private final WebtoonRepository webtoons;

	private final PublishDayChanges changes;

	WebtoonCounts(WebtoonRepository webtoons, PublishDayChanges changes) {
		this.webtoons = webtoons;
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
		if (this.webtoons.lock(webtoon.value()).isEmpty()) {
			throw new UnknownWebtoonException();
		}
	}

	/**
	 * Returns how many visitors like a webtoon.
	 * @param webtoon its number
	 * @return a number from 0
	 * @throws UnknownWebtoonException if there is none
	 */
	public long likes(WebtoonId webtoon) {
		return this.webtoons.countLikes(webtoon.value()).orElseThrow(UnknownWebtoonException::new);
	}

	/**
	 * Returns how many reviews a webtoon has.
	 * @param webtoon its number
	 * @return a number from 0
	 * @throws UnknownWebtoonException if there is none
	 */
	public long reviews(WebtoonId webtoon) {
		return this.webtoons.countReviews(webtoon.value()).orElseThrow(UnknownWebtoonException::new);
	}

	/**
	 * Counts likes.
	 * @param webtoon the number of the webtoon, which is locked
	 * @param more how many more there are, less than zero for fewer
	 */
	public void addLikes(WebtoonId webtoon, int more) {
		this.webtoons.addLikes(webtoon.value(), more);
		changed(webtoon);
	}

	/**
	 * Counts reviews and sums their ratings.
	 * @param webtoon the number of the webtoon, which is locked
	 * @param more how many more reviews there are, less than zero for fewer
	 * @param ratings how much higher the sum of their ratings is, less than zero for
	 * lower
	 */
	public void addReviews(WebtoonId webtoon, int more, int ratings) {
		this.webtoons.addReviews(webtoon.value(), more, ratings);
		changed(webtoon);
	}

	/**
	 * The locked webtoon is in the persistence context: this reads no row.
	 */
	private void changed(WebtoonId webtoon) {
		this.changes
			.contents(this.webtoons.findById(webtoon.value()).orElseThrow(UnknownWebtoonException::new).publishDay());
	}

}
