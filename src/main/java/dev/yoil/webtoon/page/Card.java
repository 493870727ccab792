package dev.yoil.webtoon.page;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import dev.yoil.webtoon.catalog.WebtoonSummary;
import dev.yoil.webtoon.thumbnail.ThumbnailSheet;

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

	/**
	 * Makes the cards of a page of a list. The pictures of those that a reader sees first
	 * come in one request, and those of the others in another one.
	 * @param webtoons the webtoons
	 * @param genres names by code
	 * @param site where everything is
	 */
	static List<Card> of(List<WebtoonSummary> webtoons, Map<String, String> genres, Site site) {
		int first = Math.min(FIRST, webtoons.size());
		List<Card> cards = new ArrayList<>(webtoons.size());
		add(cards, webtoons.subList(0, first), genres, site, true);
		add(cards, webtoons.subList(first, webtoons.size()), genres, site, false);
		return cards;
	}

	private static void add(List<Card> cards, List<WebtoonSummary> webtoons, Map<String, String> genres, Site site,
			boolean eager) {
		ThumbnailSheet sheet = ThumbnailSheet.of(webtoons.stream().map(WebtoonSummary::thumbnail).toList());
		webtoons.forEach((webtoon) -> cards.add(new Card(webtoon, genres.getOrDefault(webtoon.genre(), webtoon.genre()),
				site.at("/webtoon/" + webtoon.id()), site.at(sheet.address(webtoon.thumbnail())), eager)));
	}

}
