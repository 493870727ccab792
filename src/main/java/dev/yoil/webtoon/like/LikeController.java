package dev.yoil.webtoon.like;

import dev.yoil.webtoon.catalog.WebtoonId;
import dev.yoil.webtoon.visitor.Visitor;
import dev.yoil.webtoon.visitor.Visitors;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

import org.springframework.http.CacheControl;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * Likes over HTTP.
 */
@RestController
@Tag(name = "Likes", description = "The likes of visitors.")
@RequestMapping(produces = MediaType.APPLICATION_JSON_VALUE)
class LikeController {

	private static final String PATH = "/api/v1/webtoon/{id}/like";

	private final Likes likes;

	private final Visitors visitors;

	LikeController(Likes likes, Visitors visitors) {
		this.likes = likes;
		this.visitors = visitors;
	}

	@Operation(summary = "Returns the number of likes, and whether the visitor likes the webtoon.")
	@GetMapping(PATH)
	ResponseEntity<LikeState> state(@PathVariable long id, HttpServletRequest request) {
		return answer(this.likes.state(new WebtoonId(id), this.visitors.of(request).orElse(null)));
	}

	@Operation(summary = "Likes a webtoon.")
	@PutMapping(PATH)
	ResponseEntity<LikeState> like(@PathVariable long id, HttpServletRequest request, HttpServletResponse response) {
		Visitor visitor = this.visitors.of(request).orElseGet(Visitor::unknown);
		LikeState state = this.likes.like(new WebtoonId(id), visitor);
		this.visitors.remember(visitor, request, response);
		return answer(state);
	}

	@Operation(summary = "Removes the visitor's like.")
	@DeleteMapping(PATH)
	ResponseEntity<LikeState> unlike(@PathVariable long id, HttpServletRequest request) {
		WebtoonId webtoon = new WebtoonId(id);
		return answer(this.visitors.of(request)
			.map((visitor) -> this.likes.unlike(webtoon, visitor))
			.orElseGet(() -> this.likes.state(webtoon, null)));
	}

	private static ResponseEntity<LikeState> answer(LikeState state) {
		return ResponseEntity.ok().cacheControl(CacheControl.noStore()).body(state);
	}

}
