package dev.yoil.webtoon.page;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import dev.yoil.webtoon.catalog.WebtoonSummary;

/**
 * What a list shows of a webtoon.
 *
 * @param webtoon the webtoon
 * @param genre the name of its genre
 * @param href where its page is
 * @param picture where its picture is
 * @param eager whether the picture is among the first that a reader sees
 */
record Card(WebtoonSummary webtoon, String genre, String href, String picture, boolean eager) {

	/** As many as the first screen of a large display has room for. */
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
