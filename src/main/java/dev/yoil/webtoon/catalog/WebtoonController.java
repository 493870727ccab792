package dev.yoil.webtoon.catalog;

import dev.yoil.representation.KeyedByUri;
import dev.yoil.representation.Representation;
import dev.yoil.representation.Representations;
import dev.yoil.webtoon.PageParameters;
import dev.yoil.webtoon.genre.Genres;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import org.jspecify.annotations.Nullable;

import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/**
 * Webtoons over HTTP. Optional parameters say {@code required = false} although they are
 * {@link Nullable}: otherwise Spring looks for that annotation by reflection in each
 * request without them, which takes longer than everything else in MVC.
 */
@RestController
@Tag(name = "Webtoons", description = "Lists by publish day, details and search.")
class WebtoonController {

	private final PublishedWebtoons published;

	private final Genres genres;

	private final Catalog catalog;

	private final Representations representations;

	WebtoonController(PublishedWebtoons published, Genres genres, Catalog catalog, Representations representations) {
		this.published = published;
		this.genres = genres;
		this.catalog = catalog;
		this.representations = representations;
	}

	@Operation(summary = "Returns the webtoons of a publish day: all of them, or a page if page or size is given.")
	@KeyedByUri
	@ApiResponse(responseCode = "200",
			content = @Content(schema = @Schema(oneOf = { WebtoonSummary[].class, WebtoonPage.class })))
	@GetMapping(path = "/api/v1/webtoon", produces = MediaType.APPLICATION_JSON_VALUE)
	Representation byPublishDay(
			@Parameter(required = true) @Schema(pattern = PublishDay.PATTERN, description = PublishDay.SPELLINGS,
					example = "MONDAY") @RequestParam(defaultValue = "") String publishDay,
			@Schema(allowableValues = { "title", "registered", "likes", "reviews" }) @RequestParam(
					required = false) @Nullable String sort,
			@Schema(minLength = 1) @RequestParam(required = false) @Nullable String genre,
			@RequestParam(required = false) @Min(0) @Max(PageParameters.MAX_PAGE) @Nullable Integer page,
			@RequestParam(required = false) @Min(1) @Max(PageParameters.MAX_SIZE) @Nullable Integer size) {
		PublishDay day = PublishDay.parameter("publishDay", publishDay);
		WebtoonSort order = (sort != null) ? WebtoonSort.of(sort) : WebtoonSort.TITLE;
		// Only existing genres become cache keys.
		PublishDayList list = new PublishDayList(day, order, (genre != null) ? this.genres.code(genre) : null);
		return (page == null && size == null) ? this.published.list(list) : this.published.page(list,
				new PageParameters((page != null) ? page : 0, (size != null) ? size : PageParameters.DEFAULT_SIZE));
	}

	@Operation(summary = "Returns a webtoon with its counts and rating.")
	@ApiResponse(responseCode = "200", content = @Content(schema = @Schema(implementation = WebtoonDetails.class)))
	@GetMapping(path = "/api/v1/webtoon/{id}", produces = MediaType.APPLICATION_JSON_VALUE)
	Representation details(@PathVariable long id) {
		return this.representations.of(this.catalog.details(id).orElseThrow(WebtoonId::unknown));
	}

	@Operation(summary = "Returns a page of the webtoons whose title or author contains a text.")
	@ApiResponse(responseCode = "200", content = @Content(schema = @Schema(implementation = WebtoonPage.class)))
	@GetMapping(path = "/api/v1/webtoon/search", produces = MediaType.APPLICATION_JSON_VALUE)
	Representation search(
			@Parameter(required = true) @Schema(minLength = 1,
					maxLength = 100) @RequestParam(defaultValue = "") String query,
			@RequestParam(defaultValue = "0") @Min(0) @Max(PageParameters.MAX_PAGE) int page,
			@RequestParam(defaultValue = "30") @Min(1) @Max(PageParameters.MAX_SIZE) int size) {
		return this.representations
			.of(this.catalog.search(SearchText.of("query", query), new PageParameters(page, size)));
	}

}
