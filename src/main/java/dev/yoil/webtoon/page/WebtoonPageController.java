package dev.yoil.webtoon.page;

import java.util.HashMap;
import java.util.Map;

import dev.yoil.representation.Representation;
import dev.yoil.webtoon.ListPage;
import dev.yoil.webtoon.catalog.Catalog;
import dev.yoil.webtoon.catalog.WebtoonDetails;
import dev.yoil.webtoon.catalog.WebtoonId;
import dev.yoil.webtoon.genre.Genres;
import dev.yoil.webtoon.like.LikeState;
import dev.yoil.webtoon.like.Likes;
import dev.yoil.webtoon.review.Review;
import dev.yoil.webtoon.review.Reviews;
import dev.yoil.webtoon.visitor.Visitor;
import dev.yoil.webtoon.visitor.Visitors;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;

import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/**
 * The page of a webtoon with its reviews. It is read from the database and marks the
 * reader's own review and like.
 */
@RestController
class WebtoonPageController {

	private final Catalog catalog;

	private final Reviews reviews;

	private final Likes likes;

	private final Visitors visitors;

	private final Genres genres;

	private final RenderedPages pages;

	private final Site site;

	WebtoonPageController(Catalog catalog, Reviews reviews, Likes likes, Visitors visitors, Genres genres,
			RenderedPages pages, Site site) {
		this.catalog = catalog;
		this.reviews = reviews;
		this.likes = likes;
		this.visitors = visitors;
		this.genres = genres;
		this.pages = pages;
		this.site = site;
	}

	@GetMapping("/webtoon/{id}")
	Representation webtoon(@PathVariable long id,
			@RequestParam(defaultValue = "1") @Min(1) @Max(PageNumber.LAST) int page, HttpServletRequest request) {
		WebtoonId webtoon = new WebtoonId(id);
		PageNumber number = new PageNumber(page);
		Visitor visitor = this.visitors.of(request).orElse(null);
		WebtoonDetails details = this.catalog.details(webtoon.value()).orElseThrow(WebtoonId::unknown);
		ListPage<Review> newest = this.reviews.newest(webtoon, number.part(), visitor);
		LikeState like = this.likes.state(webtoon, visitor);
		String address = "/webtoon/" + webtoon.value();
		Language language = Language.of(request);
		Map<String, Object> content = new HashMap<>();
		content.put("webtoon", details);
		content.put("genre", language.names(this.genres.all()).getOrDefault(details.genre(), details.genre()));
		content.put("reviews", newest);
		content.put("like", like);
		content.put("address", address);
		content.put("page", number.value());
		number.link(content, newest.total(), (other) -> this.site.at(address + "?page=" + other.value()));
		return this.pages.ownPage(language, "webtoon", content);
	}

}
