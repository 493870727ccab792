package dev.yoil.webtoon.catalog;

import java.net.URI;
import java.util.function.Predicate;

import dev.yoil.representation.ContentCoding;
import dev.yoil.representation.Representation;
import dev.yoil.representation.RepresentationWriter;
import dev.yoil.representation.Representations;
import dev.yoil.webtoon.ListPage;
import dev.yoil.webtoon.PageParameters;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/**
 * The administration of webtoons over HTTP. A client that sends the entity tag as {@code
 * If-Match} cannot overwrite another change.
 */
@RestController
@Tag(name = "Administration of webtoons", description = "Creates, changes and deletes webtoons.")
@RequestMapping(produces = MediaType.APPLICATION_JSON_VALUE)
class WebtoonAdministrationController {

	private static final String PATH = "/api/v1/admin/webtoons";

	private final WebtoonAdministration administration;

	private final Catalog catalog;

	private final Representations representations;

	WebtoonAdministrationController(WebtoonAdministration administration, Catalog catalog,
			Representations representations) {
		this.administration = administration;
		this.catalog = catalog;
		this.representations = representations;
	}

	@Operation(summary = "Returns a page of webtoons.")
	@GetMapping(PATH)
	ListPage<WebtoonDetails> all(@Schema(minLength = 1, maxLength = 100) @RequestParam @Nullable String query,
			@Schema(pattern = PublishDay.PATTERN, description = PublishDay.SPELLINGS,
					example = "MONDAY") @RequestParam @Nullable String publishDay,
			@RequestParam(defaultValue = "0") @Min(0) @Max(PageParameters.MAX_PAGE) int page,
			@RequestParam(defaultValue = "30") @Min(1) @Max(PageParameters.MAX_SIZE) int size) {
		SearchText text = (query != null) ? SearchText.of("query", query) : SearchText.ANYTHING;
		PublishDay day = (publishDay != null) ? PublishDay.parameter("publishDay", publishDay) : null;
		return this.catalog.details(text, day, new PageParameters(page, size));
	}

	@Operation(summary = "Creates a webtoon.")
	@PostMapping(PATH)
	@ResponseStatus(HttpStatus.CREATED)
	ResponseEntity<AdministeredWebtoon> create(@Valid @RequestBody WebtoonDraft draft, HttpServletRequest request) {
		AdministeredWebtoon created = this.administration.create(draft);
		return ResponseEntity.created(URI.create(request.getRequestURI() + "/" + created.id()))
			.eTag(this.representations.of(created).etag(ContentCoding.IDENTITY))
			.body(created);
	}

	@Operation(summary = "Returns a webtoon.")
	@ApiResponse(responseCode = "200", content = @Content(schema = @Schema(implementation = AdministeredWebtoon.class)))
	@GetMapping(PATH + "/{id}")
	Representation one(@PathVariable long id) {
		return this.representations.of(this.administration.one(new WebtoonId(id)));
	}

	@Operation(summary = "Changes a webtoon.",
			description = "The response has no entity tag because it differs from the request (RFC 9110, 9.3.4).")
	@PutMapping(PATH + "/{id}")
	AdministeredWebtoon replace(@PathVariable long id, @Valid @RequestBody WebtoonDraft.WebtoonReplacement replacement,
			@RequestHeader(name = "If-Match", required = false) @Nullable String ifMatch) {
		return this.administration.replace(new WebtoonId(id), replacement, expected(ifMatch));
	}

	@Operation(summary = "Deletes a webtoon with its likes and reviews.")
	@DeleteMapping(PATH + "/{id}")
	@ResponseStatus(HttpStatus.NO_CONTENT)
	void delete(@PathVariable long id, @RequestHeader(name = "If-Match", required = false) @Nullable String ifMatch) {
		this.administration.delete(new WebtoonId(id), expected(ifMatch));
	}

	private Predicate<AdministeredWebtoon> expected(@Nullable String ifMatch) {
		return (webtoon) -> ifMatch == null || RepresentationWriter.isNamed(this.representations.of(webtoon), ifMatch);
	}

}
