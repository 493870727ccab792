package dev.yoil.webtoon.review;

import java.net.URI;

import dev.yoil.webtoon.PageParameters;
import dev.yoil.webtoon.ProblemType;
import dev.yoil.webtoon.Problems;
import dev.yoil.webtoon.RefusedParameterException;
import dev.yoil.webtoon.catalog.UnknownWebtoonException;
import dev.yoil.webtoon.catalog.WebtoonId;
import dev.yoil.webtoon.visitor.Visitor;
import dev.yoil.webtoon.visitor.Visitors;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import org.jspecify.annotations.Nullable;

import org.springframework.http.CacheControl;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.ErrorResponseException;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/**
 * Reviews over HTTP. What it answers tells the reader's own reviews from others', so that
 * nobody may keep it.
 */
@RestController
@RequestMapping(produces = MediaType.APPLICATION_JSON_VALUE)
class ReviewController {

	private static final String PATH = "/api/v1/webtoon/{id}/reviews";

	private final Reviews reviews;

	private final Visitors visitors;

	ReviewController(Reviews reviews, Visitors visitors) {
		this.reviews = reviews;
		this.visitors = visitors;
	}

	/**
	 * Answers with a page of a webtoon's reviews, the newest first.
	 * @param id the webtoon's number
	 * @param page the number of the page, the first one unless told
	 * @param size how many reviews a page has, 30 unless told
	 * @param request brings the visitor's cookie
	 * @return a {@link ReviewPage}
	 * @throws UnknownWebtoonException if there is no such webtoon
	 * @throws RefusedParameterException if a value is not allowed
	 */
	@Problems(ProblemType.UNKNOWN_WEBTOON)
	@GetMapping(PATH)
	ResponseEntity<ReviewPage> newest(@PathVariable long id,
			@RequestParam(defaultValue = "0") @Min(0) @Max(PageParameters.LAST_PAGE) int page,
			@RequestParam(defaultValue = "30") @Min(1) @Max(PageParameters.LARGEST_SIZE) int size,
			HttpServletRequest request) {
		return answer(this.reviews.newest(new WebtoonId(id), new PageParameters(page, size), reader(request)));
	}

	/**
	 * Answers with one review.
	 * @param id the webtoon's number
	 * @param review the review's number
	 * @param request brings the visitor's cookie
	 * @return a {@link Review}
	 * @throws UnknownWebtoonException if there is no such webtoon
	 * @throws ErrorResponseException if the webtoon has no such review
	 */
	@Problems({ ProblemType.UNKNOWN_WEBTOON, ProblemType.UNKNOWN_REVIEW })
	@GetMapping(PATH + "/{review}")
	ResponseEntity<Review> one(@PathVariable long id, @PathVariable long review, HttpServletRequest request) {
		return answer(this.reviews.one(new WebtoonId(id), new ReviewId(review), reader(request)));
	}

	/**
	 * Posts a review.
	 * @param id the webtoon's number
	 * @param draft what it says
	 * @param request brings the visitor's cookie
	 * @param response takes a cookie to a visitor who has none
	 * @return the {@link Review}, and where it is
	 * @throws UnknownWebtoonException if there is no such webtoon
	 * @throws ErrorResponseException if the visitor has written one already
	 */
	@Problems({ ProblemType.UNKNOWN_WEBTOON, ProblemType.SECOND_REVIEW, ProblemType.BANNED_WORDS })
	@PostMapping(PATH)
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

	/**
	 * Changes the visitor's own review.
	 * @param id the webtoon's number
	 * @param review the review's number
	 * @param draft what it says from then on
	 * @param request brings the visitor's cookie
	 * @return the {@link Review}
	 * @throws UnknownWebtoonException if there is no such webtoon
	 * @throws ErrorResponseException if the webtoon has no such review, or it is
	 * another's
	 */
	@Problems({ ProblemType.UNKNOWN_WEBTOON, ProblemType.UNKNOWN_REVIEW, ProblemType.REVIEW_OF_ANOTHER,
			ProblemType.BANNED_WORDS })
	@PutMapping(PATH + "/{review}")
	ResponseEntity<Review> edit(@PathVariable long id, @PathVariable long review, @Valid @RequestBody ReviewDraft draft,
			HttpServletRequest request) {
		return answer(this.reviews.edit(new WebtoonId(id), new ReviewId(review), reader(request), draft));
	}

	/**
	 * Deletes the visitor's own review.
	 * @param id the webtoon's number
	 * @param review the review's number
	 * @param request brings the visitor's cookie
	 * @return nothing
	 * @throws UnknownWebtoonException if there is no such webtoon
	 * @throws ErrorResponseException if the webtoon has no such review, or it is
	 * another's
	 */
	@Problems({ ProblemType.UNKNOWN_WEBTOON, ProblemType.UNKNOWN_REVIEW, ProblemType.REVIEW_OF_ANOTHER })
	@DeleteMapping(PATH + "/{review}")
	ResponseEntity<Void> delete(@PathVariable long id, @PathVariable long review, HttpServletRequest request) {
		this.reviews.delete(new WebtoonId(id), new ReviewId(review), reader(request));
		return ResponseEntity.noContent().build();
	}

	private @Nullable Visitor reader(HttpServletRequest request) {
		return this.visitors.of(request).orElse(null);
	}

	private static <T> ResponseEntity<T> answer(T body) {
		return ResponseEntity.ok().cacheControl(CacheControl.noStore()).body(body);
	}

}
