package dev.yoil.webtoon.catalog;

import java.io.Serializable;
import java.util.Set;

import dev.yoil.ehcache.region.RegionKey;
import org.jspecify.annotations.Nullable;

/**
 * How many webtoons a publish day has, or how many of one genre.
 *
 * @param publishDay the publish day
 * @param genre the code of a genre that exists; {@code null} for all
 */
record PublishDayNumber(PublishDay publishDay, @Nullable String genre) implements RegionKey, Serializable {

	@Override
	public Set<String> regions() {
		return Set.of(PublishDayChanges.numberOf(this.publishDay));
	}

	@Override
	public String toString() {
		return (this.genre == null) ? this.publishDay.toString() : this.publishDay + " of " + this.genre;
	}

}
