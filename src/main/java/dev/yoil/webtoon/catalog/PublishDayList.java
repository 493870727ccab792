package dev.yoil.webtoon.catalog;

import java.io.Serializable;
import java.util.Set;

import dev.yoil.ehcache.region.RegionKey;
import org.jspecify.annotations.Nullable;

/**
 * The list of a publish day's webtoons in one order, of one existing genre or of all if
 * it is {@code null}. It is the key of its cache entry.
 */
public record PublishDayList(PublishDay publishDay, WebtoonSort sort,
		@Nullable String genre) implements RegionKey, Serializable {

	PublishDayList(PublishDay publishDay, WebtoonSort sort) {
		this(publishDay, sort, null);
	}

	Count count() {
		return new Count(this.publishDay, this.genre);
	}

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

	/**
	 * The number of webtoons in such a list, which is the same in any order, as a cache
	 * key.
	 */
	record Count(PublishDay publishDay, @Nullable String genre) implements RegionKey, Serializable {

		@Override
		public Set<String> regions() {
			return Set.of(PublishDayChanges.numberOf(this.publishDay));
		}

		@Override
		public String toString() {
			return (this.genre == null) ? this.publishDay.toString() : this.publishDay + " of " + this.genre;
		}

	}

	/**
	 * A page of the default size of such a list, as a cache key.
	 */
	record Page(PublishDayList list, int number) implements RegionKey, Serializable {

		@Override
		public Set<String> regions() {
			return this.list.regions();
		}

		@Override
		public String toString() {
			return this.list + " page " + this.number;
		}

	}

}
