package dev.yoil.webtoon.catalog;

import java.net.URI;
import java.util.EnumSet;
import java.util.Set;
import java.util.function.Predicate;

import dev.yoil.representation.ContentCoding;
import dev.yoil.representation.Representation;
import dev.yoil.representation.RepresentationWriter;
import dev.yoil.representation.Representations;
import dev.yoil.representation.Represents;
import dev.yoil.webtoon.OneOf;
import dev.yoil.webtoon.PageParameters;
import dev.yoil.webtoon.ProblemType;
import dev.yoil.webtoon.Problems;
import dev.yoil.webtoon.RefusedParameterException;
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
 * The administration of webtoons over HTTP. Who sends the entity tag of what was read as
 * {@code If-Match} does not overwrite what somebody else has changed since.
 */
@RestController
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

	/**
	 * Answers with a page of webtoons.
	 * @param query a text that is in the title or the author; anything unless told
	 * @param publishDay the day of the week, any unless told
	 * @param page the number of the page, the first one unless told
	 * @param size how many webtoons a page has, 30 unless told
	 * @return an {@link AdministeredPage}, by title, then by number
	 * @throws RefusedParameterException if a value is not allowed
	 */
	@GetMapping(PATH)
	AdministeredPage all(@RequestParam @Nullable String query,
			@OneOf(PublishDay.class) @RequestParam @Nullable String publishDay,
			@RequestParam(defaultValue = "0") @Min(0) @Max(PageParameters.LAST_PAGE) int page,
			@RequestParam(defaultValue = "30") @Min(1) @Max(PageParameters.LARGEST_SIZE) int size) {
		SearchText text = (query != null) ? SearchText.of(query) : SearchText.ANYTHING;
		Set<PublishDay> days = (publishDay != null) ? EnumSet.of(day(publishDay)) : EnumSet.allOf(PublishDay.class);
		return this.catalog.details(text, days, new PageParameters(page, size));
	}

	/**
	 * Creates a webtoon.
	 * @param draft what it is to be
	 * @param request tells where it is asked for
	 * @return the {@link AdministeredWebtoon}
	 */
	@PostMapping(PATH)
	ResponseEntity<AdministeredWebtoon> create(@Valid @RequestBody WebtoonDraft draft, HttpServletRequest request) {
		AdministeredWebtoon created = this.administration.create(draft);
		return ResponseEntity.created(URI.create(request.getRequestURI() + "/" + created.id()))
			.eTag(this.representations.of(created).etag(ContentCoding.IDENTITY))
			.body(created);
	}

	/**
	 * Answers with one webtoon.
	 * @param id its number
	 * @return an {@link AdministeredWebtoon}
	 * @throws UnknownWebtoonException if there is none
	 */
	@Represents(AdministeredWebtoon.class)
	@Problems(ProblemType.UNKNOWN_WEBTOON)
	@GetMapping(PATH + "/{id}")
	Representation one(@PathVariable long id) {
		return this.representations.of(this.administration.one(new WebtoonId(id)));
	}

	/**
	 * Changes a webtoon. The answer has no entity tag, since it is not what was sent (RFC
	 * 9110, 9.3.4).
	 * @param id its number
	 * @param replacement what it is to be
	 * @param ifMatch the entity tags of what it must still be; whatever it is unless told
	 * @return the webtoon as it is now
	 * @throws UnknownWebtoonException if there is none
	 */
	@Problems({ ProblemType.UNKNOWN_WEBTOON, ProblemType.CHANGED_MEANWHILE })
	@PutMapping(PATH + "/{id}")
	AdministeredWebtoon replace(@PathVariable long id, @Valid @RequestBody WebtoonReplacement replacement,
			@RequestHeader(name = "If-Match", required = false) @Nullable String ifMatch) {
		return this.administration.replace(new WebtoonId(id), replacement, expected(ifMatch));
	}

	/**
	 * Deletes a webtoon with its likes and reviews.
	 * @param id its number
	 * @param ifMatch the entity tags of what it must still be; whatever it is unless told
	 * @throws UnknownWebtoonException if there is none
	 */
	@Problems({ ProblemType.UNKNOWN_WEBTOON, ProblemType.CHANGED_MEANWHILE })
	@DeleteMapping(PATH + "/{id}")
	@ResponseStatus(HttpStatus.NO_CONTENT)
	void delete(@PathVariable long id, @RequestHeader(name = "If-Match", required = false) @Nullable String ifMatch) {
		this.administration.delete(new WebtoonId(id), expected(ifMatch));
	}

	private Predicate<AdministeredWebtoon> expected(@Nullable String ifMatch) {
		return (webtoon) -> ifMatch == null || RepresentationWriter.isNamed(this.representations.of(webtoon), ifMatch);
	}

	private static PublishDay day(String text) {
		return PublishDay.of(text)
			.orElseThrow(() -> new RefusedParameterException("publishDay", text, PublishDay.acceptedTexts()));
	}

}
