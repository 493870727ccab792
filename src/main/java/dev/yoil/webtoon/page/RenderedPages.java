package dev.yoil.webtoon.page;

import java.util.Map;
import java.util.function.Supplier;

import dev.yoil.representation.Representation;
import dev.yoil.representation.Representations;
import dev.yoil.representation.SentAs;

import org.springframework.cache.annotation.Cacheable;
import org.springframework.stereotype.Service;

/**
 * Makes pages, and keeps those that many readers ask for.
 */
@Service
class RenderedPages {

	/** Pages are of one language, which the reader may choose by a cookie. */
	static final String VARY = "Accept-Encoding, Accept-Language, Cookie";

	private static final String TYPE = "text/html;charset=UTF-8";

	private static final SentAs FOR_ALL = new SentAs(TYPE, VARY, "no-cache");

	private static final SentAs FOR_ONE = new SentAs(TYPE, VARY, "private, no-cache");

	private final Templates templates;

	private final Representations representations;

	RenderedPages(Templates templates, Representations representations) {
		this.templates = templates;
		this.representations = representations;
	}

	/**
	 * A page that the same readers see often: from the cache, or made once for all who
	 * ask meanwhile.
	 */
	@Cacheable(cacheNames = "renderPage", key = "#key", sync = true)
	Representation page(PageKey key, String template, Supplier<Map<String, Object>> content) {
		return this.representations.kept(this.templates.html(template, key.language(), content.get()), FOR_ALL);
	}

	/**
	 * A page of which anybody can ask for any number, so that keeping them would drive
	 * out what is read.
	 */
	Representation anyPage(Language language, String template, Map<String, Object> content) {
		return this.representations.of(this.templates.html(template, language, content), FOR_ALL);
	}

	/**
	 * A page that shows something of the reader's own, which nobody else may be given.
	 */
	Representation ownPage(Language language, String template, Map<String, Object> content) {
		return this.representations.of(this.templates.html(template, language, content), FOR_ONE);
	}

}
