package dev.yoil.webtoon.page;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

import dev.yoil.representation.Representation;
import dev.yoil.representation.Representations;
import dev.yoil.webtoon.catalog.PublishDay;
import dev.yoil.webtoon.catalog.PublishedWebtoons;
import dev.yoil.webtoon.catalog.WebtoonPage;
import dev.yoil.webtoon.catalog.WebtoonSort;
import dev.yoil.webtoon.genre.KnownGenres;
import dev.yoil.webtoon.ranking.RankedWebtoon;
import dev.yoil.webtoon.ranking.Ranking;
import dev.yoil.webtoon.ranking.RankingLists;

import org.springframework.stereotype.Service;

/**
 * Makes front pages of what is cached, so that they can be read while the database is
 * away. Thread-safe.
 */
@Service
class FrontPages {

	/** How many of a ranking's places fit beside a list. */
	private static final int PLACES = 10;

	private static final String TEMPLATE = "front";

	private final PublishedWebtoons webtoons;

	private final KnownGenres genres;

	private final RankingLists rankings;

	private final RenderedPages pages;

	private final Representations representations;

	private final Site site;

	FrontPages(PublishedWebtoons webtoons, KnownGenres genres, RankingLists rankings, RenderedPages pages,
			Representations representations, Site site) {
		this.webtoons = webtoons;
		this.genres = genres;
		this.rankings = rankings;
		this.pages = pages;
		this.representations = representations;
		this.site = site;
	}

	Representation page(FrontView view, PublishDay today, Language language) {
		Representation list = this.webtoons.page(view.list(), view.page().part());
		Representation genres = this.genres.representation();
		Representation daily = this.rankings.findDailyRanking();
		Representation weekly = this.rankings.findWeeklyRanking();
		Supplier<Map<String, Object>> content = () -> {
			Map<String, Object> shown = content(view, today, list, language.names(this.genres.all(genres)));
			shown.put("daily", places(daily));
			shown.put("weekly", places(weekly));
			return shown;
		};
		if (view.page().value() > 1 && !this.webtoons.has(view.list(), view.page().part())) {
			return this.pages.anyPage(language, TEMPLATE, content.get());
		}
		PageKey key = PageKey.of(language, view.address() + " today " + today, List.of(list, genres, daily, weekly));
		return this.pages.page(key, TEMPLATE, content);
	}

	private Map<String, Object> content(FrontView view, PublishDay today, Representation list,
			Map<String, String> genres) {
		WebtoonPage webtoons = this.representations.read(list, WebtoonPage.class);
		Map<String, Object> content = new HashMap<>();
		content.put("view", view);
		content.put("today", today);
		content.put("tabs",
				Arrays.stream(PublishDay.values())
					.map((day) -> new Tab(day, this.site.at(view.on(day).address()), day == view.day(), day == today))
					.toList());
		content.put("sorts", WebtoonSort.values());
		content.put("genres", genres);
		content.put("total", webtoons.total());
		content.put("cards", Card.of(webtoons.items(), genres, this.site));
		view.page().link(content, webtoons.total(), (other) -> this.site.at(view.at(other).address()));
		return content;
	}

	private List<RankedWebtoon> places(Representation ranking) {
		return this.representations.read(ranking, Ranking.class).items().stream().limit(PLACES).toList();
	}

	/**
	 * A day to choose.
	 *
	 * @param day the publish day
	 * @param href its first page
	 * @param selected whether it is shown
	 * @param today whether it is today's
	 */
	record Tab(PublishDay day, String href, boolean selected, boolean today) {
	}

}
