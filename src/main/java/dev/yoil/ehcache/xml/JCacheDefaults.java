package dev.yoil.ehcache.xml;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The caches that a file declares by {@code <jsr107:cache name="..." template="..."/>}.
 * JCache makes such a cache of its template when an application asks for it. Here it is
 * read as {@code <cache alias="..." uses-template="..."/>}.
 */
final class JCacheDefaults {

	/** The namespace of Ehcache's elements that are there for JCache. */
	static final String NAMESPACE = "http://www.ehcache.org/v3/jsr107";

	private JCacheDefaults() {
	}

	/**
	 * Adds those caches to a document. A {@code <cache>} of the same name takes
	 * precedence, as it does in JCache.
	 */
	static void declare(LocatedElement root, Mistakes mistakes) {
		Set<String> names = new HashSet<>();
		List<LocatedElement> declared = new ArrayList<>();
		for (LocatedElement child : root.children()) {
			LocatedElement defaults = child.child(NAMESPACE, "defaults");
			if (child.is(EhcacheXmlGrammar.EHCACHE, "cache")) {
				names.add(child.attributes().getOrDefault("alias", ""));
			}
			else if (defaults != null) {
				defaults.attributes().keySet().forEach((name) -> mistakes.ignore(defaults, name));
				declared.addAll(defaults.children());
			}
		}
		for (LocatedElement cache : declared) {
			if (names.contains(cache.attributes().getOrDefault("name", ""))) {
				mistakes.ignore(cache, "<" + cache.tag() + ">");
			}
			else {
				root.children().add(cache(cache));
			}
		}
	}

	private static LocatedElement cache(LocatedElement cache) {
		Map<String, String> attributes = new LinkedHashMap<>();
		attributes.put("alias", cache.attributes().getOrDefault("name", ""));
		String template = cache.attributes().get("template");
		if (template != null) {
			attributes.put("uses-template", template);
		}
		return new LocatedElement(cache.file(), EhcacheXmlGrammar.EHCACHE, "cache", "cache", attributes, List.of(),
				List.of(), new StringBuilder(), List.of(), cache.line(), cache.column());
	}

}
