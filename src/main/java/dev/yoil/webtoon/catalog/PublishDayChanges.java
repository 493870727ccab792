package dev.yoil.webtoon.catalog;

import java.util.Locale;

import dev.yoil.ehcache.region.Regions;

import org.springframework.stereotype.Component;

/**
 * Says what a change of webtoons makes wrong, and nothing else: once the change is
 * committed, that is forgotten on every instance.
 */
@Component
class PublishDayChanges {

	private final Regions regions;

	PublishDayChanges(Regions regions) {
		this.regions = regions;
	}

	/**
	 * What a webtoon of a publish day shows is changed by the transaction.
	 */
	void contents(PublishDay publishDay) {
		this.regions.changed(contentsOf(publishDay));
	}

	/**
	 * What decides one order of a publish day, and is not shown, is changed by the
	 * transaction.
	 */
	void order(PublishDay publishDay, WebtoonSort sort) {
		this.regions.changed(orderOf(publishDay, sort));
	}

	/**
	 * A publish day, or a genre of it, gets or loses a webtoon by the transaction.
	 */
	void number(PublishDay publishDay) {
		this.regions.changed(contentsOf(publishDay), numberOf(publishDay));
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
