package dev.yoil.webtoon.catalog;

import java.util.Locale;
import java.util.stream.Stream;

import dev.yoil.ehcache.region.Regions;

import org.springframework.stereotype.Component;

/**
 * The regions that changes of webtoons affect. After the commit, all instances evict the
 * entries of those regions only.
 */
@Component
class PublishDayChanges {

	private final Regions regions;

	PublishDayChanges(Regions regions) {
		this.regions = regions;
	}

	/**
	 * Marks a change of what a webtoon shows.
	 */
	void contents(PublishDay publishDay) {
		this.regions.changed(contentsOf(publishDay));
	}

	/**
	 * Marks a change that only affects one order of a publish day.
	 */
	void order(PublishDay publishDay, WebtoonSort sort) {
		this.regions.changed(orderOf(publishDay, sort));
	}

	/**
	 * Marks a publish day, or a genre of it, that gains or loses a webtoon.
	 */
	void number(PublishDay publishDay) {
		this.regions.changed(contentsOf(publishDay), numberOf(publishDay));
	}

	/**
	 * Names the contents of a publish day, before it is known whether a request changes
	 * them.
	 */
	void mayChange(PublishDay publishDay) {
		this.regions.mayHaveChanged(contentsOf(publishDay));
	}

	/**
	 * Names all publish days, for a webtoon that an earlier attempt of the request may
	 * have moved or deleted.
	 */
	void mayChangeAny() {
		this.regions.mayHaveChanged(Stream.of(PublishDay.values())
			.flatMap((day) -> Stream.of(contentsOf(day), numberOf(day)))
			.toArray(String[]::new));
	}

	static String contentsOf(PublishDay publishDay) {
		return "day/" + publishDay.name();
	}

	static String orderOf(PublishDay publishDay, WebtoonSort sort) {
		return contentsOf(publishDay) + "/" + sort.name().toLowerCase(Locale.ROOT);
	}

	static String numberOf(PublishDay publishDay) {
		return contentsOf(publishDay) + "/number";
	}

}
