package dev.yoil.webtoon.page;

import java.time.Clock;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

import dev.yoil.representation.Representation;
import dev.yoil.representation.Representations;
import dev.yoil.webtoon.catalog.PublishDay;
import dev.yoil.webtoon.catalog.PublishedWebtoons;
import dev.yoil.webtoon.catalog.WebtoonPage;
import dev.yoil.webtoon.catalog.WebtoonSort;
import dev.yoil.webtoon.genre.Genres;
import dev.yoil.webtoon.ranking.RankedWebtoon;
import dev.yoil.webtoon.ranking.Ranking;
import dev.yoil.webtoon.ranking.RankingLists;
import dev.yoil.webtoon.ranking.RankingPeriod;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import org.jspecify.annotations.Nullable;

import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/**
 * The front page: the webtoons of a publish day, by default today's. It is rendered from
 * cached data only, so it works while the database is down. Parameters say
 * {@code required = false} for the reason given in {@code WebtoonController}.
 */
@RestController
class FrontPageController {

	/** The number of places of a ranking that fit beside the list. */
	private static final int PLACES = 10;

	private static final String TEMPLATE = "front";

	private final PublishedWebtoons webtoons;

	private final Genres genres;

	private final RankingLists rankings;

	private final RenderedPages pages;

	private final Representations representations;

	private final Site site;

	private final Clock clock;

	FrontPageController(PublishedWebtoons webtoons, Genres genres, RankingLists rankings, RenderedPages pages,
			Representations representations, Site site, Clock clock) {
		this.webtoons = webtoons;
		this.genres = genres;
		this.rankings = rankings;
		this.pages = pages;
		this.representations = representations;
		this.site = site;
		this.clock = clock;
	}

	@GetMapping("/")
	Representation front(@RequestParam(required = false) @Nullable String day,
			@RequestParam(required = false) @Nullable String sort,
			@RequestParam(required = false) @Nullable String genre,
			@RequestParam(defaultValue = "1") @Min(1) @Max(PageNumber.LAST) int page, HttpServletRequest request) {
		PublishDay today = PublishDay
			.valueOf(LocalDate.ofInstant(this.clock.instant(), RankingPeriod.ZONE).getDayOfWeek().name());
		FrontView view = new FrontView(given(day).map((text) -> PublishDay.parameter("day", text)).orElse(today),
				given(sort).map(WebtoonSort::of).orElse(FrontView.DEFAULT_SORT),
				given(genre).map(this.genres::code).orElse(null), new PageNumber(page));
		return page(view, today, Language.of(request));
	}

	/**
	 * Treats an empty value as missing: a form also sends its empty fields.
	 */
	private static Optional<String> given(@Nullable String value) {
		return Optional.ofNullable(value).filter((text) -> !text.isEmpty());
	}

	private Representation page(FrontView view, PublishDay today, Language language) {
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
		RenderedPages.Key key = RenderedPages.Key.of(language, view.address() + " today " + today,
				List.of(list, genres, daily, weekly));
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

	/** The tab of a publish day. */
	record Tab(PublishDay day, String href, boolean selected, boolean today) {
	}

}
