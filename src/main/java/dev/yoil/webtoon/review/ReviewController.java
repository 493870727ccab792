package dev.yoil.webtoon.review;

import java.net.URI;

import dev.yoil.webtoon.ListPage;
import dev.yoil.webtoon.PageParameters;
import dev.yoil.webtoon.catalog.WebtoonId;
import dev.yoil.webtoon.visitor.Visitor;
import dev.yoil.webtoon.visitor.Visitors;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import org.jspecify.annotations.Nullable;

import org.springframework.http.CacheControl;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/**
 * Reviews over HTTP. Responses mark the visitor's own reviews and are therefore not
 * stored by any cache.
 */
@RestController
@Tag(name = "Reviews", description = "The reviews of visitors, at most one for each webtoon.")
@RequestMapping(produces = MediaType.APPLICATION_JSON_VALUE)
class ReviewController {

	private static final String PATH = "/api/v1/webtoon/{id}/reviews";

	private final Reviews reviews;

	private final Visitors visitors;

	ReviewController(Reviews reviews, Visitors visitors) {
		this.reviews = reviews;
		this.visitors = visitors;
	}

	@Operation(summary = "Returns a page of a webtoon's reviews, newest first.")
	@GetMapping(PATH)
	ResponseEntity<ListPage<Review>> newest(@PathVariable long id,
			@RequestParam(defaultValue = "0") @Min(0) @Max(PageParameters.MAX_PAGE) int page,
			@RequestParam(defaultValue = "30") @Min(1) @Max(PageParameters.MAX_SIZE) int size,
			HttpServletRequest request) {
		return answer(this.reviews.newest(new WebtoonId(id), new PageParameters(page, size), reader(request)));
	}

	@Operation(summary = "Returns a review.")
	@GetMapping(PATH + "/{review}")
	ResponseEntity<Review> one(@PathVariable long id, @PathVariable long review, HttpServletRequest request) {
		return answer(this.reviews.one(new WebtoonId(id), review, reader(request)));
	}

	@Operation(summary = "Posts a review.")
	@PostMapping(PATH)
	@ResponseStatus(HttpStatus.CREATED)
	ResponseEntity<Review> post(@PathVariable long id, @Valid @RequestBody ReviewDraft draft,
			HttpServletRequest request, HttpServletResponse response) {
		WebtoonId webtoon = new WebtoonId(id);
		Visitor author = this.visitors.of(request).orElseGet(Visitor::unknown);
		Review posted = this.reviews.post(webtoon, author, draft);
		this.visitors.remember(author, request, response);
		return ResponseEntity.created(URI.create(request.getRequestURI() + "/" + posted.id()))
			.cacheControl(CacheControl.noStore())
			.body(posted);
	}

	@Operation(summary = "Changes the visitor's own review.")
	@PutMapping(PATH + "/{review}")
	ResponseEntity<Review> edit(@PathVariable long id, @PathVariable long review, @Valid @RequestBody ReviewDraft draft,
			HttpServletRequest request) {
		return answer(this.reviews.edit(new WebtoonId(id), review, reader(request), draft));
	}

	@Operation(summary = "Deletes the visitor's own review.")
	@DeleteMapping(PATH + "/{review}")
	@ResponseStatus(HttpStatus.NO_CONTENT)
	ResponseEntity<Void> delete(@PathVariable long id, @PathVariable long review, HttpServletRequest request) {
		this.reviews.delete(new WebtoonId(id), review, reader(request));
		return ResponseEntity.noContent().build();
	}

	private @Nullable Visitor reader(HttpServletRequest request) {
		return this.visitors.of(request).orElse(null);
	}

	private static <T> ResponseEntity<T> answer(T body) {
		return ResponseEntity.ok().cacheControl(CacheControl.noStore()).body(body);
	}

}
