package dev.yoil.webtoon.catalog;

import dev.yoil.representation.KeyedByUri;
import dev.yoil.representation.Representation;
import dev.yoil.representation.Representations;
import dev.yoil.representation.Represents;
import dev.yoil.webtoon.OneOf;
import dev.yoil.webtoon.PageParameters;
import dev.yoil.webtoon.ProblemType;
import dev.yoil.webtoon.Problems;
import dev.yoil.webtoon.RefusedParameterException;
import dev.yoil.webtoon.genre.KnownGenres;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import org.jspecify.annotations.Nullable;

import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/**
 * Webtoons over HTTP.
 */
@RestController
class WebtoonController {

	private final PublishedWebtoons published;

	private final KnownGenres genres;

	private final Catalog catalog;

	private final Representations representations;

	WebtoonController(PublishedWebtoons published, KnownGenres genres, Catalog catalog,
			Representations representations) {
		this.published = published;
		this.genres = genres;
		this.catalog = catalog;
		this.representations = representations;
	}

	/**
	 * Answers with the webtoons of a publish day: all of them, or a page if there is a
	 * parameter of pages.
	 * @param publishDay the day of the week
	 * @param sort what they are ordered by, the title unless told
	 * @param genre the code of the genre that they are of, all unless told
	 * @param page the number of the page, the first one unless told
	 * @param size how many webtoons a page has, 30 unless told
	 * @return a list of {@link WebtoonSummary}, or a {@link WebtoonPage}
	 * @throws RefusedParameterException if a value is missing or not allowed
	 */
	@KeyedByUri
	@Represents(value = WebtoonPage.class, listOf = WebtoonSummary.class)
	@GetMapping(path = "/api/v1/webtoon", produces = MediaType.APPLICATION_JSON_VALUE)
	Representation byPublishDay(@OneOf(PublishDay.class) @RequestParam(defaultValue = "") String publishDay,
			@OneOf(WebtoonSort.class) @RequestParam @Nullable String sort, @RequestParam @Nullable String genre,
			@RequestParam @Min(0) @Max(PageParameters.LAST_PAGE) @Nullable Integer page,
			@RequestParam @Min(1) @Max(PageParameters.LARGEST_SIZE) @Nullable Integer size) {
		PublishDay day = PublishDay.of(publishDay)
			.orElseThrow(() -> new RefusedParameterException("publishDay", publishDay, PublishDay.acceptedTexts()));
		WebtoonSort order = (sort != null) ? sort(sort) : WebtoonSort.TITLE;
		// Only genres that exist have keys in the caches.
		PublishDayList list = new PublishDayList(day, order, (genre != null) ? this.genres.code(genre) : null);
		return (page == null && size == null) ? this.published.list(list) : this.published.page(list,
				new PageParameters((page != null) ? page : 0, (size != null) ? size : PageParameters.USUAL_SIZE));
	}

	/**
	 * Answers with one webtoon, its counts and its rating.
	 * @param id its number
	 * @return a {@link WebtoonDetails}
	 * @throws UnknownWebtoonException if there is none
	 */
	@Represents(WebtoonDetails.class)
	@Problems(ProblemType.UNKNOWN_WEBTOON)
	@GetMapping(path = "/api/v1/webtoon/{id}", produces = MediaType.APPLICATION_JSON_VALUE)
	Representation details(@PathVariable long id) {
		return this.representations.of(this.catalog.details(id).orElseThrow(UnknownWebtoonException::new));
	}

	/**
	 * Answers with a page of the webtoons whose title or author has a text in it.
	 * @param query the text, 1 to 100 characters without spaces around it
	 * @param page the number of the page, the first one unless told
	 * @param size how many webtoons a page has, 30 unless told
	 * @return a {@link WebtoonPage}, by title, then by number
	 * @throws RefusedParameterException if a value is missing or not allowed
	 */
	@Represents(WebtoonPage.class)
	@GetMapping(path = "/api/v1/webtoon/search", produces = MediaType.APPLICATION_JSON_VALUE)
	Representation search(@RequestParam(defaultValue = "") String query,
			@RequestParam(defaultValue = "0") @Min(0) @Max(PageParameters.LAST_PAGE) int page,
			@RequestParam(defaultValue = "30") @Min(1) @Max(PageParameters.LARGEST_SIZE) int size) {
		return this.representations.of(this.catalog.search(SearchText.of(query), new PageParameters(page, size)));
	}

	private static WebtoonSort sort(String text) {
		return WebtoonSort.of(text)
			.orElseThrow(() -> new RefusedParameterException("sort", text, WebtoonSort.acceptedTexts()));
	}

}
