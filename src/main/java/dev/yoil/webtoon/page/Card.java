package dev.yoil.webtoon.page;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import dev.yoil.webtoon.catalog.WebtoonSummary;

/**
 * A webtoon in a list. Its picture is loaded eagerly if it is on the first screen.
 */
record Card(WebtoonSummary webtoon, String genre, String href, String picture, boolean eager) {

	/** The number of cards on the first screen of a large display. */
	private static final int FIRST = 12;

	static List<Card> of(List<WebtoonSummary> webtoons, Map<String, String> genres, Site site) {
		List<Card> cards = new ArrayList<>(webtoons.size());
		for (WebtoonSummary webtoon : webtoons) {
			cards.add(new Card(webtoon, genres.getOrDefault(webtoon.genre(), webtoon.genre()),
					site.at("/webtoon/" + webtoon.id()), site.at(webtoon.thumbnail()), cards.size() < FIRST));
		}
		return cards;
	}

}
