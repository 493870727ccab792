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
@RequestMapping(path = "/api/v1/webtoon/{id}/reviews", produces = MediaType.APPLICATION_JSON_VALUE)
class ReviewController {

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
	@GetMapping
	ResponseEntity<ReviewPage> newest(@PathVariable String id, @RequestParam @Nullable String page,
			@RequestParam @Nullable String size, HttpServletRequest request) {
		return answer(this.reviews.newest(WebtoonId.of(id), PageParameters.of(page, size), reader(request)));
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
	@GetMapping("/{review}")
	ResponseEntity<Review> one(@PathVariable String id, @PathVariable String review, HttpServletRequest request) {
		return answer(this.reviews.one(WebtoonId.of(id), ReviewId.of(review), reader(request)));
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
	@PostMapping
	ResponseEntity<Review> post(@PathVariable String id, @Valid @RequestBody ReviewDraft draft,
			HttpServletRequest request, HttpServletResponse response) {
		WebtoonId webtoon = WebtoonId.of(id);
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
	@PutMapping("/{review}")
	ResponseEntity<Review> edit(@PathVariable String id, @PathVariable String review,
			@Valid @RequestBody ReviewDraft draft, HttpServletRequest request) {
		return answer(this.reviews.edit(WebtoonId.of(id), ReviewId.of(review), reader(request), draft));
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
	@DeleteMapping("/{review}")
	ResponseEntity<Void> delete(@PathVariable String id, @PathVariable String review, HttpServletRequest request) {
		this.reviews.delete(WebtoonId.of(id), ReviewId.of(review), reader(request));
		return ResponseEntity.noContent().build();
	}

	private @Nullable Visitor reader(HttpServletRequest request) {
		return this.visitors.of(request).orElse(null);
	}

	private static <T> ResponseEntity<T> answer(T body) {
		return ResponseEntity.ok().cacheControl(CacheControl.noStore()).body(body);
	}

}
