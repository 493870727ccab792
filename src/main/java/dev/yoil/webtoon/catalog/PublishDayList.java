package dev.yoil.webtoon.catalog;

import java.io.Serializable;
import java.util.Set;

import dev.yoil.ehcache.region.RegionKey;
import org.jspecify.annotations.Nullable;

/**
 * The list of a publish day's webtoons, or of those of one genre, in one order.
 *
 * @param publishDay the publish day
 * @param sort the order
 * @param genre the code of a genre that exists; {@code null} for all
 */
public record PublishDayList(PublishDay publishDay, WebtoonSort sort,
		@Nullable String genre) implements RegionKey, Serializable {

	/**
	 * The list of all of a publish day's webtoons.
	 */
	PublishDayList(PublishDay publishDay, WebtoonSort sort) {
		this(publishDay, sort, null);
	}

	/**
	 * How many webtoons it has, which is the same in any order.
	 */
	PublishDayNumber number() {
		return new PublishDayNumber(this.publishDay, this.genre);
	}

	/**
	 * Its regions: what its webtoons show, and what decides on its order.
	 */
	@Override
	public Set<String> regions() {
		return Set.of(PublishDayChanges.contentsOf(this.publishDay),
				PublishDayChanges.orderOf(this.publishDay, this.sort));
	}

	@Override
	public String toString() {
		String ordered = (this.sort == WebtoonSort.TITLE) ? this.publishDay.toString()
				: this.publishDay + " by " + this.sort;
		return (this.genre == null) ? ordered : ordered + " of " + this.genre;
	}

}
