package dev.yoil.webtoon.page;

import java.time.Clock;
import java.time.LocalDate;
import java.util.Optional;

import dev.yoil.representation.Representation;
import dev.yoil.webtoon.catalog.PublishDay;
import dev.yoil.webtoon.catalog.WebtoonSort;
import dev.yoil.webtoon.genre.KnownGenres;
import dev.yoil.webtoon.problem.RefusedParameterException;
import dev.yoil.webtoon.ranking.RankingPeriod;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import org.jspecify.annotations.Nullable;

import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/**
 * The front page: the webtoons of a publish day, today's unless told. Parameters say
 * {@code required = false} for the reason that {@code WebtoonController} gives.
 */
@RestController
class FrontPageController {

	private final FrontPages pages;

	private final KnownGenres genres;

	private final Clock clock;

	FrontPageController(FrontPages pages, KnownGenres genres, Clock clock) {
		this.pages = pages;
		this.genres = genres;
		this.clock = clock;
	}

	/**
	 * Answers with the page.
	 * @param day the publish day, today's in Seoul unless told
	 * @param sort the order, by likes unless told
	 * @param genre the code of a genre, all unless told
	 * @param page the number of the page, from 1
	 * @throws RefusedParameterException if a value is not allowed
	 */
	@GetMapping("/")
	Representation front(@RequestParam(required = false) @Nullable String day,
			@RequestParam(required = false) @Nullable String sort,
			@RequestParam(required = false) @Nullable String genre,
			@RequestParam(defaultValue = "1") @Min(1) @Max(PageNumber.LAST) int page, HttpServletRequest request) {
		PublishDay today = PublishDay
			.valueOf(LocalDate.ofInstant(this.clock.instant(), RankingPeriod.ZONE).getDayOfWeek().name());
		FrontView view = new FrontView(given(day).map((text) -> PublishDay.parameter("day", text)).orElse(today),
				given(sort).map(WebtoonSort::of).orElse(FrontView.USUAL_SORT),
				given(genre).map(this.genres::code).orElse(null), new PageNumber(page));
		return this.pages.page(view, today, Language.of(request));
	}

	/**
	 * A form sends a field that is empty, too.
	 */
	private static Optional<String> given(@Nullable String value) {
		return Optional.ofNullable(value).filter((text) -> !text.isEmpty());
	}

}
