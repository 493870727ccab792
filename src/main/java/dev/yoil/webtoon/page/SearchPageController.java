package dev.yoil.webtoon.page;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import dev.yoil.representation.Representation;
import dev.yoil.webtoon.catalog.Catalog;
import dev.yoil.webtoon.catalog.SearchText;
import dev.yoil.webtoon.catalog.WebtoonPage;
import dev.yoil.webtoon.genre.Genres;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;

import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/**
 * The page of search results. A blank text finds nothing.
 */
@RestController
class SearchPageController {

	private final Catalog catalog;

	private final Genres genres;

	private final RenderedPages pages;

	private final Site site;

	SearchPageController(Catalog catalog, Genres genres, RenderedPages pages, Site site) {
		this.catalog = catalog;
		this.genres = genres;
		this.pages = pages;
		this.site = site;
	}

	@GetMapping("/search")
	Representation search(@RequestParam(defaultValue = "") String q,
			@RequestParam(defaultValue = "1") @Min(1) @Max(PageNumber.LAST) int page, HttpServletRequest request) {
		PageNumber number = new PageNumber(page);
		String text = q.strip();
		WebtoonPage found = text.isEmpty() ? new WebtoonPage(List.of(), 0, number.part().size(), 0)
				: this.catalog.search(SearchText.of("q", text), number.part());
		Language language = Language.of(request);
		String address = "/search?q=" + URLEncoder.encode(text, StandardCharsets.UTF_8);
		Map<String, Object> content = new HashMap<>();
		content.put("query", text);
		content.put("address", address);
		content.put("total", found.total());
		content.put("cards", Card.of(found.items(), language.names(this.genres.all()), this.site));
		number.link(content, found.total(), (other) -> this.site.at(address + "&page=" + other.value()));
		return this.pages.anyPage(language, "search", content);
	}

}
