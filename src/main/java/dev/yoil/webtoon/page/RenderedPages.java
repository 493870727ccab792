package dev.yoil.webtoon.page;

import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Collectors;

import dev.yoil.representation.ContentCoding;
import dev.yoil.representation.Representation;
import dev.yoil.representation.Representations;
import dev.yoil.representation.SentAs;

import org.springframework.cache.annotation.Cacheable;
import org.springframework.stereotype.Service;

/**
 * Rendered pages, of which those that many readers request are cached.
 */
@Service
class RenderedPages {

	/** Pages depend on the language, which a cookie may choose. */
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
	 * Returns a cached page.
	 */
	@Cacheable(cacheNames = "renderPage", key = "#key", sync = true)
	Representation page(Key key, String template, Supplier<Map<String, Object>> content) {
		return this.representations.kept(this.templates.html(template, key.language(), content.get()), FOR_ALL);
	}

	/**
	 * Renders a page that is not cached: clients could request any number of them and
	 * evict useful entries.
	 */
	Representation anyPage(Language language, String template, Map<String, Object> content) {
		return this.representations.of(this.templates.html(template, language, content), FOR_ALL);
	}

	/**
	 * Renders a page with data of its reader, which shared caches must not store.
	 */
	Representation ownPage(Language language, String template, Map<String, Object> content) {
		return this.representations.of(this.templates.html(template, language, content), FOR_ONE);
	}

	/**
	 * Everything that a page depends on. Pages with equal keys have equal bytes, so an
	 * entry is never outdated and is never evicted explicitly.
	 *
	 * @param language the language of its texts
	 * @param address the requested page in canonical form
	 * @param etags the entity tags of the data that it shows
	 */
	record Key(Language language, String address, String etags) {

		static Key of(Language language, String address, List<Representation> data) {
			return new Key(language, address,
					data.stream().map((shown) -> shown.etag(ContentCoding.IDENTITY)).collect(Collectors.joining(" ")));
		}

		@Override
		public String toString() {
			return this.language.tag() + " " + this.address + " " + this.etags;
		}

	}

}
